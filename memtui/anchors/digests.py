"""What is kept of code to tell later whether it changed, and how much, without the content it had.

A digest holds a hash of all tokens, and a sample of them by which the share of what changed can be estimated. So a
verdict follows from the memory and the present content alone, and is the same in a clone that lacks the former one.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from indexer.parsing.pieces import LINES
from indexer.parsing.tokens import CLOSE, OPEN

# With as many the estimate is off by about a fourteenth; what has no more parts than these is compared exactly.
SAMPLE = 48
_BYTES = 3  # of each part's hash: 16 million values, of which the smallest are kept
_RUN = 3  # tokens that make one part, so that a part says where it stands
_HASH = 20
_SEPARATOR = "/"
_MARKS = frozenset({OPEN, CLOSE})


@dataclass(frozen=True, slots=True)
class Digest:
    """What some code says: ``scheme`` are the rules it was read by, ``parts`` how many it has, ``sample`` some of them.

    ``sample`` are the smallest hashes of the parts, sorted; two digests can be compared only if the schemes are equal.
    """

    scheme: str
    whole: str
    parts: int
    sample: tuple[int, ...]

    def __str__(self) -> str:
        packed = b"".join(value.to_bytes(_BYTES, "big") for value in self.sample)
        sample = base64.urlsafe_b64encode(packed).decode("ascii")
        return _SEPARATOR.join((self.scheme, self.whole, str(self.parts), sample))


def digest_of(tokens: Sequence[bytes], scheme: str) -> Digest:
    """Return the digest of tokens, or of lines if the scheme is for these."""
    whole = hashlib.sha256(b"\0".join(tokens)).hexdigest()[:_HASH]
    run = 1 if scheme.startswith(LINES) else _RUN
    hashes = sorted(set(_hashes([token for token in tokens if token not in _MARKS], run)))
    return Digest(scheme, whole, len(hashes), tuple(hashes[:SAMPLE]))


def read_digest(text: str) -> Digest | None:
    """Return the digest that ``str`` wrote, None for anything else."""
    parts = text.split(_SEPARATOR)
    if len(parts) != len(Digest.__slots__) or not (parts[2].isascii() and parts[2].isdecimal()):
        return None
    scheme, whole, count, sample = parts
    try:
        packed = base64.b64decode(sample, altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    values = (packed[at : at + _BYTES] for at in range(0, len(packed), _BYTES))
    return Digest(scheme, whole, int(count), tuple(int.from_bytes(value, "big") for value in values))


def changed_share(before: Digest, after: Digest) -> float:
    """Return which share of the larger of two is not in the other, 0 only for equal ones, 1 for strangers.

    Estimated from the smallest hashes of both, after Broder, "On the resemblance and containment of documents" (1997);
    exact while neither has more than ``SAMPLE`` parts.
    """
    if before.whole == after.whole:
        return 0.0
    largest = max(before.parts, after.parts, 1)
    if largest <= SAMPLE:
        common = float(len({*before.sample} & {*after.sample}))
    else:
        # Beyond its own largest hash a sample is silent, so that only the smallest of both tell what both have.
        smallest = sorted({*before.sample, *after.sample})[:SAMPLE]
        resemblance = sum(value in before.sample and value in after.sample for value in smallest) / SAMPLE
        common = resemblance / (1 + resemblance) * (before.parts + after.parts)
    # What was only put into another order is seen to have changed, too.
    return round(min(1.0, max(1 - common / largest, 1 / largest, 0.01)), 2)


def _hashes(tokens: Sequence[bytes], run: int) -> Iterator[int]:
    # The same line twice is two parts, so that taking one of them away is seen.
    times: Counter[bytes] = Counter()
    for at in range(max(len(tokens) - run + 1, min(len(tokens), 1))):
        part = b"\0".join(tokens[at : at + run])
        times[part] += 1
        yield int.from_bytes(
            hashlib.blake2b(part, digest_size=_BYTES, key=times[part].to_bytes(4, "big")).digest(), "big"
        )
