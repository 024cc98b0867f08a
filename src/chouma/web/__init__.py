"""The JSON API and the page: `chouma.web.app.application` makes the ASGI application that ``chouma serve`` runs.

It takes the extra ``web``; nothing here is loaded until something is served.
"""
