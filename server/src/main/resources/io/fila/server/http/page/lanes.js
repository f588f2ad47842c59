// The fairness keys of a queue: shares beside fair shares, and who waits for what.

import {html, nothing} from "./lit/lit-html.js";
import {repeat} from "./lit/directives/repeat.js";
import {POINTS} from "./charts.js";
import {colour, count, percent, rate, span} from "./format.js";
import {columns, framed, swatch} from "./parts.js";

// Rows that differ little keep their order: nobody can read a table whose rows change places every second.
const rank = k => Math.round(20 * k.share);

const MOST_ROWS = 40, MOST_KNOWN = 500, SMOOTH = .4, NEGLIGIBLE = .001;

// A clock that fills up while a bucket gets its next token.
export function clock(bucket) {
  const part = Math.min(1, Math.max(0, bucket.tokens));
  return html`<span class=${part < 1 ? "clock" : "clock full"} role="img" aria-label=${`next token ${percent(part)} there`} .style=${`--part: ${100 * part}%`}></span>`;
}
export function nextToken(bucket) {
  return bucket.tokens >= 1 ? "now" : bucket.rate ? "in " + span(Math.max(1, (1 - bucket.tokens) / bucket.rate * 1000)) : "never";
}

export class Lanes {
  #known = new Map();
  #rows = [];

  // What each key did since the last event.
  take(q, before) {
    const seconds = before ? (q.now - before.now) / 1000 : 0, all = before ? q.delivered - before.delivered : 0;
    if (this.#known.size > MOST_KNOWN) this.#known.clear();
    this.#rows = (q.rows || []).map(k => {
      const past = this.#known.get(k.key);
      const fresh = k.delivered !== undefined && past !== undefined ? Math.max(0, k.delivered - past.delivered) : null;
      const share = past && fresh !== null && all > 0 ? past.share * (1 - SMOOTH) + SMOOTH * fresh / all : past?.share || 0;
      const waited = fresh ? (k.waited_ms - past.waited) / fresh : null;
      const waits = [...past?.waits || [], waited].slice(-POINTS);
      this.#known.set(k.key, {delivered: k.delivered ?? 0, waited: k.waited_ms ?? 0, share, waits});
      const held = k.paused || k.waits_for;
      return {...k, share, waits, out: fresh === null || !seconds ? null : fresh / seconds, wait: waits.findLast(ms => ms !== null),
        fair: k.pending && !held && q.active_weight ? Math.min(1, k.weight / q.active_weight) : null};
    }).filter(k => k.pending || k.in_flight || k.out || k.share > NEGLIGIBLE)
      .sort((a, b) => rank(b) - rank(a) || a.key.localeCompare(b.key)).slice(0, MOST_ROWS);
  }

  get shown() { return this.#rows.filter(k => k.pending).length; }

  // Those with most deliveries of whom it is known how long they wait.
  busiest(most) { return this.#rows.filter(k => k.waits.some(ms => ms !== null)).slice(0, most); }

  view(q, wanted, explain) {
    if (!this.#rows.length) return html`<p class="none">${wanted ? `Nothing of “${wanted}” is here.` : "Nothing waits, and nothing is in flight."}</p>`;
    const clocks = new Map(q.buckets.map(b => [b.key, b]));
    const top = Math.max(...this.#rows.map(k => Math.max(k.share, k.fair || 0)), NEGLIGIBLE) * 1.08;
    return framed("Fairness keys", html`<thead><tr><th scope="col">Key</th><th scope="col" class="share">Share<span class="wide"> of deliveries, fair share marked</span></th>
        ${columns(["Share", "Fair", "Out/s", "Wait", "Waiting", "In flight", "Weight", "Deficit"], ["Wait", "Waiting"])}</tr></thead>
      <tbody>${repeat(this.#rows, k => k.key, k => html`<tr>
        <td class="name">${swatch(k.key)}<button class="link" title=${`Why does ${k.key} wait?`} @click=${() => explain(k.key)}>${k.key}</button>${why(k, clocks)}</td>
        <td class="share">${bar(k, top)}</td><td class="n wide">${percent(k.share)}</td><td class="n wide soft">${k.fair ? percent(k.fair) : "–"}</td>
        <td class="n wide">${rate(k.out)}</td><td class="n">${span(k.wait)}</td><td class="n">${count(k.pending)}</td><td class="n wide">${count(k.in_flight)}</td>
        <td class="n wide">${count(k.weight)}</td><td class="n wide">${count(k.deficit)}</td></tr>`)}</tbody>`);
  }
}

function why(k, clocks) {
  if (k.paused) return html`<span class="tag wait">paused</span>`;
  if (!k.waits_for) return nothing;
  return html`<span class="tag wait">${clocks.has(k.waits_for) ? clock(clocks.get(k.waits_for)) : nothing}waits for ${k.waits_for}</span>`;
}

const bar = (k, top) => html`<span class="bar" role="img" aria-label=${`${percent(k.share)} of deliveries` + (k.fair ? `, fair share ${percent(k.fair)}` : "")}>
  <i .style=${`width: ${100 * k.share / top}%; background: ${colour(k.key)}`}></i>${k.fair ? html`<u .style=${`left: calc(${100 * k.fair / top}% - 1px)`}></u>` : nothing}</span>`;
