"""Property tests that fail for what they find alone, never for how busy the machine is."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
