"""The page on the command line: every command with its options, and its output in a real run."""

from collections.abc import Iterator, Mapping, Sequence

import click

from kontor.service.cli.main import EXIT_CODES, kontor

PAGE = "cli.md"
HEAD = """# The command line

`kontor` comes with the package. Commands that call a server use `--url`, else `KONTOR_URL`, else the server of
`kontor login`; the key is `KONTOR_KEY`, or the one stored for that server. `--json` prints one JSON object per line;
errors are sentences on standard error. {codes}
"""


def page(runs: Mapping[str, Mapping[str, str]]) -> str:
    return "\n".join([HEAD.format(codes=" ".join(EXIT_CODES.split())), *_commands(runs)])


def commands() -> Iterator[tuple[str, click.Command]]:
    """Yield every command by its words, without groups."""
    yield from _below("", kontor)


def _below(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group):
        yield name.strip(), command
        return
    ctx = click.Context(command)
    for inner in command.list_commands(ctx):
        each = command.get_command(ctx, inner)
        assert each is not None
        yield from _below(f"{name} {inner}", each)


def _commands(runs: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    for name, command in commands():
        yield f"## kontor {name}\n"
        yield f"{_prose(command.help or '')}\n"
        yield from _parameters(command)
        yield f"```console\n$ {runs[name]['line']}\n{runs[name]['said']}\n```\n"


def _prose(text: str) -> str:
    return "\n\n".join(" ".join(each.split()) for each in text.replace("\b", "").split("\n\n"))


def _parameters(command: click.Command) -> Iterator[str]:
    rows = [_row(each) for each in command.params]
    if rows:
        yield "| | |\n| --- | --- |"
        yield from rows
        yield ""


def _row(parameter: click.Parameter) -> str:
    if isinstance(parameter, click.Argument):
        return f"| `{parameter.make_metavar(click.Context(kontor))}` | |"
    assert isinstance(parameter, click.Option)
    named = ", ".join(f"`{each}`" for each in parameter.opts)
    value = "" if parameter.is_flag else f" {_form(parameter)}"
    return f"| {named}{value} | {' '.join(_about(parameter)).replace('|', '/')} |"


def _form(option: click.Option) -> str:
    if isinstance(option.type, click.Choice):
        return " or ".join(f"`{each}`" for each in option.type.choices)
    return str(option.metavar or option.type.name)


def _about(option: click.Option) -> Sequence[str]:
    shown = option.show_default and isinstance(option.default, str | int | float) and option.name != "jobs"
    default = [f"(default: {option.default})"] if shown else []
    return [option.help or "", *default, *(["required"] if option.required else [])]
