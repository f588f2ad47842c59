"use strict";
// The page of a Fila broker. No library: it shows what /v1/live tells once a second, and makes calls of /v1.

const $ = (selector, parent = document) => parent.querySelector(selector);
const main = $("#main"), status = $("#status"), ask = $("#ask");
const MESSAGE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const KEY = "fila-key", POINTS = 60, BLOCK = 7;
let stream = null, view = 0;

// ---- small things ----

// An element: h("td.n", {title: "x"}, "text", child …).
function h(what, ...rest) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag);
  element.className = classes.join(" ");
  for (const part of rest.flat()) {
    if (part instanceof Node) element.append(part);
    else if (part !== null && typeof part === "object") {
      for (const [name, value] of Object.entries(part)) {
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (value !== false && value !== undefined) element.setAttribute(name, value === true ? "" : value);
      }
    } else if (part !== undefined && part !== null) element.append(String(part));
  }
  return element;
}
// A table in a frame that can be scrolled, with the keyboard too.
function framed(label, ...children) { return h("div.scroll", {tabindex: 0, role: "region", "aria-label": label}, h("table", ...children)); }
// A clock that fills up while a bucket gets its next token.
function clock(bucket) {
  const dial = h(bucket.tokens >= 1 ? "span.clock.full" : "span.clock", {role: "img", "aria-label": `next token ${percent(Math.min(1, bucket.tokens))} there`});
  dial.style.setProperty("--part", 100 * Math.min(1, Math.max(0, bucket.tokens)) + "%");
  return dial;
}
function nextToken(bucket) { return bucket.tokens >= 1 ? "now" : bucket.rate ? "in " + span(Math.max(1, (1 - bucket.tokens) / bucket.rate * 1000)) : "never"; }
function fill(parent, ...children) { parent.replaceChildren(...children.flat()); }

const whole = new Intl.NumberFormat("en");
function count(n) { return n >= 1e6 ? (n / 1e6).toFixed(1) + " M" : n >= 1e5 ? Math.round(n / 1e3) + " k" : whole.format(Math.round(n)); }
function rate(n) { return n === null ? "–" : n === 0 ? "0" : n < 10 ? n.toFixed(1) : count(n); }
function span(ms) {
  if (!ms) return "–";
  const s = ms / 1000;
  return s < 1 ? Math.round(ms) + " ms" : s < 10 ? s.toFixed(1) + " s" : s < 120 ? Math.round(s) + " s"
    : s < 7200 ? Math.round(s / 60) + " min" : s < 172800 ? Math.round(s / 3600) + " h" : Math.round(s / 86400) + " d";
}
function percent(part) { return (100 * Math.min(1, Math.max(0, part))).toFixed(part < .1 ? 1 : 0) + " %"; }

// A tenant has the same colour wherever it appears; the golden angle keeps the hues of the first ones far apart.
const hues = new Map();
function colour(key) {
  if (!hues.has(key)) {
    if (hues.size >= 5000) hues.clear();
    hues.set(key, Math.round((250 + hues.size * 137.508) % 360));
  }
  return `oklch(0.66 0.14 ${hues.get(key)})`;
}
function swatch(key) { const s = h("span.swatch"); s.style.background = colour(key); return s; }

function spark(points, top = Math.max(...points, 1)) {
  const svg = (tag, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const x = i => (POINTS - points.length + i) * 100 / (POINTS - 1), y = p => (29 - 27 * p / top).toFixed(1);
  const line = points.map((p, i) => (i ? "L" : "M") + x(i).toFixed(1) + " " + y(p)).join("");
  const picture = svg("svg", {viewBox: "0 0 100 30", preserveAspectRatio: "none", class: "spark", "aria-hidden": "true"});
  if (points.length > 1) picture.append(svg("path", {class: "area", d: `${line}L100 30L${x(0).toFixed(1)} 30Z`}), svg("path", {d: line}));
  return picture;
}
function curves(series) {
  const picture = spark([]);
  picture.setAttribute("class", "curve");
  const top = Math.max(...series.flatMap(s => s.points.filter(p => p !== null)), .001);
  for (const {points, name} of series) {
    let d = "", gap = true;
    points.forEach((p, i) => {
      if (p !== null) d += (gap ? "M" : "L") + ((POINTS - points.length + i) * 100 / (POINTS - 1)).toFixed(1) + " " + (29 - 27 * p / top).toFixed(1);
      gap = p === null;
    });
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("class", name);
    path.setAttribute("d", d);
    picture.append(path);
  }
  return picture;
}

// ---- talking to the broker ----

function headers() {
  const key = sessionStorage.getItem(KEY);
  return key ? {authorization: "Bearer " + key} : {};
}
async function call(name, request) {
  const answer = await fetch("/v1/" + name, {method: "POST", headers: {...headers(), "content-type": "application/json"}, body: JSON.stringify(request)});
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.message || body.code);
  return body;
}
function say(kind, text) { status.className = kind; $("span", status).textContent = text; }

