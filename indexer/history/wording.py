"""What the words of a sentence weigh: how much it reads like a choice with a ground."""

from __future__ import annotations

import re

# A choice names what was taken or given up, a ground says why. A sentence needs one of each, or one that is both.
CHOICE = {
    r"instead of|rather than|in favou?r of|as opposed to": 1.6,
    r"^(?:\w+, )?we (?!(?:can|could|had|were|was|saw|got|found|noticed|use|also|need|may|might)\b).*\b(?:because|since"
    r"|so that|in order"
    r"|otherwise|rather than|instead of|as)|^(?:don't|do not|never|always|avoid|keep|only|prefer|leave|stop)": 1.4,
    r"(?:we|i)(?:'ve| have)? (?:deliberately |intentionally |now )?(?:decided|chose|chosen|opted|settled"
    r"|prefer(?:red)?)"
    r"|design decision|decision (?:is|was) (?:to|that)|(?:was|were|is|are) chosen": 2.5,
    r"(?:drop(?:ped|s)?|remov(?:e|ed|es))(?: the)? support (?:for|of)|no longer supports?": 2.0,
    r"(?:we|you|they|it|users|callers|modules|clients|code) (?:must|should|need to|have to|want to)"
    r"|must(?: not| be| never| always)?|should(?: not|n't| never| always| only)|by default"
    # As a rule, that is: what never or always happened is a story.
    r"|(?:to|can|may|we|will) (?:never|always)|^(?:never|always)": 1.2,
    r"(?:do|does|is|are)(?: not|n't) (?:want|allow|support|need)|on purpose|from now on|no longer|any ?more": 0.8,
    r"deprecat(?:e|es|ed|ing|ion)|avoid(?:s|ed|ing)?|prefer(?:s|red)?|keep(?:s|ing)?|kept|require[sd]?"
    r"|switch(?:ed|ing)? to"
    r"|replaced?(?: \S+){1,4} (?:with|by)|introduced?|drop(?:s|ped)?": 0.7,
}
GROUND = {
    r"because|the reason|that is why|that's why|rationale": 2.0,
    r"so that|so (?:we|it|they|users|callers)|in order (?:to|not)|otherwise": 1.5,
    r"(?:to|would|could|can|will|may|might) (?:avoid|prevent|ensure|guarantee|preserve|protect|make sure|break)"
    r"|due to": 1.2,
    r"(?<!ever )(?<!long )since(?! (?:\d|v\d|version|the (?:first|last|previous|beginning|start)"
    r"|then\b|commit|release))": 1.5,
    r"(?:which|this|that|it) (?:would|could|means?|allows?|avoids?|prevents?|breaks?|makes?|leads?)": 0.8,
    r"performance|faster|slower|overhead|memory usage|latency|security|insecure|safety|unsafe|thread[- ]safe"
    r"|race conditions?"
    r"|compatib\w+|portab\w+|maintain\w*|correctness|consisten(?:t|cy)": 0.7,
}
# Ground enough where the choice is the whole commit's.
SOFT_GROUND = {
    r"so (?:its|their|the|that|there)|as (?:it|they|we|this) (?:is|are|can|would|has|have|may)": 1.0,
    r"(?:doesn't|does not|do not|don't|cannot|can't|won't) (?:support|work|allow|guarantee|scale|need)"
    r"|expensive|cheaper"
    r"|surprising|confusing|dangerous|harmful|conflicts?|which (?:can|is|are)": 1.0,
}
BOTH = {
    r"breaking change|backwards?[- ]incompatib\w+|not backwards?[- ]compatible"
    r"|breaks? (?:backwards?[- ])?compatibility": 3.5,
    r"intentional(?:ly)?|deliberate(?:ly)?|by design": 3.0,
    r"trade-?offs?": 3.0,
    r"deprecated in favou?r of|superseded by": 3.5,
    r"work(?:ing|s|ed)?[- ]?around": 2.0,
    r"for (?:performance|security|compatibility|safety|portability|historical|consistency) reasons?": 2.0,
}
AGAINST = {
    r"i (?:think|guess|believe|suppose|hope|know)|maybe|perhaps|hopefully|not sure|probably|apparently|sorry|oops"
    r"|seems?|lol"
    r"|please|thanks?|silly|todo|fixme|wip|somebody|someone|ideally|for some reason|for now|in the future|afaik"
    r"|for (?:example|instance)|once we|work in progress|more work|rc\d?|release candidates?|easier to|we could"
    r"|i could|vulnerab\w+|will investigate|breaking changes? in|future work|plan to|i also|imo|imho|mypy"
    r"|but note|added another"
    r"|much of the code|for me|i\.e\.|we (?:add"
    r"|introduce|create|added|introduced)|some users (?:may|might|can)|the main issues?": 3.0,
    r"typos?|readme|wording|grammar|spelling|indent\w*|whitespace|lint(?:er|ing)?|changelog|pep ?8|code ?style"
    r"|badge|travis"
    r"|appveyor|codecov|ci|github actions?|workflows?|valgrind|gcc|clang|compil(?:e|er|ation) (?:error|warning)s?"
    r"|warnings?": 2.0,
    r"(?:the )?(?:unit |integration )?tests?(?: (?:case|suite|file)s?)?|testing|docs?|documentation|docstrings?"
    r"|examples?|comments?": 1.5,
    r"(?:not|n't|is not|isn't) (?:really )?(?:a )?breaking change|(?:not|n't|without) break(?:ing)?": 4.0,
    r"^(?:\S+ ){0,3}us(?:e|es|ed|ing) (?:\S+ ){1,3}(?:instead of|rather than)|so we can|to prepare": 1.5,
    r"remov(?:e|ed|es|ing)(?: \S+){0,3} work-?arounds?|fix(?:ed)? (?:it|this|that|the) by": 2.5,
    r"(?:was|were|is|are|be) (?:\w+ly )?(?:caused|failing|broken|wrong|missing|incorrect)|incorrectly|wrongly"
    r"|unfortunately|current(?:ly)?|misleading|improve[ds]?"
    r"|(?:does|did|do)(?: not|n't) work|broke|without this|before this|until now|in the past|at the moment": 2.0,
    r"(?:will|would) (?:get|output|trigger|cause|return|be) |outdated|stale|never actually|more (?:accurate"
    r"|efficient)|minor": 1.0,
    r"(?:can't|cannot|could not|couldn't|unable to) \S+(?: \S+){0,6} due to|so we (?:output|got|get|end)"
    r"|what's more|would have"
    r"|before this|when (?:using|running|calling)|is (?:subtly|actually)|my |suggest\w*|reported|noticed"
    r"|discovered": 1.5,
    r"(?:python|py) ?[23](?:\.\d+)?|py[23]k?|we got (?:an?|the)": 2.0,
    r"crash(?:es|ed)?|fail(?:s|ed|ing|ures?)?|bugs?|errors?|(?:the|an|this) (?:issue|problem|bug)|regression"
    r"|leaks?|mistake|accident\w*"
    r"|used to|previous(?:ly)?|inconsistent|could cause|leads? to|unexpected": 1.0,
    r"this (?:pr|pull request|commit|patch|diff|fix)|in this (?:pr|commit|patch)|next commits?|previous (?:commit"
    r"|pr)|above|below"
    r"|following|earlier|cherry-pick\w*|merge[ds]?|rebase[ds]?|review\w*|issue|modified by|you (?:want|need)": 0.8,
    r"(?:was|were) (?:added|changed|introduced|fixed|updated|removed|set|called)|(?:i|we) (?:did|had|was|were"
    r"|added|also)": 0.8,
}
# Shorter sentences lack their ground, longer ones hold more than one thought.
COMFORTABLE = (60, 300)


