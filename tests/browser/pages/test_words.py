"""Words that the pages make themselves."""

import pytest
from playwright.sync_api import Browser

from tests.support.clicking import window

NOW = 1_800_000_000
DAY, HOUR, MINUTE = 86_400, 3_600, 60
LEFT = [
    (3 * DAY - 1, "3 days", "3 Tage"),
    (DAY, "1 day", "1 Tag"),
    (DAY - 2, "1 day", "1 Tag"),  # just started
    (DAY + 12 * HOUR, "1 day, 12 hours", "1 Tag, 12 Stunden"),
    (23 * HOUR, "23 hours", "23 Stunden"),
    (HOUR + MINUTE, "1 hour, 1 minute", "1 Stunde, 1 Minute"),
    (HOUR - 1, "1 hour", "1 Stunde"),
    (5 * MINUTE - 1, "5 minutes", "5 Minuten"),
    (MINUTE, "1 minute", "1 Minute"),
    (1, "1 second", "1 Sekunde"),
    (0, "0 seconds", "0 Sekunden"),
    (-9, "0 seconds", "0 Sekunden"),
]


@pytest.mark.parametrize(("locale", "nth"), [("en-GB", 1), ("de-DE", 2)])
def test_the_remaining_time_is_rounded_and_has_the_right_plural(
    browser: Browser, kontor: str, locale: str, nth: int
) -> None:
    with window(browser, locale=locale) as theirs:
        theirs.page.clock.set_fixed_time(NOW)
        theirs.page.goto(f"{kontor}/problems")
        told = theirs.page.evaluate(
            "async (all) => { const { timeLeft } = await import('/assets/words.js');"
            " return all.map((each) => timeLeft(new Date(each * 1000).toISOString())); }",
            [NOW + seconds for seconds, *_ in LEFT],
        )
        assert told == [each[nth] for each in LEFT]
        assert theirs.said == []
