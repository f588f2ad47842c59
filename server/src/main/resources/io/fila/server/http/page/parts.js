// Pieces that both views are made of.

import {html} from "./lit/lit-html.js";
import {colour} from "./format.js";

export const card = ([label, value]) => html`<div class="card"><b>${value}</b><span>${label}</span></div>`;

// A table in a frame that can be scrolled, with the keyboard too.
export const framed = (label, content) => html`<div class="scroll" tabindex="0" role="region" aria-label=${label}><table>${content}</table></div>`;

// Headings of columns with numbers; a phone has room for some of them.
export const columns = (names, onPhones = names) => names.map(name => html`<th scope="col" class=${onPhones.includes(name) ? "n" : "n wide"}>${name}</th>`);

export const heads = ([first, ...names], onPhones = names) => html`<thead><tr><th scope="col">${first}</th>${columns(names, onPhones)}</tr></thead>`;

// A row that changes its place is taken out and put in again, and would lose the focus.
export function keepingFocus(change) {
  const focused = document.activeElement;
  change();
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({preventScroll: true});
}

export const swatch = key => html`<span class="swatch" .style=${`background: ${colour(key)}`}></span>`;
