// The scripts of a queue with a box to try them, and changes to them, on a made-up message. Nothing is stored.

import {html, nothing} from "./lit/lit-html.js";
import {call} from "./broker.js";
import {count, span} from "./format.js";

const EXAMPLES = {
  on_enqueue: "function on_enqueue(msg)\n  return { fairness_key = msg.headers.tenant or \"unknown\" }\nend",
  on_failure: "function on_failure(msg)\n  if msg.attempts >= 3 then return { action = \"dlq\" } end\n  return { action = \"retry\", delay_ms = 100 }\nend"};

export class ScriptTrial {
  #hook = "on_enqueue";
  #own = {};
  #text = EXAMPLES.on_enqueue;
  #answer = nothing;

  constructor(queue, changed) {
    this.queue = queue;
    this.changed = changed;
  }

  take(config) {
    this.#own = config;
    this.#choose(this.#hook);
  }

  #choose(hook) {
    this.#hook = hook;
    this.#text = this.#own[hook + "_script"] || EXAMPLES[hook];
    this.#answer = nothing;
    this.changed();
  }

  view() {
    const enqueue = this.#hook === "on_enqueue", own = this.#own[this.#hook + "_script"];
    return html`<section class="scripts"><div class="head"><h2>Scripts</h2>
        <select aria-label="Function" @change=${event => this.#choose(event.target.value)}><option value="on_enqueue">on_enqueue</option><option value="on_failure">on_failure</option></select>
        <span class="note">${own ? "this queue's own" : "this queue has none; an example"} – try it on a made-up message, nothing is stored</span></div>
      <textarea class="script" aria-label="Script" rows="5" spellcheck="false" .value=${this.#text} @input=${event => { this.#text = event.target.value; }}></textarea>
      <form class="trial" @submit=${event => { event.preventDefault(); this.#try(new FormData(event.target)); }}>
        <label class="field grow"><span>Headers</span><input name="headers" aria-label="Headers of the message" placeholder="tenant=acme, region=eu"></label>
        ${enqueue ? html`<label class="field"><span>Payload bytes</span><input name="size" type="number" min="0" value="100"></label>`
          : html`<label class="field"><span>Attempts</span><input name="attempts" type="number" min="1" value="1"></label>
            <label class="field grow"><span>Error</span><input name="error" value="card declined"></label>`}
        <button class="do">Try it</button></form>
      <div class="answer" role="status">${this.#answer}</div></section>`;
  }

  async #try(form) {
    const pairs = form.get("headers").split(",").map(pair => pair.split("=")).filter(([key]) => key.trim()).map(([key, ...value]) => [key.trim(), value.join("=").trim()]);
    try {
      const said = await call("FilaAdmin/TryScript", {queue: this.queue, hook: this.#hook, script: this.#text, headers: Object.fromEntries(pairs),
        payload_size: Number(form.get("size") || 0), attempts: Number(form.get("attempts") || 1), error: form.get("error") || ""});
      this.#answer = said.failure ? html`<p class="bad">It failed: ${said.failure}</p>` : html`<dl>${this.#told(said).map(([key, value]) => html`<dt>${key}</dt><dd>${value}</dd>`)}</dl>`;
    } catch (refused) { this.#answer = html`<p class="bad">${refused.message}</p>`; }
    this.changed();
  }

  #told(said) {
    const decided = this.#hook === "on_enqueue"
      ? [["fairness key", said.fairness_key], ["weight", said.weight], ["throttle keys", (said.throttle_keys || []).join(", ") || "none"]]
      : [["action", said.action], ["after", said.action !== "retry" ? "–" : Number(said.delay_ms || 0) ? span(Number(said.delay_ms)) : "the queue's backoff"]];
    return [...decided, ["took", (Number(said.nanos) / 1000).toFixed(0) + " µs, " + count(Number(said.memory_bytes)) + " bytes"]];
  }
}
