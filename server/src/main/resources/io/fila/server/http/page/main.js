// The page of a Fila broker: it shows what /v1/live tells once a second, and makes calls of /v1.

import {html, render} from "./lit/lit-html.js";
import {begin} from "./broker.js";
import {overview} from "./overview.js";
import {queuePage} from "./queue.js";

const main = document.querySelector("#main"), dialog = document.querySelector("#ask");

function route() {
  const found = location.hash.match(/^#\/queue\/(.+)$/);
  if (found) queuePage(main, decodeURIComponent(found[1]));
  else overview(main);
}

addEventListener("keydown", event => {
  const field = main.querySelector("input[type=search]");
  if (event.key === "/" && field && !event.target.closest("input, textarea, select") && !dialog.open) { event.preventDefault(); field.focus(); }
});
document.querySelector(".skip").addEventListener("click", event => { event.preventDefault(); main.focus(); });
addEventListener("hashchange", () => { route(); main.focus(); scrollTo(0, 0); });

if (await begin()) route();
else render(html`<section><h1>This broker asks for a key</h1><p class="none">Nothing is shown without one.</p>
  <button class="do" @click=${() => location.reload()}>Enter a key</button></section>`, main);
