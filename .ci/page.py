"""Drives a browser over the page of a broker, by WebDriver's own protocol: page.py OPEN LOCKED SECOND KEY FOLDER KEEP
AXE, where LOCKED and SECOND are nodes of a cluster, and KEEP is yes if the pictures in the folder are wanted."""

import base64
import http.client
import itertools
import json
import pathlib
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

PATIENCE = 30
# Pictures to keep show curves of their whole length.
MINUTE = 62
DRIVER_PORT = 9515
# Who sends how many orders, in each of so many steps: two flood, one of them with twice the weight, two are quiet.
TENANTS = {"acme": [8, 8, 8, 8], "globex": [8, 8, 8, 8], "initech": [1, 0, 1, 0], "umbrella": [1, 0, 0, 0]}
WEIGHTS = {"globex": 2}
KEYS = "[...document.querySelectorAll('main tbody')[0].querySelectorAll('td.name button')].map(e => e.textContent)"


def api(page, name, request, key=None):
    """A call of the broker's."""
    headers = {"content-type": "application/json"} | ({"authorization": "Bearer " + key} if key else {})
    call = urllib.request.Request(page + "v1/" + name, json.dumps(request).encode(), headers)
    with urllib.request.urlopen(call, timeout=PATIENCE) as answer:
        return json.load(answer)


class Load:
    """Producers of which one floods, and consumers that take their time, until it is told to stop."""

    def __init__(self, page):
        self.page = page
        self.stopping = False
        api(page, "FilaAdmin/CreateQueue", {"name": "orders"})
        api(page, "FilaAdmin/CreateQueue", {"name": "emails"})
        api(page, "FilaAdmin/CreateQueue", {"name": "reports"})
        api(page, "FilaAdmin/CreateQueue", {"name": "payments", "config": {
            "on_failure_script": "function on_failure(msg) return { action = 'dlq' } end"}})
        api(page, "FilaAdmin/CreateQueue", {"name": "signups", "config": {
            "on_enqueue_script": "function on_enqueue(msg) while true do end end"}})
        api(page, "FilaAdmin/SetConfig", {"key": "throttle:partner:rate", "value": "1"})
        for number in range(20):
            self.send("signups", "web", f"signup {number}")
        for number in range(7):
            self.send("reports", "monthly", f"report {number}")
        for number in range(12):
            self.send("payments", "acme" if number % 3 else "globex", f"invoice {1000 + number}")
        for delivery in self.consume("payments", 12):
            api(page, "FilaService/Nack", {"queue": "payments", "message_id": delivery["id"], "error": "card declined"})
        for number in range(600):
            self.send("orders", "acme", f"order {number}")
        for number in range(600):
            self.send("orders", "globex", f"order {number}")
        # More than its tokens let through, however slow the machine is.
        for number in range(100):
            self.send("orders", "hooli", "a call", "partner")
        for work in (self.produce, self.produce_emails, self.work, self.work, self.work, lambda: self.work("emails"), lambda: self.work("signups")):
            threading.Thread(target=work, daemon=True).start()

    def send(self, queue, key, text, *throttles):
        api(self.page, "FilaService/Enqueue", {"queue": queue, "fairness_key": key, "weight": WEIGHTS.get(key, 1), "throttle_keys": throttles,
                                               "payload": base64.b64encode(text.encode()).decode()})

    def consume(self, queue, count=0):
        query = urllib.parse.urlencode({"queue": queue, "max_messages": count} if count else {"queue": queue})
        with urllib.request.urlopen(self.page + "v1/consume?" + query, timeout=PATIENCE) as lines:
            for line in lines:
                yield json.loads(line)

    def produce(self):
        for step in itertools.cycle(range(4)):
            if self.stopping:
                return
            for tenant, times in TENANTS.items():
                for number in range(times[step]):
                    self.send("orders", tenant, f"order {number}")
            self.send("orders", "hooli", "a call", "partner")
            time.sleep(0.1)

    def produce_emails(self):
        while not self.stopping:
            self.send("emails", "newsletter", "hello")
            self.send("emails", "receipts", "thanks")
            self.send("signups", "web", "hello")
            time.sleep(0.1)

    def work(self, queue="orders"):
        for delivery in self.consume(queue):
            if self.stopping:
                return
            time.sleep(0.03 if queue == "orders" else 0.01)
            try:
                api(self.page, "FilaService/Ack", {"queue": queue, "message_id": delivery["id"]})
            except urllib.error.HTTPError:
                pass  # Its lease ended on a busy machine: it comes again.