// Server-sent events by fetch, because EventSource can't show a key.
async function watch(query, receive) {
  const mine = ++view;
  if (stream) stream.abort();
  for (let pause = 500; mine === view; pause = Math.min(8000, pause * 2)) {
    stream = new AbortController();
    try {
      const answer = await fetch("/v1/live?" + new URLSearchParams(query), {headers: headers(), signal: stream.signal});
      if (answer.status === 401 || answer.status === 403) {
        const why = (await answer.json()).message;
        if (!await askForKey(why)) return;
        continue;
      }
      if (!answer.ok) throw new Error((await answer.json()).message);
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const {value, done} = await reader.read();
        if (done || mine !== view) break;
        text += value;
        for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
          const event = Object.fromEntries(text.slice(0, end).split("\n").map(line => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
          say("live", "live");
          pause = 500;
          receive(event.event, JSON.parse(event.data));
        }
      }
    } catch (lost) {
      if (mine !== view) return;
    }
    if (mine !== view) return;
    say("lost", "the broker is not reached; trying again");
    await new Promise(resolve => setTimeout(resolve, pause));
  }
}

function dialog(title, sentence, {fields = [], action = "OK", danger = false} = {}) {
  $("h2", ask).textContent = title;
  $("p", ask).textContent = sentence;
  fill($(".fields", ask), fields);
  const go = $(".do", ask);
  go.textContent = action;
  go.classList.toggle("danger", danger);
  ask.returnValue = "";
  ask.showModal();
  ($("input", ask) || go).focus();
  return new Promise(resolve => ask.addEventListener("close", () => resolve(ask.returnValue === "yes"), {once: true}));
}
async function askForKey(why) {
  const field = h("input", {type: "password", name: "key", "aria-label": "API key", autocomplete: "off", placeholder: "fila_…"});
  if (!await dialog("This broker asks for a key", why || "It needs admin on all queues, and is kept until this tab is closed.", {fields: [field], action: "Show it"})) {
    say("lost", "no key");
    return false;
  }
  sessionStorage.setItem(KEY, field.value.trim());
  $("#forget").hidden = false;
  return true;
}
// Asks, does it, and says what came of it.
async function operate(title, sentence, action, danger, work) {
  if (!await dialog(title, sentence, {action, danger})) return;
  try { say("live", await work()); } catch (refused) { await dialog("It was refused", refused.message); }
}

// ---- the overview ----

const history = new Map();
let previous = null;
function remember(now, queues) {
  for (const q of queues) {
    const past = history.get(q.name) || {points: [], last: null};
    const seconds = past.last ? (now - past.last.now) / 1000 : 0;
    q.in = seconds > 0 ? Math.max(0, q.enqueued - past.last.enqueued) / seconds : null;
    q.out = seconds > 0 ? Math.max(0, q.delivered - past.last.delivered) / seconds : null;
    q.failed = seconds > 0 ? Math.max(0, q.lease_expired - past.last.lease_expired) : 0;
    if (q.out !== null) past.points = [...past.points, q.out].slice(-POINTS);
    past.last = {now, ...q};
    q.points = past.points;
    history.set(q.name, past);
  }
}
const path = name => "#/queue/" + encodeURIComponent(name);

