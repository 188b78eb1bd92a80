"""Games played by clicking, in real windows."""

import time
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.pages.conftest import Person
from tests.games.recording import FOLDER, Recording
from tests.support.clicking import Window, send, sent_by, window
from tests.support.playing import nonce_of, seed_of

SOME = 8  # commands in the short form
CHIPS = "merchants/merchants-short-4-seats-start-variable-drawn-won.json"
TWO = "hansa/hansa-3-2-seats-two_player_variant-provinces-prestige.json"


def test_the_smallest_ruleset_is_played_with_the_same_form(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("tiny", "square", "me", "me")
    with window(browser, anna.key) as hers:
        hers.open(f"{kontor}/games/{game}")
        assert _play(game, {1: (anna, hers), 2: (anna, hers)}, 60)["status"] != "running"
        hers.page.get_by_role("heading", name="has won").wait_for()
        assert hers.said == []


def test_two_people_play_in_two_windows(
    browser: Browser, kontor: str, anna: Person, ben: Person, long_form: bool
) -> None:
    """A recorded game with its dice: in the long form to its end, which is that of the record."""
    recording = Recording.load(FOLDER / TWO)
    game = anna.a_game(
        "hansa",
        recording.world.board,
        seats=[{"kind": "me", "nonce": nonce_of(1)}, {"kind": "open"}],
        options=dict(recording.world.options),
        practice=True,
        dice_seed=seed_of(recording.number).hex(),
    )
    ben.join(game, 2)
    began = time.monotonic()
    with window(browser, anna.key) as hers, window(browser, ben.key) as his:
        windows = {1: hers, 2: his}
        for each in windows.values():
            each.open(f"{kontor}/games/{game}")
        played = recording.commands if long_form else recording.commands[:SOME]
        for seat, command in played:
            windows[seat].wait_for(anna.summary(game)["version"])
            body = sent_by(seat, dict(command))
            assert send(windows[seat], body) == body
        print(f"\n{len(played)} commands in {time.monotonic() - began:.0f} s")
        if long_form:
            hers.page.get_by_role("heading", name="has won").wait_for()
            his.page.get_by_role("heading", name="has won").wait_for()
            assert anna.summary(game)["result"] == recording.expected["ranking"]
        assert hers.said == his.said == []


def test_a_click_on_an_empty_post_means_place_and_escape_cancels(browser: Browser, kontor: str, anna: Person) -> None:
    """Also if the player has exactly one piece on the board, so that Move could only mean this piece."""
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    placed = {"seat": 1, "type": "place_piece", "post": "Arnheim~Duisburg/1", "shape": "trader"}
    anna.call("POST", f"/v1/games/{game}/commands", placed)
    with window(browser, anna.key) as hers:
        hers.open(f"{kontor}/games/{game}")
        hers.page.locator("#board [data-kind=post][data-id='Arnheim~Duisburg/2']").click()
        expect(hers.page.locator("#form .made h3")).to_have_text("Place a piece")
        hers.page.keyboard.press("Escape")
        expect(hers.page.locator("#form .types")).to_be_visible()
        assert hers.said == []


def test_one_click_places_a_trader_and_a_second_choice_a_merchant(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    with window(browser, anna.key, confirms=False) as hers:
        page, post = hers.page, "#board [data-choosable][data-id='Arnheim~Duisburg/{}']"
        hers.open(f"{kontor}/games/{game}")
        expect(page.locator("#undo [data-affair=undo]")).to_have_count(0)
        with page.expect_response(lambda each: each.url.endswith("/commands")) as answered:
            page.locator(post.format(1)).click()
        assert answered.value.request.post_data_json["shape"] == "trader"
        hers.wait_for(answered.value.json()["version"])
        page.get_by_role("group", name="Trader or merchant?").get_by_role("button", name="merchant").click()
        with page.expect_response(lambda each: each.url.endswith("/commands")) as answered:
            page.locator(post.format(2)).click()
        assert answered.value.request.post_data_json["shape"] == "merchant"
        hers.wait_for(answered.value.json()["version"])
        expect(page.locator("#play .types button")).to_have_text("End turn")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(post.format(2))).to_be_visible()
        assert hers.said == []


def test_the_moves_of_others_are_listed_and_marked_on_the_board(
    browser: Browser, kontor: str, anna: Person, ben: Person
) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "open", "bot")
    ben.join(game, 2)
    first, second = (anna, 1), (ben, 2)
    if anna.summary(game)["awaiting"] != [1]:
        first, second = second, first
    place = {"type": "place_piece", "shape": "trader"}
    with window(browser, first[0].key) as theirs:
        page = theirs.page
        commands = f"/v1/games/{game}/commands"
        first[0].call("POST", commands, {**place, "seat": first[1], "post": "Arnheim~Duisburg/1"})
        first[0].call("POST", commands, {"type": "end_turn", "seat": first[1]})
        theirs.open(f"{kontor}/games/{game}")
        while (awaiting := anna.summary(game)["awaiting"]) != [second[1]]:
            assert awaiting != [first[1]], "the other person plays before"
        second[0].call("POST", commands, {**place, "seat": second[1], "post": "Arnheim~Duisburg/2"})
        mark = page.locator("#board [data-id='Arnheim~Duisburg/2'][data-news]")
        expect(mark).to_be_attached()
        expect(page.locator("#news")).to_contain_text("places a trader on Arnheim–Duisburg, 2nd post")
        page.get_by_role("button", name="Marked on the board").click()
        expect(page.locator("#board [data-news]")).to_have_count(0)
        assert theirs.said == []