class Browser:
    """A browser with one window."""

    def __init__(self):
        self.driver = subprocess.Popen(["chromedriver", f"--port={DRIVER_PORT}"], stdout=subprocess.DEVNULL)
        until("a driver", lambda: self.call("GET", "/status")["ready"])
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1"]}
        session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.path = "/session/" + session["sessionId"]

    def call(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", DRIVER_PORT, timeout=PATIENCE)
        connection.request(method, path, None if body is None else json.dumps(body), {"content-type": "application/json"})
        value = json.load(connection.getresponse())["value"]
        if isinstance(value, dict) and value.get("error"):
            raise AssertionError(value["message"])
        return value

    def __getattr__(self, command):
        return lambda body=None: self.call("POST", f"{self.path}/{command}", body or {})

    def run(self, script):
        return self.execute_sync({"script": "return " + script, "args": []})

    def execute_sync(self, body):
        return self.call("POST", self.path + "/execute/sync", body)

    def size(self, width, height):
        self.call("POST", self.path + "/window/rect", {"width": width, "height": height})

    def scheme(self, name):
        self.call("POST", self.path + "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {
            "features": [{"name": "prefers-color-scheme", "value": name}]}})

    def picture(self, file):
        file.write_bytes(base64.b64decode(self.call("GET", self.path + "/screenshot")))

    def check_console(self):
        lines = self.call("POST", self.path + "/se/log", {"type": "browser"})
        wrong = [line["message"] for line in lines if line["level"] in ("SEVERE", "WARNING")]
        assert not wrong, "Expected a quiet console but it says: " + "\n".join(wrong)

    def close(self):
        try:
            self.call("DELETE", self.path)
        finally:
            self.driver.terminate()
            self.driver.wait()


def until(what, found):
    """Waits for something to be so."""
    end = time.monotonic() + PATIENCE
    last = None
    while time.monotonic() < end:
        try:
            value = found()
            if value:
                return value
        except (AssertionError, OSError, KeyError) as failure:
            last = failure
        time.sleep(0.2)
    raise AssertionError(f"Expected {what} within {PATIENCE} s, but it did not come: {last}")


def click(browser, text, inside="document"):
    script = f"(() => {{ const b = [...{inside}.querySelectorAll('button, a')].find(e => e.textContent.trim() === {json.dumps(text)}); b?.click(); return !!b; }})()"
    until(f"a button {text}", lambda: browser.run(script))


def card(browser, name):
    return browser.run(f"[...document.querySelectorAll('.card')].find(c => c.querySelector('span').textContent === {json.dumps(name)})?.querySelector('b').textContent")


def pictures(browser, folder, name):
    for scheme in ("light", "dark"):
        browser.scheme(scheme)
        browser.run("scrollTo(0, 0)")
        time.sleep(1.2)
        browser.picture(folder / f"{name}-{scheme}.png")
    browser.scheme("light")


def text(browser):
    return browser.run("document.querySelector('main').textContent.replace(/\\s+/g, ' ')")


def fits_a_phone(browser):
    browser.size(400, 900)
    until("a page as wide as a phone", lambda: browser.run("document.documentElement.scrollWidth <= innerWidth"))
    browser.size(1280, 900)


def explained(browser, reason):
    """Asks why the key in the search field waits; a moment later it may wait for something else."""
    click(browser, "Why does it wait?")
    answer = until("an explanation", lambda: browser.run("document.querySelector('dialog[open] p')?.textContent"))
    click(browser, "Close", "document.querySelector('dialog')")
    return reason in answer


