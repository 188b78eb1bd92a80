"""What is listed is accepted."""

from tests.support.callers import Caller, a_game


def test_what_is_listed_complete_is_accepted_and_covered_by_the_options(anna: Caller) -> None:
    game = a_game(anna)
    legal = anna.get(f"{game}/legal-commands?expand=50").json
    assert legal["commands"]
    assert legal["options"]
    for command in legal["commands"]:
        tried = anna.post(f"{game}/commands", {**command, "dry_run": True})
        assert tried.status_code == 200, tried.text
    assert anna.get(f"{game}/legal-commands?expand=50").json == legal  # it depends on version, seat and number only
