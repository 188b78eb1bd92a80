"""A person at a browser, who builds a command by clicking the choices that the page offers, on the board where
possible."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Response

from tests.support.browsing import PATIENCE

KEY = "kontor.key"  # where the pages store the key of this browser
CONFIRMS = "kontor.confirm"  # and whether the person confirms each command

# A point on the screen at which a click hits a thing of the board, and nothing above it. Not the middle of its box:
# names are next to things, and a line may have almost no box.
FREE_SPOT = """thing => {
    thing.scrollIntoView({ block: "center", inline: "center" });
    for (const shape of thing.querySelectorAll("rect, circle, polygon, polyline, path, text")) {
        const middle = shape.getBoundingClientRect(), place = shape.getScreenCTM();
        const half = shape.getPointAtLength?.(shape.getTotalLength() / 2)?.matrixTransform(place);
        const spots = [[middle.x + middle.width / 2, middle.y + middle.height / 2], half && [half.x, half.y]];
        const above = (spot) => document.elementFromPoint(...spot)?.closest("[data-choosable]");
        const free = spots.find((spot) => spot && above(spot) === thing);
        if (free) return free;
    }
    throw new Error(`${thing.dataset.id} cannot be clicked anywhere`);
}"""


@dataclass
class Window:
    """A browser page of a person, and the output of its console, which should be empty."""

    page: Page
    said: list[str] = field(default_factory=list)

    def open(self, address: str) -> None:
        self.page.goto(address)
        self.page.wait_for_selector("body[data-ready]")

    def wait_for(self, version: int) -> None:
        """Wait until the page shows a game at that version and its options."""
        self.page.wait_for_function(
            "version => Number(document.body.dataset.version) >= version", arg=version, polling=50
        )


@contextmanager
def window(browser: Browser, key: str | None = None, *, confirms: bool = True, **look: Any) -> Iterator[Window]:
    """Open an isolated browser window. `confirms`: the person confirms each command, so that the page tries it before.
    `look`: options for playwright, such as viewport and color_scheme."""
    context = browser.new_context(**{"reduced_motion": "reduce", **look})
    context.set_default_timeout(PATIENCE)
    if confirms:
        context.add_init_script(f"localStorage.setItem('{CONFIRMS}', '1')")
    if key:
        context.add_init_script(f"localStorage.setItem('{KEY}', '{key}')")
    made = Window(context.new_page())
    made.page.on("console", lambda message: made.said.append(_told(message)))
    made.page.on("pageerror", lambda error: made.said.append(str(error)))
    try:
        yield made
    finally:
        context.close()


def _told(message: ConsoleMessage) -> str:
    return f"{message.type}: {message.text}"


def sent_by(seat: int, command: dict[str, Any]) -> dict[str, Any]:
    """Return the body of the request that sends a command. If the command has its own field `seat`, the seat of the
    sender is next to the command."""
    return {"seat": seat, "commands": [command]} if "seat" in command else {**command, "seat": seat}


def command_of(body: dict[str, Any]) -> dict[str, Any]:
    """Return the command in a request body, as the seat that sends it would build it."""
    alone = {name: value for name, value in body.items() if name != "seat"}
    found: dict[str, Any] = body["commands"][0] if "commands" in body else alone
    return found


def send(where: Window, command: dict[str, Any]) -> dict[str, Any]:
    """Build a command by clicking, check its dry run, and send it. Return the body that the page sent."""
    page = where.page
    page.bring_to_front()  # a browser hardly draws hidden pages
    with page.expect_response(lambda each: _is_sent(each)) as answered:
        _build(page, command["seat"], command_of(command))
    answer = answered.value
    assert answer.status == 201, answer.text()
    sent: dict[str, Any] = answer.request.post_data_json
    where.wait_for(answer.json()["version"])
    return sent


def _is_sent(answer: Response) -> bool:
    return answer.url.endswith("/commands") and "dry_run" not in command_of(answer.request.post_data_json)


def _build(page: Page, acting: int, command: dict[str, Any]) -> None:
    play = page.locator("#play")
    seat = play.locator(f".seat-choice [data-seat='{acting}']")
    if seat.count():
        seat.click()
    kind = play.locator(f".types [data-type='{command['type']}']")
    if kind.count() and kind.first.get_attribute("data-complete") == "true":
        _find(play, "data-command", command).click()
        return
    if kind.count():  # else the only kind is open already
        kind.click()
    for _ in range(80):
        play.locator(".step, .together, .send, .refusal").first.wait_for()
        assert not play.locator(".refusal").count(), (command, play.inner_text())
        if play.locator(".send").count():
            _send(play, command)
            return
        if play.locator("[data-few]").count():
            _find(play, "data-command", command).click()
            return
        _step(page, play.locator(".step, .together"), command)
    raise AssertionError(f"no end to {command}")


def _send(play: Locator, command: dict[str, Any]) -> None:
    """Send the complete command, or first take the other one that is offered."""
    told = json.loads(play.locator(".send").get_attribute("data-command") or "{}")
    if told != command:
        _find(play, "data-command", command).click()
    _find(play, "data-command", command).and_(play.locator(".send")).click()


def _find(play: Locator, name: str, value: Any) -> Locator:
    """Return the button whose attribute is this JSON value, in any order of the keys."""
    for button in play.locator(f"button[{name}]").all():
        if json.loads(button.get_attribute(name) or "null") == value:
            return play.locator(f"button[{name}={json.dumps(button.get_attribute(name), ensure_ascii=False)}]")
    raise AssertionError((value, play.inner_text()))


def _step(page: Page, step: Locator, command: dict[str, Any]) -> None:
    if step.get_attribute("data-together"):
        _together(step, command)
        return
    path = json.loads(step.get_attribute("data-path") or "[]")
    value = _at(command, path)
    if step.locator(".enough").count() and value is None and isinstance(_item(path), int):
        step.locator(".enough").click()
    elif step.locator(".amounts").count():
        _fill_amounts(step, value)
        step.locator(".amounts > button").click()
    else:
        _choose(page, step, value)


def _fill_amounts(part: Locator, amounts: dict[str, int] | None) -> None:
    for name in part.locator("input").all():
        name.fill(str((amounts or {}).get(name.get_attribute("name") or "", 0)))


def _together(form: Locator, command: dict[str, Any]) -> None:
    """Fill in a form with several fields."""
    for part in form.locator("[data-field]").all():
        value = command.get(part.get_attribute("data-field") or "")
        if part.locator("input").count():
            _fill_amounts(part, value)
        for item in value if isinstance(value, list) else []:
            part.locator(f"button[data-item='{json.dumps(item)}']").click()
    form.locator("> button").click()


def _item(path: list[Any]) -> Any:
    """Return the index in the innermost list of a path, or None if the path contains no list."""
    return next((each for each in reversed(path) if isinstance(each, int)), None)


def _choose(page: Page, step: Locator, value: Any) -> None:
    on_board = page.locator(f"[data-choosable][data-id={json.dumps(str(value), ensure_ascii=False)}]").first
    if isinstance(value, str) and on_board.count():
        page.mouse.click(*on_board.evaluate(FREE_SPOT))
        return
    for choice in ({"value": value}, {"fill": value is not None}, {}):
        told = json.dumps(choice, separators=(",", ":"), ensure_ascii=False)
        button = step.locator(f"button[data-choice={json.dumps(told, ensure_ascii=False)}]")
        if button.count():
            button.click()
            return
        option = step.locator(f"option[data-choice={json.dumps(told, ensure_ascii=False)}]")
        if option.count():
            step.locator("select").select_option(option.get_attribute("value"))
            step.locator("select + button").click()
            return
    step.locator("input[type=number]").fill(str(value))
    step.locator("input[type=number] + button").click()


def _at(value: Any, path: list[Any]) -> Any:
    for key in path:
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list):
            value = value[key] if key < len(value) else None
        else:
            return None
    return value
