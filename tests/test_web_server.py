"""The served page as a process: its address, what it refuses, its end."""

import re

import pytest
from commands import refusal, started


def test_a_port_that_is_taken(server):
    told = refusal("serve", "--port", str(server.port), "--no-browser", "--library", str(server.library))
    assert str(server.port) in told and "expected" in told


@pytest.mark.parametrize("options", [("--host", "127.0.0.2"), ("--allow-host", "games.lan")])
def test_whoever_lets_others_in_is_told_the_token_and_what_it_opens(tmp_path, options):
    arguments = ("serve", "--port", "0", "--no-browser", "--library", tmp_path / "library.sqlite", *options)
    with started(*arguments) as served:
        told = served.stdout.readline()
        assert re.match(r"http://[\d.]+:\d+/\?token=[\w-]{22} \(Ctrl-C stops it", told), told
        assert served.stderr.readline().startswith("Anyone with this address, which includes a token, can see")
