// The dead letters of a queue: how many, what they are, and back with them.

import {html} from "./lit/lit-html.js";
import {call, operate} from "./broker.js";
import {ask} from "./dialog.js";
import {explain} from "./explain.js";
import {count, several} from "./format.js";
import {framed, swatch} from "./parts.js";

const PAGE = 10;

export class DeadLetters {
  #found = null;
  #letters = 0;

  constructor(queue, changed) {
    this.queue = queue;
    this.changed = changed;
  }

  take(letters) {
    this.#letters = letters;
    if (!letters) this.#found = null;
  }

  view() {
    return html`<section><div class="head"><h2>Dead letters</h2><span class="note">${this.#letters ? count(this.#letters) : ""}</span></div>
      ${this.#letters ? html`<div class="actions"><button @click=${() => this.#peek()}>${this.#found ? "Look again" : "Look at them"}</button>
        <button class="do" @click=${() => this.#redrive()}>Redrive…</button></div>${this.#found ? this.#table() : ""}` : html`<p class="none">None: no message has been given up.</p>`}</section>`;
  }

  #table() {
    return framed("Dead letters", html`<thead><tr>${["Key", "Payload", "Why"].map(t => html`<th scope="col">${t}</th>`)}<th scope="col" class="n">Attempts</th></tr></thead><tbody>${this.#found.map(m => html`<tr>
      <td class="name">${swatch(m.metadata?.fairness_key || "")}${m.metadata?.fairness_key}</td>
      <td class="payload"><button class="link" title=${`What became of ${m.id}?`} @click=${() => explain(this.queue, m.id)}>${text(m.payload || "") || "(empty)"}</button></td>
      <td class="payload">${m.metadata?.dead_letter_reason || "–"}</td><td class="n">${m.metadata?.attempt_count ?? 0}</td></tr>`)}</tbody>`);
  }

  async #peek() {
    try {
      const answer = await call("FilaAdmin/PeekMessages", {queue: this.queue + ".dlq", page_size: PAGE});
      this.#found = (answer.messages || []).map(entry => entry.message || entry);
      this.changed();
    } catch (refused) { await ask({title: "The broker refused", sentence: refused.message}); }
  }

  #redrive() {
    const one = this.#letters === 1;
    return operate({title: one ? "Redrive the dead letter?" : "Redrive the dead letters?", action: "Redrive", cancel: true,
      sentence: `${several(this.#letters, "message")} ${one ? "goes" : "go"} back to ${this.queue}, oldest first, and ${one ? "is" : "are"} tried again from the first attempt.`},
      async () => `redriven ${count(Number((await call("FilaAdmin/Redrive", {dlq_queue: this.queue + ".dlq"})).redriven))}`);
  }
}

// Text if it is text, base64 if it is not.
function text(payload) {
  try { return new TextDecoder("utf-8", {fatal: true}).decode(Uint8Array.from(atob(payload), c => c.charCodeAt(0))); } catch { return payload; }
}
