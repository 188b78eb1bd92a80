"""Child processes: what their output says about their end."""

from kontor.service.stack.processes import reason


def test_the_reason_is_the_last_error_of_a_programs_output() -> None:
    output = b"creating\ninitdb: error: could not write: No space left on device\ninitdb: removing data directory\n"
    assert reason(output) == "initdb: error: could not write: No space left on device"
    assert reason(b"one\ntwo\n\n") == "two"
    assert reason(b"") == "no error message"
