// The one dialog of the page: questions before something is done, answers, and the question for a key.

import {html, nothing, render} from "./lit/lit-html.js";

const box = document.querySelector("#ask");

// True if the answer is the action. Without `cancel` there is nothing to decide, only something to read.
export function ask({title, sentence, body = nothing, action = "Close", cancel = false, danger = false}) {
  render(html`<form method="dialog"><h2 id="ask-title">${title}</h2><p>${sentence}</p>${body}
    <div class="buttons">${cancel ? html`<button value="no">Cancel</button>` : nothing}
      <button value="yes" class=${danger ? "do danger" : "do"}>${action}</button></div></form>`, box);
  box.returnValue = "";
  if (!box.open) box.showModal();
  // A slip of the hand must not delete anything.
  (box.querySelector("input") || box.querySelector(danger ? "button" : ".do")).focus();
  return new Promise(resolve => box.addEventListener("close", () => resolve(box.returnValue === "yes"), {once: true}));
}

// The key that was typed; empty if none was.
export async function askForKey(why) {
  const given = await ask({title: "This broker asks for a key", action: "Show it", cancel: true,
    sentence: why || "A key with admin on all queues. It is kept until this tab is closed.",
    body: html`<input type="password" aria-label="API key" autocomplete="off" placeholder="fila_…">`});
  return given ? box.querySelector("input").value.trim() : "";
}