def _compiled(weights: dict[str, float]) -> tuple[tuple[re.Pattern[str], float], ...]:
    return tuple(
        (re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE), weight) for words, weight in weights.items()
    )


_CHOICE, _GROUND, _SOFT_GROUND, _BOTH, _AGAINST = map(_compiled, (CHOICE, GROUND, SOFT_GROUND, BOTH, AGAINST))
_GIVES_GROUND = re.compile(
    r"\b(?:because|the reason|since|so that|otherwise|in order to|rationale|it is better|makes? (?:no"
    r"|little) sense|due to"
    r"|so (?:it|its|they|their|we|the|that|there)|which (?:means|would|can|could)|as (?:it|they|we|this) (?:is"
    r"|are|can|would|has|have|may)"
    r"|(?:doesn't|does not|do not|don't|cannot|can't|won't) (?:support|work|allow|guarantee|scale|need)"
    r"|expensive|cheaper|insecure|unsafe|surprising|confusing|dangerous|harmful|conflicts?"
    r"|(?:would|could) (?:break|cause|lead|require|allow|mean)|not worth|unnecessar\w+|must|much (?:lower"
    r"|faster|simpler))\b",
    re.IGNORECASE,
)
# Looking for parts of words is many times cheaper than the patterns: without one of these no sentence weighs enough.
CUES = (
    "instead of",
    "rather than",
    "favor of",
    "favour of",
    "decided",
    "decision",
    "chose",
    "because",
    "reason",
    "so that",
    "in order",
    "otherwise",
    "to avoid",
    "to prevent",
    "since",
    "ensure",
    "deprecat",
    "breaking",
    "compatib",
    "intentional",
    "deliberate",
    "by design",
    "trade-off",
    "tradeoff",
    "work-around",
    "workaround",
    "work around",
    "works around",
    "due to",
    "guarantee",
    "superseded",
    ", so ",
)
# Enough where the choice is the whole commit's; words so common are looked for only there.
SOFT_CUES = (*CUES, "which ", " support", "expensive", "surprising", "confusing", "dangerous", "conflict")
_DANGLING = re.compile(
    r"^(?:this|that|these|those|it|its|they|their|he|she|him|also|but|however|so|and|or|yet|still|which|then|thus"
    r"|hence|therefore"
    r"|otherwise|because|similarly|instead|now|another|same|such|besides|moreover|furthermore|additionally"
    r"|finally|indeed|actually"
    r"|second(?:ly)?|first(?:ly)?|here|note|notice|ps|p\.s|as (?:a result|such|said)|(?:in|for|with|due to|after"
    r"|given) (?:that|this|these|those|both|either) "
    r"|(?:technically|specifically|basically|even|what's more|on the other hand|for (?:example|instance)"
    r"|if and only if|anyway|obviously|of course|in (?:practice|any case|fact|turn|particular|addition|reality"
    r"|theory))"
    r"|the (?:latter|former|above|reason|same|implication|result|fix|other|first|second|problem|issue))\b"
    r"|\b(?:work-?around|work around|avoid|fix|solve|prevent|achieve|do|did|does|doing|by|of|for|with|like"
    r"|around|because of|chose|choose"
    r"|want|to) (?:this|that|these|those)(?=[.,;:)]| [(]| (?:because|since|so|in|as|when|to|for|by|way|solution"
    r"|approach|problem|issue)\b)"
    r"|^.{0,40}\b(?:this|that|it) (?:is|was|would|means?|breaks?|does|has|can|could|will|might|may|made|makes)\b",
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(r"`[^`]+`|\b\w+_\w+\b|\b[a-z]+[A-Z]\w*|\b\w+\(\)|\b[A-Z]{3,}\b|--\w[\w-]+|\b\w+\.\w+\b")


def has_cue(text: str, cues: tuple[str, ...] = CUES) -> bool:
    """Whether ``text`` may hold a sentence of any weight."""
    return any(map(text.lower().__contains__, cues))


def weight_of(sentence: str) -> float:
    """Return how much ``sentence`` reads like a choice with a ground; 0 when one of the two is missing."""
    if not has_cue(sentence):
        return 0.0
    both = _sum(_BOTH, sentence)
    choice = _sum(_CHOICE, sentence)
    ground = _sum(_GROUND, sentence) if both or choice else 0.0
    if not both and not (choice and ground):
        return 0.0
    weight = both + min(choice, 2.6) + min(ground, 3.0) - _sum(_AGAINST, sentence)
    weight += 0.7 if _IDENTIFIER.search(sentence) else 0.0
    weight += 0.5 if COMFORTABLE[0] <= len(sentence) <= COMFORTABLE[1] else 0.0
    weight -= 1.0 if sentence[0].islower() else 0.0
    return weight


def ground_of(sentence: str) -> float:
    """Return how much ``sentence`` reads like the ground for a choice that is stated elsewhere."""
    if not has_cue(sentence, SOFT_CUES):
        return 0.0
    ground = min(_sum(_GROUND, sentence) + _sum(_SOFT_GROUND, sentence), 3.0) if _GIVES_GROUND.search(sentence) else 0.0
    return ground and ground + min(_sum(_CHOICE, sentence), 1.2) - 0.7 * _sum(_AGAINST, sentence)


def leans_on_previous(sentence: str) -> bool:
    """Whether ``sentence`` points at something said before it: ``This``, ``However``, ``to avoid that``."""
    return _DANGLING.search(sentence) is not None


def _sum(patterns: tuple[tuple[re.Pattern[str], float], ...], sentence: str) -> float:
    return sum(weight for pattern, weight in patterns if pattern.search(sentence))
