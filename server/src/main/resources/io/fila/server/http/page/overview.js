// All queues.

import {html, nothing, render} from "./lit/lit-html.js";
import {repeat} from "./lit/directives/repeat.js";
import {here, meanwhile, watch} from "./broker.js";
import {spark} from "./charts.js";
import {cluster, nodes, queuesElsewhere} from "./cluster.js";
import {concerns, isDeadLetters, sourceOf} from "./concerns.js";
import {count, rate, span} from "./format.js";
import {remember} from "./history.js";
import {card, columns, framed} from "./parts.js";

const MOST_CONCERNS = 8, MOST_ELSEWHERE = 100, CLUSTER_PAUSE = 5000;
const path = name => "#/queue/" + encodeURIComponent(name);

export function overview(main) {
  document.title = "Fila";
  let wanted = "", told = null, known = null, listed = null;
  const show = () => {
    watch({search: wanted}, (_, next) => {
      remember(next.now, next.queues);
      told = next;
      draw();
    });
    if (here !== null) meanwhile(CLUSTER_PAUSE, async () => {
      [known, listed] = await Promise.all([nodes().then(now => now ?? known), queuesElsewhere(here).then(now => now ?? listed)]);
      draw();
      return true;
    });
  };

  const draw = () => render(told || listed ? view() : html`${known ? nothing : html`<p class="none">One moment …</p>`}${cluster(known, here)}`, main);

  const view = () => {
    const {queues: own, found, room} = told ?? {queues: [], found: 0, room: true};
    const others = (listed ?? []).filter(q => q.name.toLowerCase().includes(wanted.toLowerCase())), names = new Set(others.map(q => q.name));
    // What was told last may be of a time when this node led more.
    const queues = [...own.filter(q => !names.has(q.name)), ...others.slice(0, MOST_ELSEWHERE)];
    const live = queues.filter(q => !isDeadLetters(q)), sum = (list, f) => list.reduce((s, q) => s + (q[f] || 0), 0);
    const dead = new Map(queues.filter(isDeadLetters).map(q => [sourceOf(q.name), q]));
    const orphans = [...dead.values()].filter(q => !live.some(each => each.name === sourceOf(q.name)));
    const counted = live.some(q => q.out !== null), ofHere = others.length ? " here" : "";
    return html`<h1 class="unseen">All queues</h1>
      ${attention(concerns({queues, room}))}
      <div class="cards">${[["delivered a second" + ofHere, rate(counted ? sum(live, "out") : null)], ["enqueued a second" + ofHere, rate(counted ? sum(live, "in") : null)],
        ["waiting", count(sum(live, "depth"))], ["in flight", count(sum(live, "in_flight"))],
        ["dead letters", count(sum([...dead.values()], "depth"))], ["consumers", count(sum(live, "consumers"))]].map(card)}</div>
      <section><div class="head"><h2>Queues</h2>
        <input type="search" placeholder="Find a queue" aria-label="Find a queue" @input=${event => { wanted = event.target.value; show(); }}>
        <span class="note">${found + others.length > queues.length ? `the busiest ${queues.length} of ${count(found + others.length)}` : ""}</span></div>
        ${live.length + orphans.length ? table([...live, ...orphans], dead) : empty()}</section>
      ${cluster(known, here)}`;
  };

  const table = (queues, dead) => framed("Queues", html`<thead><tr><th scope="col">Queue</th><th scope="col" class="wide">Delivered, last minute</th>
      ${columns(["In/s", "Out/s", "Waiting", "In flight", "Oldest", "Consumers"], ["In/s", "Out/s", "Waiting", "Oldest"])}</tr></thead>
    <tbody>${repeat(queues, q => q.name, q => html`<tr><td class="name"><a href=${path(q.name)} title=${q.name}>${q.name}</a>
        ${q.node ? html`<span class="tag">on node ${q.node}</span>` : nothing}
        ${q.paused ? html`<span class="tag wait">paused</span>` : nothing}
        ${q.bypassed ? html`<span class="tag bad">scripts bypassed</span>` : nothing}
        ${dead.get(q.name)?.depth ? html`<span class="tag bad">${count(dead.get(q.name).depth)} dead</span>` : nothing}</td>
      <td class="wide">${spark(q.points)}</td><td class="n">${rate(q.in)}</td><td class="n">${rate(q.out)}</td>
      <td class="n">${count(q.depth)}</td><td class="n wide">${count(q.in_flight)}</td>
      <td class="n">${q.oldest_ms ? span(q.oldest_ms) : "–"}</td><td class="n wide">${count(q.consumers)}</td></tr>`)}</tbody>`);

  const empty = () => wanted ? html`<p class="none">No queue has “${wanted}” in its name.</p>`
    : html`<p class="none">There are no queues yet. Create one:</p><pre class="try">fila queue create orders</pre>`;

  draw();
  show();
}

function attention(found) {
  if (!found.length) return html`<p class="calm"><i></i>Nothing needs attention.</p>`;
  return html`<section class="attend"><h2>Needs attention</h2><ul class="attention">${found.slice(0, MOST_CONCERNS).map(c => html`<li class=${c.kind}>
      <span>${c.queue ? html`<a href=${path(c.queue)}>${c.queue}</a>` : nothing} ${c.sentence}</span></li>`)}</ul>
    ${found.length > MOST_CONCERNS ? html`<p class="note">and ${found.length - MOST_CONCERNS} more</p>` : nothing}</section>`;
}
