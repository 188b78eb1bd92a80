"""What happened, in sentences: one an event, for everybody the same, paged as events are."""

from flask import Flask

from tests.support.callers import Caller, a_dealt_game, a_game, finish, opened, problem, version_of


def test_every_event_has_its_sentence(app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    finish(app, anna, game)
    story, last = anna.get(f"{game}/story").json, version_of(anna, game)
    assert [each["version"] for each in story["items"]] == list(range(1, last + 1))
    assert (story["version"], story["next"]) == (last, None)
    assert all(each["sentence"].endswith(".") for each in story["items"])
    assert story["items"][-1]["sentence"] == "The game is over."


def test_a_story_marks_settled_positions(app: Flask, anna: Caller) -> None:
    game = a_game(anna)
    finish(app, anna, game)
    story = {each["version"]: each["settled"] for each in anna.get(f"{game}/story").json["items"]}
    assert story == {version: anna.get(f"{game}/state?version={version}").json["settled"] for version in story}
    assert set(story.values()) == {True, False}


def test_seats_are_called_by_their_colours_and_rules_are_named(shipped_app: Flask) -> None:
    anna = opened(shipped_app)
    game = a_game(anna, "me", "me", "me", ruleset="hansa", board="hansa-3")
    placed = {"type": "place_piece", "post": "Emden~Groningen/2", "shape": "trader", "seat": 1}
    before = version_of(anna, game)
    assert anna.post(f"{game}/commands", placed).status_code == 201
    told = next(each for each in anna.get(f"{game}/story?after={before}").json["items"] if "places" in each["sentence"])
    assert told["sentence"] == "Red places a trader on Emden–Groningen, 2nd post."
    assert (told["seat"], told["rule"]) == (1, "HT-PLACE-1")
    assert anna.get(told["rule_href"]).json["id"] == "HT-PLACE-1"


def test_the_seat_of_a_sentence_is_its_subject_not_the_actor(shipped_app: Flask) -> None:
    """Whoever sits down last lets a game begin, and with it much that is told of others."""
    anna, ben = opened(shipped_app), opened(shipped_app)
    game = a_game(anna, "me", "open", "me", ruleset="merchants", board="merchants-short", options={"start": "fixed"})
    assert ben.post(f"{game}/seats/2/join").status_code == 201
    story = anna.get(f"{game}/story").json["items"]
    told = [each for each in story if "puts a start post" in each["sentence"]]
    names = {1: "Red", 2: "Blue", 3: "White"}
    assert {each["subject"] for each in told} == {1, 2, 3}
    assert all(each["sentence"].startswith(names[each["subject"]]) for each in told)
    assert {each["seat"] for each in told} == {2}
    assert "subject" not in next(each for each in story if each["sentence"] == "The game is created.")


def test_an_undo_says_which_version_counts_again(shipped_app: Flask) -> None:
    anna = opened(shipped_app)
    game = a_game(anna, "me", "me", "me", ruleset="hansa", board="hansa-3", practice=True)
    placed = {"type": "place_piece", "post": "Emden~Groningen/2", "shape": "trader", "seat": 1}
    before = version_of(anna, game)
    assert anna.post(f"{game}/commands", placed).status_code == 201
    assert anna.post(f"{game}/undo", {"to": before}).status_code == 201
    *earlier, last = anna.get(f"{game}/story").json["items"]
    assert last["back_to"] == before
    assert not any("back_to" in each or "opens" in each for each in earlier)


def test_a_story_is_read_page_by_page(anna: Caller) -> None:
    game = a_game(anna)
    whole, last = anna.get(f"{game}/story").json["items"], version_of(anna, game)
    found, following = [], f"{game}/story?limit=2"
    while following:
        page = anna.get(following)
        assert len(page.json["items"]) <= 2
        found += page.json["items"]
        following = page.json["next"]
        assert (following is None) is ("Link" not in page.headers or 'rel="next"' not in page.headers["Link"])
    assert found == whole
    assert len(found) == last


def test_a_story_reveals_no_secret(anna: Caller, ben: Caller, nobody: Caller) -> None:
    game = a_dealt_game(anna, ben)
    assert anna.post(f"{game}/commands", {"type": "take_card"}).status_code == 201
    own = anna.get(f"{game}/story").text
    assert own == ben.get(f"{game}/story").text == nobody.get(f"{game}/story").text
    assert anna.get(f"{game}/state?as=seat:1").json["state"]["seats"][0]["hand"][0] not in own


def test_the_story_of_a_private_game_is_hidden_from_other_callers(anna: Caller, ben: Caller) -> None:
    problem(ben.get(f"{a_game(anna, visibility='private')}/story"), 404, "not-found")
