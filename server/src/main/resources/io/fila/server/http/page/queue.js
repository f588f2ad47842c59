// One queue: the scheduler at work.

import {html, nothing, render} from "./lit/lit-html.js";
import {call, here, meanwhile, operate, watch} from "./broker.js";
import {POINTS, Strip, waits} from "./charts.js";
import {queueElsewhere} from "./cluster.js";
import {concernsOf, isDeadLetters} from "./concerns.js";
import {DeadLetters} from "./deadletters.js";
import {explain} from "./explain.js";
import {colour, count, rate, span} from "./format.js";
import {forget, remember} from "./history.js";
import {Lanes, clock, nextToken} from "./lanes.js";
import {card, framed, heads, keepingFocus, swatch} from "./parts.js";
import {ScriptTrial} from "./scripts.js";

const MOST_CURVES = 6, MOST_CONSUMERS = 12, MOST_NAMES = 12, CLUSTER_PAUSE = 5000;

export function queuePage(main, name) {
  document.title = name + " – Fila";
  forget(name);
  const lanes = new Lanes(), scripts = new ScriptTrial(name, () => draw()), letters = new DeadLetters(name, () => draw());
  let q = null, strip = null, wanted = "", config = {}, median = [], slow = [], waited = null;

  const show = () => {
    watch({queue: name, search: wanted}, take);
    if (here !== null) meanwhile(CLUSTER_PAUSE, async () => {
      const known = q ?? await queueElsewhere(name);
      if (!q && known.node !== here) render(known.node ? elsewhere(known) : gone(name, known.why), main);
      return true;
    });
  };
  const take = (event, told) => {
    if (event === "gone") {
      q = strip = null;
      if (here === null) render(gone(name), main);
      return;
    }
    remember(told.now, [told]);
    times(told);
    lanes.take(told, q);
    letters.take(told.dead_letters || 0);
    q = told;
    draw();
    strip ??= begun();
    strip.add(q.recent);
  };
  const draw = () => { if (q) keepingFocus(() => render(view(), main)); };
  const begun = () => {
    call("FilaAdmin/GetStats", {queue: name}).then(stats => { config = stats.config || {}; scripts.take(config); draw(); }, () => {});
    return new Strip(main.querySelector("canvas"));
  };

  // How long what was delivered since the last event had waited, half of it and nearly all of it.
  const times = told => {
    const fresh = waited ? told.waits.map((n, i) => n - waited[i]) : told.waits.map(() => 0);
    waited = told.waits;
    median = [...median, quantile(told.bounds, fresh, .5)].slice(-POINTS);
    slow = [...slow, quantile(told.bounds, fresh, .95)].slice(-POINTS);
  };

  const view = () => html`
    ${up}
    <div class="title"><h1>${name}</h1>
      ${q.paused ? html`<span class="tag wait">paused</span>` : nothing}${q.bypassed ? html`<span class="tag bad">scripts bypassed</span>` : nothing}
      <div class="actions"><button @click=${pause}>${q.paused ? "Resume…" : "Pause…"}</button><button ?disabled=${!q.depth} @click=${purge}>Purge…</button></div></div>
    ${concerned()}
    <div class="cards">${[["delivered a second", rate(q.out)], ["enqueued a second", rate(q.in)], ["waiting", count(q.depth)], ["in flight", count(q.in_flight)],
      ["oldest message", q.oldest_ms ? span(q.oldest_ms) : "–"], ["consumers to add", count(q.useful_consumers)]].map(card)}</div>
    <section><div class="head"><h2>Deliveries as they go out</h2><span class="note">a block each, newest on the right</span></div>
      <canvas role="img" aria-label="Recent deliveries, a block each, coloured by fairness key"></canvas>${legend()}</section>
    <section><div class="head"><h2>Fairness keys</h2>
      <input type="search" placeholder="Key or message id" aria-label="Find a fairness key by its name, or a message by its id" @input=${find} @keydown=${event => event.key === "Enter" && explain(name, wanted)}>
      <button @click=${() => explain(name, wanted)}>Why does it wait?</button>
      <span class="note">${lanes.shown < q.keys ? `${count(lanes.shown)} of ${count(q.keys)} keys with something waiting` : ""}</span></div>
      ${lanes.view(q, wanted, key => explain(name, key))}</section>
    <div class="two">
      <section><div class="head"><h2>Wait by key</h2><span class="note">from enqueue to delivery, mean</span></div>${byKey()}</section>
      <section><div class="head"><h2>Wait, all keys</h2><span class="note"><span class="key p50">median</span> <span class="key p95">95 % within</span></span></div>${ofAll()}</section>
      <section><div class="head"><h2>Consumers</h2><span class="note">${q.consumers > MOST_CONSUMERS ? `${MOST_CONSUMERS} of ${count(q.consumers)}` : ""}</span></div>${consumers()}</section>
      <section><div class="head"><h2>Token buckets</h2><span class="note">shared by all queues</span></div>${buckets()}</section>
      ${isDeadLetters(q) ? nothing : letters.view()}
      <section><div class="head"><h2>Configuration</h2></div>${settings()}</section></div>
    ${isDeadLetters(q) ? nothing : scripts.view()}`;

  const concerned = () => {
    const found = concernsOf(q, q.dead_letters);
    return found.length ? html`<ul class="attention attend">${found.map(c => html`<li class=${c.kind}><span>This queue ${c.sentence}</span></li>`)}</ul>` : nothing;
  };
  const legend = () => {
    const keys = strip?.keys || [];
    return html`<div class="legend">${keys.slice(0, MOST_NAMES).map(key => html`<span>${swatch(key)}${key}</span>`)}
      ${keys.length > MOST_NAMES ? html`<span>and ${count(keys.length - MOST_NAMES)} more</span>` : nothing}
      ${keys.length ? nothing : html`<span>Nothing has been delivered since this page was opened.</span>`}</div>`;
  };
  const byKey = () => {
    const curves = lanes.busiest(MOST_CURVES);
    if (!curves.length) return html`<p class="none">Nothing has been delivered since this page was opened.</p>`;
    return html`${waits(curves.map(k => ({points: k.waits, colour: colour(k.key)})), "How long messages of each key waited, over the last minute")}
      <div class="legend">${curves.map(k => html`<span>${swatch(k.key)}${k.key} <b>${span(k.waits.findLast(ms => ms !== null))}</b></span>`)}</div>`;
  };
  const ofAll = () => {
    const half = median.findLast(ms => ms !== null), most = slow.findLast(ms => ms !== null);
    if (half === undefined) return html`<p class="none">Nothing has been delivered since this page was opened.</p>`;
    return html`${waits([{points: slow, className: "p95"}, {points: median, className: "p50"}], "How long messages waited, over the last minute")}
      <div class="legend"><span>median <b>${span(half)}</b></span><span>95 % within <b>${span(most)}</b></span></div>`;
  };
  const consumers = () => q.consumers ? framed("Consumers", html`${heads(["Consumer", "Holds", "May hold", "Ready for"])}
    <tbody>${q.consumer_rows.slice(0, MOST_CONSUMERS).map(c => html`<tr><td>${c.id}</td><td class="n">${count(c.held)}</td><td class="n">${count(c.window)}</td><td class="n">${count(c.credit)}</td></tr>`)}</tbody>`)
    : html`<p class="none">No consumer is connected. Try one:</p><pre class="try">fila consume ${name} --ack</pre>`;
  const buckets = () => q.buckets.length ? framed("Token buckets", html`${heads(["Throttle key", "Tokens", "Rate", "Next token", "Waiting"], ["Throttle key", "Tokens", "Next token", "Waiting"])}
    <tbody>${q.buckets.map(b => html`<tr><td class="name" title=${b.key}>${b.key}</td><td class="n">${b.tokens.toFixed(1)} of ${count(b.burst)}</td><td class="n wide">${rate(b.rate)}/s</td>
      <td class="n">${clock(b)}${nextToken(b)}</td><td class="n">${count(b.waiting)}</td></tr>`)}</tbody>`)
    : html`<p class="none">No throttle key has a rate. Set one:</p><pre class="try">fila config set throttle:partner:rate 5</pre>`;
  const settings = () => {
    const set = Object.entries(config).filter(([, value]) => value !== "" && value !== "0" && value !== 0 && value !== false);
    return html`<dl>${set.map(([key, value]) => html`<dt>${key}</dt><dd>${key.endsWith("script") ? html`<pre>${value}</pre>` : typeof value === "object" ? JSON.stringify(value) : value}</dd>`)}</dl>`;
  };

  const find = event => { wanted = event.target.value.trim(); show(); };
  const pause = () => q.paused
    ? operate({title: `Resume ${name}?`, sentence: "Its consumers get messages again.", action: "Resume", cancel: true}, async () => { await call("FilaAdmin/ResumeQueue", {queue: name}); return "resumed"; })
    : operate({title: `Pause ${name}?`, sentence: "Nothing is delivered until it is resumed, not even after a restart. Producers can go on sending, and consumers can ack what they hold.", action: "Pause", cancel: true},
      async () => { await call("FilaAdmin/PauseQueue", {queue: name}); return "paused"; });
  const purge = () => operate({title: `Purge ${name}?`, sentence: `All ${count(q.depth)} waiting messages are deleted for good. What consumers hold stays with them.`, action: "Delete them", cancel: true, danger: true},
    async () => `deleted ${count(Number((await call("FilaAdmin/PurgeQueue", {queue: name})).purged))}`);

  render(html`<p class="none">One moment …</p>`, main);
  show();
}

const up = html`<nav aria-label="Up"><a href="#/">← All queues</a></nav>`;

const gone = (name, why = "There is no queue of this name. It may have been deleted.") => html`${up}<section><h1>${name}</h1><p class="none">${why}</p></section>`;

const elsewhere = q => html`${up}<div class="title"><h1>${q.name}</h1>${q.paused ? html`<span class="tag wait">paused</span>` : nothing}</div>
  <div class="cards">${[["waiting", count(q.depth)], ["in flight", count(q.in_flight)], ["consumers", count(q.consumers)]].map(card)}</div>
  <section><p class="none">Node ${q.node} leads this queue: open the page of that node to see the scheduler at work.</p></section>`;

// Below which time so many of the deliveries were, in milliseconds; null if there were none.
function quantile(bounds, counts, q) {
  const all = counts.reduce((a, b) => a + b, 0);
  for (let i = 0, sum = 0; i < counts.length && all; i++) {
    const before = sum;
    sum += counts[i];
    if (sum >= q * all) {
      const low = i ? bounds[i - 1] : 0, high = i < bounds.length ? bounds[i] : low;
      return 1000 * (low + (high - low) * (counts[i] ? (q * all - before) / counts[i] : 0));
    }
  }
  return null;
}
