"""Directories that hold one text in many languages: code to a grammar, yet nothing that anyone reads as modules."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable

from indexer.modules.words import words

_HOLDERS = words("lang langs language languages locale locales i18n l10n intl translations messages nls")
# The two letters of ISO 639-1; a region or a script may follow.
_LANGUAGES = words(
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en"
    " eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv"
    " ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne"
    " ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st"
    " su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
)
_TAG = re.compile(r"([a-z]{2})(?:[-_][a-z]{2,4})?(?:[-_][a-z]{2})?", re.IGNORECASE)
_FEWEST_LANGUAGES = 3  # with fewer, a short name may mean anything


def translations_in(paths: Iterable[str]) -> frozenset[str]:
    """Return each directory below which the files of ``paths`` lie by language: ``lang`` of ``lang/fr/auth.php``."""
    languages: dict[str, set[str]] = defaultdict(set)
    for path in paths:
        parts = path.split("/")
        for depth, part in enumerate(parts[:-1], 1):
            if part.lower() in _HOLDERS:
                languages["/".join(parts[:depth])].add(parts[depth].partition(".")[0])
    return frozenset(directory for directory, names in languages.items() if _are_languages(names))


def _are_languages(names: Collection[str]) -> bool:
    """Whether most of ``names`` are languages; helpers may lie among them."""
    tagged = [name for name in names if (tag := _TAG.fullmatch(name)) and tag[1].lower() in _LANGUAGES]
    return len(tagged) >= _FEWEST_LANGUAGES and 2 * len(tagged) > len(names)
