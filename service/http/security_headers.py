"""Security headers: they restrict what a page may load and run, and send no referrer to other sites."""

NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
PAGE = f"{NOTHING}; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"
PICTURE = f"{NOTHING}; style-src 'unsafe-inline'"  # an SVG has inline styles and needs nothing else
MANUAL = PAGE.replace("img-src", "img-src data:")  # its stylesheet contains its icons
VIEWER = MANUAL.replace("style-src", "style-src 'unsafe-inline'")  # RapiDoc uses style attributes


def security_headers(policy: str) -> dict[str, str]:
    return {"Content-Security-Policy": policy, "Referrer-Policy": "no-referrer"}
