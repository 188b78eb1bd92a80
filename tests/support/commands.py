"""`kontor` as a person calls it, in this process and on the tiny ruleset."""

from click.testing import CliRunner, Result

from kontor.service.cli.main import kontor

TINY = {"KONTOR_RULESETS": "tests.tiny:RULESET"}


def call(*words: str, env: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(kontor, words, env={**TINY, **(env or {})})
