"""The page on the Python client: each method with its operation and an example, in the order of the examples."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

from kontor.client.calls import Calls
from tests.tools.client_operations import Operation, operations
from tests.tools.client_types import documents

PAGE = "python-client.md"
EXAMPLES = Path(__file__).with_name("python_client_examples.txt")
HEAD = """# The Python client

`kontor.Client` has a method for each operation of the API. `kontor.AsyncClient` has the same methods: `await` them, and
read lists and streams with `async for`. [The guide](../python/client.md) explains retries, streams and problems.
A test runs all examples, from top to bottom, on a real server. They begin like this:

```python
import time
import kontor
from kontor import Client, hansa

visitor = Client("http://127.0.0.1:8080")
```

`auditor` is a client whose key has the scopes `audit:read` and `game:read`.
"""


def examples() -> dict[str, dict[str, str]]:
    """Return the examples by section and method."""
    found: dict[str, dict[str, str]] = {}
    for section in re.split(r"^# ", EXAMPLES.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, *methods = re.split(r"^## ", section, flags=re.MULTILINE)
        parts = (each.partition("\n") for each in methods)
        found[title.strip()] = {name: example.rstrip("\n") for name, _, example in parts}
    return found


def page() -> str:
    described = {each.name: each for each in operations(documents())}
    return "\n".join([HEAD, *_sections(described)])


def _sections(described: dict[str, Operation]) -> Iterator[str]:
    for title, methods in examples().items():
        yield f"## {title}\n"
        for name, example in methods.items():
            yield f"### {name}\n"
            operation = described.get(name)
            call = f" (`{operation.method} {operation.path}`)" if operation else ""
            yield f"{_about(name)}{call}\n"
            yield f"```python\n{_signature(name)}\n```\n"
            yield f"```python\n{example}\n```\n"


def _about(name: str) -> str:
    return " ".join((inspect.getattr_static(Calls, name).__doc__ or "").split())


def _signature(name: str) -> str:
    """Return the call with its arguments, as a caller writes it."""
    signature = inspect.signature(inspect.getattr_static(Calls, name)._describe)
    named = [each.replace(annotation=each.empty) for each in list(signature.parameters.values())[1:]]
    text = str(signature.replace(parameters=named, return_annotation=signature.empty))
    return f"client.{name}{text}"
