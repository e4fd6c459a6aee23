"""The page on the port of the server: who is let in, and the way of requests to the engine's page.

- `links`: links that let somebody in once. `logins`: who is logged in, by their cookie.
- `page_access`: whether a request of the page comes from somebody who is logged in, and from the
  page. `files`: what a browser loads. `routes`: the paths.
"""
