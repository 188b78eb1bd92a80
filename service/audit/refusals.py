"""Check a signed refusal. First check its signature and its commands. Then decide the refused command again, with the
bundle of the game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.refusals import Undecided, refusal_finding
from kontor.service.audit.bundle import Bundle, BundleHistory, NotReadable, read_receipt
from kontor.service.audit.checker import Outcome, check, rules_and_board
from kontor.service.audit.signatures import Keys
from kontor.service.registry import AnyRuleset
from kontor.service.signing.receipt_formats import REFUSAL_FORMAT

HIDDEN = (
    "the decision depends on secrets that this file does not show. Ask for the bundle again after the game has ended"
)
INVALID = "the file or the signed refusal has errors"


@dataclass(frozen=True, slots=True)
class CheckedRefusal:
    """The result of all checks of the bundle and of the signed refusal. `undecided`: why the command was not decided
    again, or None if it was."""

    outcome: Outcome
    undecided: str | None


def read_refusal(text: bytes) -> JsonObject:
    """Return a signed refusal. The text is the refusal, or the problem that contained it."""
    receipt = read_receipt(text)
    if receipt["format"] != REFUSAL_FORMAT:
        raise NotReadable(
            "The file is a receipt, not a signed refusal. Compare it with the game: kontor audit receipt."
        )
    return receipt


def check_refusal(
    bundle: Bundle, refusal: JsonObject, rulesets: Mapping[str, AnyRuleset], trusted: Keys | None
) -> CheckedRefusal:
    """Check the bundle as `kontor audit verify` does, and compare it with the refusal. If both are valid, decide the
    refused command again."""
    history = BundleHistory(bundle, trusted)
    outcome = check(history, rulesets, [refusal])
    if any(each.check != "signer" for each in outcome.findings):
        return CheckedRefusal(outcome, INVALID)
    lines = history.lines()
    rules, board, missing = rules_and_board(history, lines, rulesets)
    if rules is None or board is None:
        return CheckedRefusal(outcome, missing)
    try:
        found = refusal_finding(rules, board, lines, refusal)
    except Undecided:
        return CheckedRefusal(outcome, HIDDEN)
    return CheckedRefusal(outcome if found is None else replace(outcome, findings=(*outcome.findings, found)), None)
