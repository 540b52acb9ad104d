"""The page with all explorers, served by Voila and used with the keyboard."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tiws_teach._cli._gallery import Gallery, by_topic
from tiws_teach._cli.explore import command
from tiws_teach.course import explorers


def test_every_explorer_has_a_place_on_the_page():
    assert sum(map(len, by_topic().values())) == len(explorers())
    gallery = Gallery()
    assert len(gallery.lessons.options) == len(by_topic())
    first = gallery.children[1]
    gallery.lessons.index = 1
    assert gallery.children[1] is not first
    gallery.lessons.index = 0
    assert gallery.children[1] is first


def test_the_page_is_served_on_this_machine_only(tmp_path):
    told = command(tmp_path / "explorers.ipynb", 8999, browser=False)
    assert "--Voila.ip=127.0.0.1" in told
    assert "--no-browser" in told
    assert any("default-src 'self'" in part for part in told)


@pytest.fixture
def address() -> Iterator[str]:
    """Serve the page."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = [sys.executable, "-m", "tiws_teach", "explore", "--no-browser", "--port", str(port)]
    with subprocess.Popen(
        arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as server:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/voila/static/", timeout=2).close()
                break
            except urllib.error.HTTPError:
                break
            except OSError:
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/"
        os.killpg(server.pid, 15) if os.name == "posix" else server.terminate()


@pytest.mark.slow
@pytest.mark.browser
def test_a_key_moves_to_the_next_lesson_and_nothing_comes_from_elsewhere(address, browser):
    elsewhere: list[str] = []
    page = browser.new_page()
    page.set_default_timeout(60_000)
    page.on("response", lambda response: elsewhere.append(response.url) if "127.0.0.1" not in response.url else None)
    page.goto(address, wait_until="commit")
    page.wait_for_selector("h2")
    first = page.locator("h2").inner_text()
    face = page.get_by_role("group", name="Will this pump break down?")  # lesson 00
    face.get_by_role("slider", name="neighbours k").press("ArrowRight")
    face.get_by_text("with 3.8 hours a day and 3.0 mm/s, k = 4").first.wait_for()
    box = face.locator(".tiws-handle").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] - 40, steps=8)
    page.mouse.up()
    expect(face.get_by_text("with 3.8 hours a day and 3.0 mm/s, k = 4")).to_have_count(0)
    page.locator(".noUi-handle").first.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"document.querySelector('h2').innerText !== {first!r}")
    page.locator(".tiws-face[data-shown]").first.wait_for()
    page.close()
    assert [url for url in elsewhere if url.startswith("http")] == []
