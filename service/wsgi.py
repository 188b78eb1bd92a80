"""The application as a WSGI server loads it; its settings come from the environment."""

from service import logs
from service.app import create_app
from service.settings import Settings

logs.configure()
app = create_app(Settings.from_environment())
