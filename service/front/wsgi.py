"""The WSGI application that granian loads into a request process. Settings come from the environment."""

import signal
from multiprocessing import parent_process

from kontor.service import gc_pauses, logs, tracing
from kontor.service.front import health_socket
from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from kontor.service.stack.processes import allow_all_files, ends_with_parent

# If granian's main process is killed, its worker would live on and keep the socket.
if (main := parent_process()) is not None and (prepare := ends_with_parent(signal.SIGKILL, main.pid)) is not None:
    prepare()
allow_all_files()
logs.configure()
app = create_app(Settings.from_environment(), behind_front=True)
if tracing.begin():
    from kontor.service.http import request_spans
    from kontor.service.store import traced

    traced.instrument()
    request_spans.instrument(app)
gc_pauses.keep_pauses_short()
health_socket.answer_checks()