function concerns(tell) {
  const found = [];
  const add = (kind, queue, sentence) => found.push({kind, queue, sentence});
  if (!tell.room) add("bad", null, "The disk is nearly full: new messages are refused.");
  for (const q of tell.queues) {
    if (q.name.endsWith(".dlq")) {
      if (q.depth) add("bad", q.name.slice(0, -4), `has ${count(q.depth)} dead letter${q.depth > 1 ? "s" : ""}.`);
      continue;
    }
    if (q.bypassed) add("bad", q.name, "bypasses its scripts: they failed too often.");
    if (q.failed) add("wait", q.name, "lets leases expire: a consumer is too slow, or gone.");
    if (q.paused && q.depth) add("wait", q.name, `is paused with ${count(q.depth)} waiting.`);
    else if (q.depth && !q.consumers) add("wait", q.name, `has ${count(q.depth)} waiting and no consumer.`);
    else if (q.useful_consumers > 0 && q.oldest_ms > 10000) add("wait", q.name, `keeps messages waiting for ${span(q.oldest_ms)}: ${count(q.useful_consumers)} more consumer${q.useful_consumers > 1 ? "s" : ""} would have work.`);
  }
  return found.sort((a, b) => a.kind.localeCompare(b.kind));
}

function overview() {
  document.title = "Fila";
  const cards = h("div.cards"), attention = h("div"), body = h("tbody"), note = h("span.note");
  const search = h("input", {type: "search", placeholder: "Find a queue", "aria-label": "Find a queue", oninput: () => show()});
  const head = ["Queue", "Delivered, last minute", "In/s", "Out/s", "Waiting", "In flight", "Oldest", "Consumers"];
  fill(main, h("h1.unseen", "All queues"), cards, attention, h("section", h("div.head", h("h2", "Queues"), search, note), framed("Queues",
    h("thead", h("tr", head.map((t, i) => h(i === 1 ? "th.wide" : i ? "th.n" : "th", {scope: "col"}, t)))), body)));
  const receive = (event, tell) => {
    remember(tell.now, tell.queues);
    const live = tell.queues.filter(q => !q.name.endsWith(".dlq")), sum = (list, f) => list.reduce((s, q) => s + (q[f] || 0), 0);
    const dead = new Map(tell.queues.filter(q => q.name.endsWith(".dlq")).map(q => [q.name.slice(0, -4), q]));
    const orphans = [...dead].filter(([name]) => !live.some(q => q.name === name)).map(([, q]) => q);
    const known = live.some(q => q.out !== null);
    fill(cards, [["delivered a second", rate(known ? sum(live, "out") : null)], ["enqueued a second", rate(known ? sum(live, "in") : null)],
      ["waiting", count(sum(live, "depth"))], ["in flight", count(sum(live, "in_flight"))], ["dead letters", count(sum([...dead.values()], "depth"))],
      ["consumers", count(sum(live, "consumers"))]].map(([name, value]) => h("div.card", h("b", value), h("span", name))));
    const list = concerns(tell).slice(0, 8);
    fill(attention, list.length ? h("section", h("div.head", h("h2", "Needs attention")), h("ul.attention", list.map(c =>
      h("li." + c.kind, h("span", c.queue ? h("a", {href: path(c.queue)}, c.queue) : "", " ", c.sentence))))) : []);
    fill(body, [...live, ...orphans].map(q => h("tr",
      h("td.name", h("a", {href: path(q.name), title: q.name}, q.name), q.paused ? h("span.tag.wait", "paused") : null,
        dead.get(q.name)?.depth ? h("span.tag.bad", count(dead.get(q.name).depth) + " dead") : null),
      h("td.wide", spark(q.points)), h("td.n", rate(q.in)), h("td.n", rate(q.out)), h("td.n", count(q.depth)), h("td.n", count(q.in_flight)),
      h("td.n", span(q.oldest_ms)), h("td.n", count(q.consumers)))));
    if (!body.children.length) fill(body, h("tr", h("td", {colspan: 8}, h("p.none", search.value ? "No queue has that in its name." : "There are no queues yet. ", search.value ? "" : h("code", "fila queue create orders")))));
    note.textContent = tell.found > tell.queues.length ? `the busiest ${tell.queues.length} of ${count(tell.found)}` : "";
  };
  const show = () => watch({search: search.value}, receive);
  show();
}

// ---- one queue ----