def test_a_chosen_post_is_not_offered_again_and_a_move_can_be_undone(
    browser: Browser, kontor: str, anna: Person
) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    mine = ["Arnheim~Duisburg/1", "Arnheim~Duisburg/2"]
    command = {"seat": 1, "type": "place_piece", "shape": "trader"}
    for post in mine:
        anna.call("POST", f"/v1/games/{game}/commands", {**command, "post": post})
    for seat in (1, 2, 3):
        anna.call("POST", f"/v1/games/{game}/commands", {"seat": seat, "type": "end_turn"})
    with window(browser, anna.key) as hers:
        page, post = hers.page, "#board [data-choosable][data-id='{}']"
        hers.open(f"{kontor}/games/{game}")
        page.locator("#play [data-type=move_pieces]").click()
        page.locator(post.format(mine[0])).click()
        expect(page.locator("#play .made li")).to_have_text(["Arnheim–Duisburg, 1st post"])
        page.locator(post.format("Arnheim~Duisburg/3")).click()
        for taken in (mine[0], "Arnheim~Duisburg/3"):
            expect(page.locator(post.format(taken))).to_have_count(0)
        page.locator("#play .enough").click()
        with page.expect_response(lambda each: each.url.endswith("/commands") and each.status == 201):
            page.locator("#play .send", has_text="1st post → Arnheim–Duisburg, 3rd post").click()
        page.locator("#undo [data-affair=undo]").click()
        hers.wait_for(anna.summary(game)["version"])
        expect(page.locator("#log li").first).to_contain_text("go back to version")
        assert hers.said == []


def test_undo_goes_back_command_by_command_to_the_start(browser: Browser, kontor: str, anna: Person) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "me", "me")
    posts = ["Arnheim~Duisburg/1", "Arnheim~Duisburg/2"]
    for post in posts:
        command = {"seat": 1, "type": "place_piece", "shape": "trader", "post": post}
        anna.call("POST", f"/v1/games/{game}/commands", command)
    with window(browser, anna.key) as hers:
        undo = hers.page.locator("#undo [data-affair=undo]")
        hers.open(f"{kontor}/games/{game}")
        for post in reversed(posts):
            undo.click()
            expect(hers.page.locator(f"#board [data-choosable][data-id='{post}']")).to_be_visible()
        expect(undo).to_have_count(0)
        assert hers.said == []


def test_no_undo_is_offered_to_the_player_who_sat_down_last(
    browser: Browser, kontor: str, anna: Person, ben: Person
) -> None:
    """Joining starts the game. No undo goes back before the start."""
    game = anna.a_game("hansa", "hansa-3", "open", "me", "me")
    ben.join(game, 1)
    with window(browser, ben.key) as his:
        his.open(f"{kontor}/games/{game}")
        expect(his.page.locator("#undo [data-affair=hint]")).to_be_visible()
        expect(his.page.locator("#undo [data-affair=undo]")).to_have_count(0)
        assert his.said == []


def test_no_undo_is_offered_after_a_secret_was_shown(browser: Browser, kontor: str, anna: Person) -> None:
    """The seat places a number chip, which is turned over. The page says in plain words that it cannot go back."""
    recording = Recording.load(FOLDER / CHIPS)
    game = anna.a_game(
        "merchants",
        recording.world.board,
        seats=[{"kind": "me", "nonce": nonce_of(seat)} for seat in (1, 2, 3, 4)],
        options=dict(recording.world.options),
        dice_seed=seed_of(recording.number).hex(),
    )
    first = next(n for n, (_, command) in enumerate(recording.commands) if command["type"] == "place_chip")
    bodies = [sent_by(seat, dict(command)) for seat, command in recording.commands[: first + 1]]
    for body in bodies[:-1]:
        anna.call("POST", f"/v1/games/{game}/commands", body)
    before = anna.summary(game)["version"]
    with window(browser, anna.key) as hers:
        page = hers.page
        hers.open(f"{kontor}/games/{game}")
        expect(page.locator("#undo [data-affair=undo]")).to_have_count(1)
        expect(page.locator("#play")).to_contain_text("ace-down chip")
        anna.call("POST", f"/v1/games/{game}/commands", bodies[-1])
        hers.wait_for(anna.summary(game)["version"])
        expect(page.locator("#undo [data-affair=undo]")).to_have_count(0)
        page.locator(f"#log .version[aria-label='at version {before}']").click()
        page.locator("#past").get_by_role("button", name="Go back to this version").click()
        expect(page.locator("#past .bad")).to_contain_text("a secret was shown to everyone after it")
        assert [each for each in hers.said if "409" not in each] == []


def test_the_page_addresses_only_the_player_who_decides(
    browser: Browser, kontor: str, anna: Person, ben: Person
) -> None:
    game = anna.a_game("hansa", "hansa-3", "me", "open", "bot")
    ben.join(game, 2)
    awaited = anna.summary(game)["awaiting"][0]
    with window(browser, anna.key) as hers, window(browser, ben.key) as his:
        for each in (hers, his):
            each.open(f"{kontor}/games/{game}")
        decides, waits = (hers, his) if awaited == 1 else (his, hers)
        expect(decides.page.locator("#table .decision")).to_contain_text("Your turn")
        expect(decides.page.locator("#table .decision")).to_contain_text("your turn")
        expect(waits.page.locator("#table .decision")).to_contain_text("Waiting for")
        expect(waits.page.locator("#table .decision")).not_to_contain_text("your turn")


def _play(game: str, people: dict[int, tuple[Person, Window]], most: int) -> Any:
    """Each command by clicking, in the window of whoever decides."""
    anybody = people[1][0]
    for n in range(most):
        summary = anybody.summary(game)
        if summary["status"] != "running":
            break
        seat = summary["awaiting"][0]
        who, where = people[seat]
        command = who.sampled(game, seat, n)[0]
        where.wait_for(summary["version"])
        assert send(where, command) == command
    return anybody.summary(game)
