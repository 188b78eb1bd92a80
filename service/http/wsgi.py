"""The application as a WSGI server loads it; its settings come from the environment."""

from kontor.service import logs
from kontor.service.http.app import create_app
from kontor.service.settings import Settings

logs.configure()
app = create_app(Settings.from_environment())