def accessible(browser, axe, where):
    """Has axe-core look for what keeps people out."""
    browser.call("POST", browser.path + "/execute/sync", {"script": axe, "args": []})
    script = """const done = arguments[0];
        axe.run(document, {resultTypes: ["violations"]}).then(found => done(found.violations
            .filter(fault => ["serious", "critical"].includes(fault.impact))
            .map(fault => fault.id + ": " + fault.help + ": " + fault.nodes.slice(0, 3).map(node => node.html).join(" | "))));"""
    faults = browser.call("POST", browser.path + "/execute/async", {"script": script, "args": []})
    assert not faults, f"Expected {where} to be accessible but axe-core says: " + "\n".join(faults)


def type_into(browser, selector, text):
    """Puts text into a field as if it was typed."""
    browser.run(f"(() => {{ const field = document.querySelector({json.dumps(selector)}); field.value = {json.dumps(text)}; field.dispatchEvent(new Event('input')); }})()")


def try_a_script(browser):
    type_into(browser, "textarea.script", "function on_enqueue(msg) return { fairness_key = msg.headers.tenant } end")
    type_into(browser, "input[aria-label^=Headers]", "tenant=globex")
    click(browser, "Try it")
    until("the answer of a script", lambda: "globex" in browser.run("document.querySelector('.answer').textContent"))
    type_into(browser, "textarea.script", "function on_enqueue(msg) while true do end end")
    click(browser, "Try it")
    until("a script that is stopped", lambda: "It failed" in browser.run("document.querySelector('.answer').textContent"))


def explain_by_keyboard(browser):
    """The focus stays on a key while the page draws itself anew, and Enter asks about it."""
    browser.run("document.querySelector('td.name button').focus()")
    focused = browser.run("document.activeElement.textContent")
    time.sleep(2.5)
    assert browser.run("document.activeElement.textContent") == focused, "Expected the focus to stay on a key but it went."
    browser.call("POST", browser.path + "/actions", {"actions": [{"type": "key", "id": "keys", "actions": [
        {"type": "keyDown", "value": "\ue007"}, {"type": "keyUp", "value": "\ue007"}]}]})
    until("an explanation of the focused key", lambda: focused in (browser.run("document.querySelector('dialog[open] h2')?.textContent") or ""))
    click(browser, "Close", "document.querySelector('dialog')")


def look_at_an_open_broker(browser, page, folder, keep, axe):
    browser.size(1280, 900)
    browser.url({"url": page})
    until("a live page", lambda: browser.run("document.querySelector('#status').className") == "live")
    rates = set()
    until("rates that move", lambda: rates.add(card(browser, "delivered a second")) or len(rates - {"–", "0", None}) > 1)
    until("dead letters among what needs attention", lambda: "payments has 12 dead letters." in browser.run("document.querySelector('.attention')?.textContent.replace(/\\s+/g, ' ')"))
    until("a queue that runs without its scripts", lambda: "signups runs without its scripts" in browser.run("document.querySelector('.attention')?.textContent.replace(/\\s+/g, ' ')"))
    if keep:
        time.sleep(MINUTE)
    browser.size(1280, 800)
    pictures(browser, folder, "overview")
    accessible(browser, axe, "the overview")
    fits_a_phone(browser)

    click(browser, "orders")
    until("a row for each tenant", lambda: set(TENANTS) <= set(browser.run(KEYS)))
    until("a lane that waits for tokens", lambda: "waits for partner" in browser.run("document.querySelector('main').textContent"))
    if keep:
        time.sleep(MINUTE)
    browser.size(1280, 1500)
    pictures(browser, folder, "queue")
    accessible(browser, axe, "the page of a queue")
    browser.scheme("dark")
    accessible(browser, axe, "the page of a queue in the dark")
    browser.scheme("light")
    try_a_script(browser)
    explain_by_keyboard(browser)
    fits_a_phone(browser)
    type_into(browser, "input[type=search]", "globex")
    until("one key that was searched for", lambda: browser.run(KEYS) == ["globex"])
    type_into(browser, "input[type=search]", "hooli")
    until("what the throttled key waits for", lambda: explained(browser, 'throttle key "partner"'))
    browser.url({"url": page + "#/queue/payments"})
    click(browser, "Look at them")
    until("dead letters to look at", lambda: "invoice 1000" in browser.run("document.querySelector('main').textContent"))
    click(browser, "invoice 1000")
    until("what became of a message", lambda: "dead lettered" in (browser.run("document.querySelector('dialog[open] ol')?.textContent") or ""))
    accessible(browser, axe, "a dialog")
    click(browser, "Close", "document.querySelector('dialog')")
    click(browser, "Redrive…")
    until("a question first", lambda: "12 messages go back to payments" in browser.run("document.querySelector('dialog[open]')?.textContent"))
    click(browser, "Redrive", "document.querySelector('dialog')")
    until("the dead letters back in their queue", lambda: card(browser, "waiting") == "12")
    assert api(page, "FilaAdmin/GetStats", {"queue": "payments.dlq"})["depth"] == "0"
    browser.check_console()


