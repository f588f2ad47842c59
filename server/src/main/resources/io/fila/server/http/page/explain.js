// Why something waits, and what became of it, as the broker says.

import {html, nothing} from "./lit/lit-html.js";
import {call} from "./broker.js";
import {ask} from "./dialog.js";

const MESSAGE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, LAST_STEPS = 8, STEP = "STEP_KIND_";

// Of a message if it looks like the id of one, of a fairness key otherwise, of whoever is first in line if it is empty.
export async function explain(queue, asked) {
  const message = MESSAGE_ID.test(asked);
  try {
    const said = await call("FilaAdmin/Explain", message ? {queue, message_id: asked} : {queue, fairness_key: asked});
    await ask({title: message ? "What became of it?" : `Why does ${asked || "the next message"} wait?`, sentence: said.sentence,
      body: html`${said.change ? html`<p class="change">${said.change}</p>` : nothing}
        ${said.history?.length ? html`<ol class="steps">${said.history.slice(-LAST_STEPS).map(step)}</ol>` : nothing}`});
  } catch (refused) { await ask({title: "The broker refused", sentence: refused.message}); }
}

const step = s => html`<li><time>${new Date(s.at).toLocaleTimeString()}</time> ${s.kind.slice(STEP.length).toLowerCase().replaceAll("_", " ")}
  ${s.consumer && s.consumer !== "0" ? "by consumer " + s.consumer : ""} ${s.target_queue ? "to " + s.target_queue : ""}${s.detail ? ": " + s.detail : ""}</li>`;
