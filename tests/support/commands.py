"""`kontor` as a user calls it, in this process and with the tiny ruleset."""

from click.testing import CliRunner, Result

from kontor.service.cli.main import kontor

TINY = {"KONTOR_RULESETS": "tests.tiny:RULESET"}


def call(*words: str, env: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(kontor, words, env={**TINY, **(env or {})})
