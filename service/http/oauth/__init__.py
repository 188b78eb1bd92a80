"""Sign-in for apps of third parties (OAuth 2.1). Authlib checks the protocol."""