function queuePage(name) {
  document.title = name + " – Fila";
  history.delete(name);
  const dlq = name.endsWith(".dlq");
  const tags = h("span"), cards = h("div.cards"), rows = h("tbody.keys"), buckets = h("tbody"), consumers = h("tbody"), legend = h("div.legend"), waits = h("div");
  const keysNote = h("span.note"), dead = h("section"), config = h("dl"), strip = h("canvas", {role: "img", "aria-label": "Recent deliveries, a block each, coloured by fairness key"});
  const search = h("input", {type: "search", placeholder: "Find a fairness key", "aria-label": "Find a fairness key; or the id of a message, to ask about it", oninput: () => show()});
  const pause = h("button", {onclick: () => paused
    ? operate("Resume " + name + "?", "Deliveries to its consumers go on.", "Resume", false, async () => { await call("FilaAdmin/ResumeQueue", {queue: name}); return "resumed"; })
    : operate("Pause " + name + "?", "Nothing is delivered until it is resumed, also after a restart. Producers go on, and consumers can settle what they hold.", "Pause", false, async () => { await call("FilaAdmin/PauseQueue", {queue: name}); return "paused"; })}, "Pause…");
  const purge = h("button", {onclick: () => operate("Purge " + name + "?", `All ${count(depth)} waiting messages are deleted for good. What is in flight stays.`, "Delete them", true, async () =>
    `deleted ${count(Number((await call("FilaAdmin/PurgeQueue", {queue: name})).purged))}`)}, "Purge…");
  const explain = async asked => {
    const message = MESSAGE_ID.test(asked);
    try {
      const said = await call("FilaAdmin/Explain", message ? {queue: name, message_id: asked} : {queue: name, fairness_key: asked});
      const steps = (said.history || []).slice(-8).map(step => h("li", h("time", new Date(step.at).toLocaleTimeString()), " ", step.kind.slice(10).toLowerCase().replaceAll("_", " "),
        step.consumer && step.consumer !== "0" ? " by consumer " + step.consumer : "", step.target_queue ? " to " + step.target_queue : "", step.detail ? ": " + step.detail : ""));
      await dialog(message ? "What became of it?" : `Why does ${asked || "it"} wait?`, said.change ? said.sentence + " " + said.change : said.sentence, {fields: steps.length ? [h("ol.steps", steps)] : []});
    } catch (refused) { await dialog("It was refused", refused.message); }
  };
  // Rows are drawn anew each second, so that a click would often begin on one and end on the next.
  rows.addEventListener("pointerdown", event => { const key = event.target.closest("td.name")?.title; if (key) explain(key); });
  const why = h("button", {onclick: () => explain(search.value.trim())}, "Why does it wait?");
  const scripts = scriptTrial(name);
  let paused = false, depth = 0, letters = -1, blocks = [], delivered = new Map(), last = null, p50 = [], p95 = [];
  const table = (label, heads, body) => framed(label, h("thead", h("tr", heads.map((t, i) => h(i ? "th.n" : "th", {scope: "col"}, t)))), body);
  fill(main, h("div.title", h("h1", name), tags, h("div.actions", pause, purge)), cards,
    h("section", h("div.head", h("h2", "Deliveries as they go out"), h("span.note", "newest on the right, a colour a tenant")), strip, legend),
    h("section", h("div.head", h("h2", "Fairness keys"), search, why, keysNote), framed("Fairness keys", h("thead", h("tr",
      ["Key", "Share of deliveries", "Share | fair", "Out/s", "Waiting", "In flight", "Weight", "Deficit"].map((t, i) => h(i > 1 ? "th.n" : "th", {scope: "col"}, t)))), rows)),
    h("div.two", h("section", h("div.head", h("h2", "Wait from enqueue to delivery"), h("span.note", h("span.p50", "median"), " · ", h("span.p95", "95 %"))), waits),
      h("section", h("div.head", h("h2", "Consumers")), table("Consumers", ["Consumer", "Holds", "May hold", "Asked for"], consumers)),
      h("section", h("div.head", h("h2", "Token buckets"), h("span.note", "shared by all queues")), table("Token buckets", ["Throttle key", "Tokens", "Rate", "Next token", "Waiting"], buckets)), dead),
    scripts.section, h("section", h("div.head", h("h2", "Configuration")), config));
  if (dlq) { dead.remove(); scripts.section.remove(); }
  call("FilaAdmin/GetStats", {queue: name}).then(stats => {
    scripts.show(stats.config || {});
    fill(config, Object.entries(stats.config || {}).filter(([, value]) => value !== "" && value !== "0" && value !== 0 && value !== false)
    .flatMap(([key, value]) => [h("dt", key), h("dd", key.endsWith("script") ? h("pre", value) : typeof value === "object" ? JSON.stringify(value) : value)]));
  }, () => {});

  const quantile = (bounds, counts, q) => {
    const all = counts.reduce((a, b) => a + b, 0);
    let sum = 0;
    for (let i = 0; i < counts.length && all; i++) {
      const before = sum;
      sum += counts[i];
      if (sum >= q * all) {
        const low = i ? bounds[i - 1] : 0, high = i < bounds.length ? bounds[i] : low;
        return low + (high - low) * (counts[i] ? (q * all - before) / counts[i] : 0);
      }
    }
    return null;
  };
  const draw = () => {
    const ratio = window.devicePixelRatio || 1, width = strip.clientWidth, height = strip.clientHeight, pen = strip.getContext("2d");
    strip.width = width * ratio; strip.height = height * ratio;
    pen.scale(ratio, ratio);
    const fits = Math.floor(width / BLOCK);
    blocks = blocks.slice(-fits);
    blocks.forEach((key, i) => { pen.fillStyle = colour(key); pen.fillRect(width - (blocks.length - i) * BLOCK, 0, BLOCK - 1, height); });
  };
  const letterbox = async () => {
    const open = $("table", dead);
    fill(dead, h("div.head", h("h2", "Dead letters"), h("span.note", count(letters))), letters ? h("div.actions",
      h("button", {onclick: peek}, open ? "Look again" : "Look at them"),
      h("button.do", {onclick: () => operate("Redrive the dead letters?", `${count(letters)} message${letters > 1 ? "s go" : " goes"} back to ${name}, oldest first, and ${letters > 1 ? "are" : "is"} scheduled anew; attempts start at 0.`, "Redrive",
        false, async () => `redriven ${count(Number((await call("FilaAdmin/Redrive", {dlq_queue: name + ".dlq"})).redriven))}`)}, "Redrive…")) : h("p.none", "None."));
  };
  const peek = async () => {
    try {
      const found = (await call("FilaAdmin/PeekMessages", {queue: name + ".dlq", page_size: 10})).messages || [];
      const text = payload => { try { return new TextDecoder("utf-8", {fatal: true}).decode(Uint8Array.from(atob(payload), c => c.charCodeAt(0))); } catch { return payload; } };
      $("table", dead)?.parentElement.remove();
      dead.append(table("Dead letters", ["Key", "Attempts", "Reason", "Payload"], h("tbody", found.map(entry => entry.message || entry).map(m => h("tr", h("td.name", swatch(m.metadata?.fairness_key || ""), m.metadata?.fairness_key),
        h("td.n", m.metadata?.attempt_count ?? 0), h("td.n.payload", m.metadata?.dead_letter_reason || "–"), h("td.n.payload", h("button.link", {title: "What became of " + m.id + "?", onclick: () => explain(m.id)}, text(m.payload || "") || "(empty)")))))));
    } catch (refused) { await dialog("It was refused", refused.message); }
  };
  const receive = (event, q) => {
    if (event === "gone") { fill(main, h("section", h("p.none", `There is no queue ${name}. `), h("a", {href: "#/"}, "All queues"))); return; }
    remember(q.now, [q]);
    paused = q.paused; depth = q.depth;
    pause.textContent = paused ? "Resume…" : "Pause…";
    purge.disabled = !depth;
    fill(tags, paused ? h("span.tag.wait", "paused") : null || [], q.bypassed ? h("span.tag.bad", "scripts bypassed") : []);
    const seconds = last ? (q.now - last.now) / 1000 : 0;
    const fresh = last ? q.waits.map((n, i) => n - last.waits[i]) : q.waits.map(() => 0);
    p50 = [...p50, quantile(q.bounds, fresh, .5)].slice(-POINTS);
    p95 = [...p95, quantile(q.bounds, fresh, .95)].slice(-POINTS);
    const lately = p50.findLast(p => p !== null), slowest = p95.findLast(p => p !== null);
    fill(cards, [["delivered a second", rate(q.out)], ["enqueued a second", rate(q.in)], ["waiting", count(q.depth)], ["in flight", count(q.in_flight)],
      ["oldest", span(q.oldest_ms)], ["more consumers would help", count(q.useful_consumers)]].map(([label, value]) => h("div.card", h("b", value), h("span", label))));
    fill(waits, curves([{points: p95, name: "p95"}, {points: p50, name: "p50"}]), h("p.note", slowest === undefined ? "Nothing was delivered yet." : `median ${span(Math.max(1, lately * 1000))}, 95 % within ${span(Math.max(1, slowest * 1000))}`));
    blocks.push(...q.recent);
    draw();
    const seen = [...new Set(blocks)];
    fill(legend, seen.slice(0, 12).map(key => h("span", swatch(key), key)), seen.length > 12 ? h("span", `and ${seen.length - 12} more`) : [], seen.length ? [] : h("span", "Nothing was delivered since this page was opened."));
    const all = last ? q.delivered - last.delivered : 0;
    const list = (q.rows || []).map(k => {
      const before = delivered.get(k.key);
      const now = k.delivered !== undefined && before !== undefined ? Math.max(0, k.delivered - before.n) : null;
      const share = before && now !== null && all > 0 ? before.share * .6 + .4 * now / all : before?.share || 0;
      delivered.set(k.key, {n: k.delivered ?? 0, share});
      return {...k, share, out: now === null || !seconds ? null : now / seconds, fair: k.pending && !k.paused && !k.waits_for && q.active_weight ? k.weight / q.active_weight : null};
    }).filter(k => k.pending || k.in_flight || k.out || k.share > .001).sort((a, b) => b.share - a.share || b.pending - a.pending || a.key.localeCompare(b.key)).slice(0, 40);
    const clocks = new Map(q.buckets.map(b => [b.key, b]));
    fill(rows, list.map(k => {
      const bar = h("span.bar", {role: "img", "aria-label": `${percent(k.share)} of deliveries` + (k.fair ? `, fair share ${percent(k.fair)}` : "")}), i = h("i"), u = h("u");
      i.style.width = 100 * Math.min(1, k.share) + "%"; i.style.background = colour(k.key);
      bar.append(i);
      if (k.fair) { u.style.left = `calc(${100 * k.fair}% - 1px)`; bar.append(u); }
      return h("tr", h("td.name", {title: k.key}, swatch(k.key), k.key, k.paused ? h("span.tag.wait", "paused") : k.waits_for ? h("span.tag.wait", clocks.has(k.waits_for) ? clock(clocks.get(k.waits_for)) : null, "waits for " + k.waits_for) : null),
        h("td", bar), h("td.n", percent(k.share), " | ", k.fair ? percent(k.fair) : "–"), h("td.n", rate(k.out)), h("td.n", count(k.pending)), h("td.n", count(k.in_flight)), h("td.n", count(k.weight)), h("td.n", count(k.deficit)));
    }));
    if (!list.length) fill(rows, h("tr", h("td", {colspan: 8}, h("p.none", search.value ? "That key has nothing here." : "Nothing waits and nothing is delivered."))));
    keysNote.textContent = q.keys > list.length ? `${list.length} of ${count(q.keys)} with messages waiting` : "";
    fill(consumers, (q.consumer_rows || []).slice(0, 12).map(c => h("tr", h("td", c.id), h("td.n", count(c.held)), h("td.n", count(c.window)), h("td.n", count(c.credit)))));
    if (!q.consumers) fill(consumers, h("tr", h("td", {colspan: 4}, h("p.none", "Nobody consumes from it."))));
    fill(buckets, q.buckets.map(b => h("tr", h("td.name", {title: b.key}, b.key), h("td.n", b.tokens.toFixed(1), " of ", count(b.burst)), h("td.n", rate(b.rate), "/s"),
      h("td.n", clock(b), nextToken(b)), h("td.n", count(b.waiting)))));
    if (!q.buckets.length) fill(buckets, h("tr", h("td", {colspan: 5}, h("p.none", "No throttle key has a rate."))));
    if (!dlq && (q.dead_letters || 0) !== letters) { letters = q.dead_letters || 0; letterbox(); }
    last = q;
  };
  const show = () => watch({queue: name, search: search.value}, receive);
  show();
}