def look_at_a_locked_broker(browser, page, key):
    browser.url({"url": page})
    until("a question for a key", lambda: browser.run("document.querySelector('dialog[open] input')?.type") == "password")
    click(browser, "Cancel")
    until("a word on why nothing is shown", lambda: "Nothing is shown without one" in browser.run("document.querySelector('main').textContent"))
    click(browser, "Enter a key")
    show_key(browser, key)
    until("a live page", lambda: browser.run("document.querySelector('#status').className") == "live")
    until("its cluster", lambda: "shards this page" in text(browser))
    until("no queues", lambda: "Nothing needs attention" in browser.run("document.querySelector('main').textContent"))
    browser.check_console()


def show_key(browser, key):
    until("a question for a key", lambda: browser.run("!!document.querySelector('dialog[open] input')"))
    type_into(browser, "dialog input", key)
    click(browser, "Show it")


def look_at_another_node(browser, first, second, key, folder, axe):
    """Its page shows also the queues that the first leads."""
    until("a lead for each", lambda: len({shard.get("leader_node_id") for shard in api(first, "FilaAdmin/GetClusterStatus", {}, key)["shards"]}) == 2)
    names = {f"region-{number}" for number in range(6)}
    for name in names:
        api(first, "FilaAdmin/CreateQueue", {"name": name}, key)
        api(second, "FilaService/Enqueue", {"queue": name, "payload": ""}, key)
    browser.url({"url": second})
    show_key(browser, key)
    shown = "[...document.querySelectorAll('main tbody')[0].querySelectorAll('td.name')].map(e => e.textContent.replace(/\\s+/g, ' ').trim())"
    listed = until("all queues of the cluster", lambda: next((rows for rows in [browser.run(shown)] if {row.split()[0] for row in rows} == names), None))
    far = [row.split()[0] for row in listed if "on node 1" in row]
    assert 0 < len(far) < len(names), f"Expected queues of both nodes but found {listed}."
    accessible(browser, axe, "the page of a node")
    browser.picture(folder / "node.png")
    click(browser, far[0])
    until("who leads a queue", lambda: "Node 1 leads this queue" in text(browser))
    assert card(browser, "waiting") == "1"
    browser.check_console()
    browser.url({"url": second + "#/queue/nowhere"})
    until("a word that there is no such queue", lambda: "nowhere" in text(browser) and "leads" not in text(browser))


def main():
    open_page, locked_page, second_page, key, folder, keep, axe = sys.argv[1:]
    load = Load(open_page)
    browser = Browser()
    pictures_in, axe_script = pathlib.Path(folder), pathlib.Path(axe).read_text()
    try:
        look_at_an_open_broker(browser, open_page, pictures_in, keep == "yes", axe_script)
        look_at_a_locked_broker(browser, locked_page, key)
        look_at_another_node(browser, locked_page, second_page, key, pictures_in, axe_script)
    finally:
        load.stopping = True
        browser.close()


main()
