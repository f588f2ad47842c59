"""Holds what a broker tells of itself against programs that read it: telemetry.py FOLDER."""

import base64
import http.server
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

PATIENCE = 60
BUILD_PATIENCE = 600
TRACE = "0af7651916cd43dd8448eb211c80319c"
MESSAGES = 20

# What writes files where it is told to, and what never ends by itself, is not for a program that tries everything.
NOT_TRIED = ["/v1/FilaAdmin/Backup", "/v1/consume"]


def until(what, condition, patience=PATIENCE):
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.2)
    raise AssertionError("Expected " + what + " within " + str(patience) + " s but there was none.")


class Receiver:
    """Takes metrics and traces by OTLP."""

    def __init__(self):
        self.metrics = {}
        self.spans = []
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                if self.path == "/v1/metrics":
                    receiver.take_metrics(ExportMetricsServiceRequest.FromString(body))
                elif self.path == "/v1/traces":
                    receiver.take_spans(ExportTraceServiceRequest.FromString(body))
                self.send_response(200)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def address(self):
        return f"http://127.0.0.1:{self.server.server_port}"

    def take_metrics(self, request):
        for resource in request.resource_metrics:
            for scope in resource.scope_metrics:
                for metric in scope.metrics:
                    self.metrics[metric.name] = metric

    def take_spans(self, request):
        for resource in request.resource_spans:
            for scope in resource.scope_spans:
                self.spans.extend(scope.spans)

    def count(self, name):
        metric = self.metrics.get(name)
        return sum(point.as_double + point.as_int for point in metric.sum.data_points) if metric else 0


class Broker:
    """A broker of its own folder, by the command line as people start it."""

    def __init__(self, folder, **settings):
        self.log = folder.with_suffix(".log")
        environment = {**os.environ, "FILA_SERVER__HTTP_ADDR": "127.0.0.1:0", **settings}
        # Its own process group: the command may have started another process, which has to end with it.
        self.process = subprocess.Popen(
            ["./fila", "server", "--listen", "127.0.0.1:0", "--data-dir", str(folder)],
            env=environment, stderr=self.log.open("w"), start_new_session=True)
        self.page = until("a broker", self.found_page, BUILD_PATIENCE)

    def found_page(self):
        if self.process.poll() is not None:
            raise AssertionError("Expected a broker but it said: " + self.log.read_text())
        found = re.search(r"page at (http://\S+)", self.log.read_text())
        return found and found.group(1)

    def call(self, name, request):
        call = urllib.request.Request(self.page + "v1/" + name, json.dumps(request).encode(), {"content-type": "application/json"})
        with urllib.request.urlopen(call, timeout=PATIENCE) as answer:
            return json.load(answer)

    def work(self):
        """Lets some messages through, of which one waits for a token; all belong to one trace."""
        self.call("FilaAdmin/SetConfig", {"key": "throttle:partner:rate", "value": "10"})
        for number in range(MESSAGES):
            self.call("FilaService/Enqueue", {
                "queue": "orders", "throttle_keys": ["partner"], "payload": base64.b64encode(b"x").decode(),
                "headers": {"traceparent": f"00-{TRACE}-{number + 1:016x}-01"}})
        query = urllib.parse.urlencode({"queue": "orders", "max_messages": MESSAGES})
        with urllib.request.urlopen(self.page + "v1/consume?" + query, timeout=PATIENCE) as lines:
            for line in lines:
                self.call("FilaService/Ack", {"queue": "orders", "message_id": json.loads(line)["id"]})

    def loaded(self, package):
        """How many classes of a package it has loaded."""
        listed = subprocess.run(
            [pathlib.Path(os.environ["JAVA_HOME"]) / "bin/jcmd", str(self.java()), "VM.class_hierarchy"],
            capture_output=True, text=True, check=True)
        return listed.stdout.count(package)

    def java(self):
        """The process that is the broker: this one, or one that it started."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return int(children[0]) if children else self.process.pid

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self.process.pid, 9)
        self.process.wait()


def prometheus(folder, broker):
    """Has Prometheus scrape a broker, and asks it what it saw."""
    target = urllib.parse.urlparse(broker.page).netloc
    config = folder / "prometheus.yml"
    config.write_text("global: {scrape_interval: 1s}\nscrape_configs:\n  - job_name: fila\n"
                      f"    static_configs: [{{targets: ['{target}']}}]\n")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
    process = subprocess.Popen(
        ["prometheus", f"--config.file={config}", f"--storage.tsdb.path={folder / 'prometheus'}",
         f"--web.listen-address={address}"], stderr=subprocess.DEVNULL)

    def value(query):
        """What Prometheus knows; -1 while it knows nothing, or is not there yet."""
        try:
            with urllib.request.urlopen(f"http://{address}/api/v1/query?query={urllib.parse.quote(query)}", timeout=PATIENCE) as answer:
                found = json.load(answer)["data"]["result"]
        except urllib.error.URLError:
            return -1
        return float(found[0]["value"][1]) if found else -1

    try:
        until("a scrape that went well", lambda: value("up") == 1)
        acked = "sum(fila_messages_acked_total)"
        until("a counter", lambda: value(acked) == 0)
        broker.work()
        until("a counter that moved", lambda: value(acked) == MESSAGES)
        until("a histogram", lambda: value('sum(fila_enqueue_to_delivery_seconds_count{queue="orders"})') >= MESSAGES)
    finally:
        process.kill()
        process.wait()


def otlp(broker, receiver):
    broker.work()
    until("metrics", lambda: receiver.count("fila_messages_acked") >= MESSAGES)
    wanted = {what + " orders" for what in ("enqueue", "wait", "delivery", "ack")}
    until("spans", lambda: {span.name for span in receiver.spans} >= wanted)
    assert all(span.trace_id.hex() == TRACE for span in receiver.spans)
    until("a wait for a token", lambda: "throttled" in {
        attribute.value.string_value for span in receiver.spans for attribute in span.attributes
        if attribute.key == "fila.wait.reason"})


def schemathesis(folder, broker):
    excluded = [argument for path in NOT_TRIED for argument in ("--exclude-path", path)]
    subprocess.run(
        [pathlib.Path(sys.executable).with_name("schemathesis"), "run", broker.page + "openapi.json", *excluded,
         "--checks", "not_a_server_error", "--max-examples", "20", "--seed", "1", "--request-timeout", "10", "--workers", "2",
         "--warnings", "off", "--no-color", "--max-time", "60"],
        cwd=folder, check=True)


def main():
    folder = pathlib.Path(sys.argv[1])
    receiver = Receiver()
    endpoint = {"FILA_TELEMETRY__OTLP_ENDPOINT": receiver.address(), "FILA_TELEMETRY__METRICS_INTERVAL_MS": "500"}
    with Broker(folder / "plain") as plain, Broker(folder / "told", **endpoint) as told:
        for broker in (plain, told):
            broker.call("FilaAdmin/CreateQueue", {"name": "orders"})
        prometheus(folder, plain)
        assert plain.loaded("io.opentelemetry") == 0
        otlp(told, receiver)
        assert told.loaded("io.opentelemetry") > 0
        schemathesis(folder, plain)
    print("Prometheus scrapes the metrics; metrics and traces arrive by OTLP, and nothing of it is loaded when it is off;"
          " no call that the OpenAPI document describes is answered with a server error.")


main()