// ---- scripts ----

// The scripts of a queue with a box to try them, and changes to them, on a made message. Nothing is stored.
function scriptTrial(queue) {
  const hook = h("select", {"aria-label": "Function", onchange: () => choose()}, h("option", {value: "on_enqueue"}, "on_enqueue"), h("option", {value: "on_failure"}, "on_failure"));
  const script = h("textarea.script", {"aria-label": "Script", rows: 5, spellcheck: "false"});
  const headers = h("input", {"aria-label": "Headers of the message", placeholder: "tenant=acme, region=eu"});
  const size = h("input", {"aria-label": "Bytes of the payload", type: "number", min: 0, value: 100});
  const attempts = h("input", {"aria-label": "Failed attempts", type: "number", min: 1, value: 1}), error = h("input", {"aria-label": "What the consumer said", value: "it failed"});
  const answer = h("div.answer", {role: "status"});
  const field = (label, input) => h("label.field", h("span", label), input);
  const onEnqueue = field("Payload bytes", size), onFailure = [field("Attempts", attempts), field("Error", error)];
  let own = {};
  const examples = {on_enqueue: "function on_enqueue(msg)\n  return { fairness_key = msg.headers.tenant or \"unknown\" }\nend",
    on_failure: "function on_failure(msg)\n  if msg.attempts >= 3 then return { action = \"dlq\" } end\n  return { action = \"retry\", delay_ms = 100 }\nend"};
  const choose = () => {
    script.value = own[hook.value + "_script"] || examples[hook.value];
    onEnqueue.hidden = hook.value !== "on_enqueue";
    onFailure.forEach(each => { each.hidden = hook.value === "on_enqueue"; });
    fill(answer);
  };
  const go = async () => {
    const pairs = headers.value.split(",").map(pair => pair.split("=")).filter(([key]) => key.trim()).map(([key, ...value]) => [key.trim(), value.join("=").trim()]);
    try {
      const said = await call("FilaAdmin/TryScript", {queue, hook: hook.value, script: script.value, headers: Object.fromEntries(pairs), payload_size: Number(size.value),
        attempts: Number(attempts.value), error: error.value});
      const found = said.failure ? [["failed", said.failure]] : hook.value === "on_enqueue"
        ? [["fairness key", said.fairness_key], ["weight", said.weight], ["throttle keys", (said.throttle_keys || []).join(", ") || "none"]]
        : [["action", said.action], ["after", said.action === "retry" ? said.delay_ms && said.delay_ms !== "0" ? span(Number(said.delay_ms)) : "the queue's backoff" : "–"]];
      if (!said.failure) found.push(["took", (Number(said.nanos) / 1000).toFixed(0) + " µs, " + count(Number(said.memory_bytes)) + " bytes"]);
      fill(answer, h("dl", found.flatMap(([key, value]) => [h("dt", key), h(said.failure ? "dd.bad" : "dd", value)])));
    } catch (refused) { fill(answer, h("p.bad", refused.message)); }
  };
  choose();
  const section = h("section", h("div.head", h("h2", "Scripts"), hook, h("span.note", "tried on a made message, in the broker's sandbox; nothing is stored")), script,
    h("div.trial", field("Headers", headers), onEnqueue, onFailure, h("button.do", {onclick: go}, "Try it")), answer);
  return {section, show(config) { own = config; choose(); }};
}

// ---- start ----

function route() {
  const found = location.hash.match(/^#\/queue\/(.+)$/);
  if (found) queuePage(decodeURIComponent(found[1]));
  else overview();
}
$("#forget").addEventListener("click", () => { sessionStorage.removeItem(KEY); location.reload(); });
addEventListener("keydown", event => {
  const field = $("input[type=search]");
  if (event.key === "/" && field && !event.target.closest("input, textarea, select") && !ask.open) { event.preventDefault(); field.focus(); }
});
addEventListener("hashchange", () => { route(); main.focus(); });
(async () => {
  const {key_needed: needed} = await (await fetch("/v1/access")).json();
  if (needed && !sessionStorage.getItem(KEY) && !await askForKey()) return;
  $("#forget").hidden = !sessionStorage.getItem(KEY);
  route();
})();
