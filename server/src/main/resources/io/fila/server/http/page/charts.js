// Pictures: sparklines, curves of waiting times, and the strip of deliveries.

import {html, nothing, svg} from "./lit/lit-html.js";
import {colour, span} from "./format.js";

export const POINTS = 60;

const x = (points, i) => ((POINTS - points.length + i) * 100 / (POINTS - 1)).toFixed(2);

// A minute of a rate, without axes: its shape is the point.
export function spark(points) {
  const top = Math.max(...points, 1);
  const line = points.map((p, i) => (i ? "L" : "M") + x(points, i) + " " + (29 - 27 * p / top).toFixed(1)).join("");
  return html`<svg viewBox="0 0 100 30" preserveAspectRatio="none" class="spark" aria-hidden="true">${points.length > 1
    ? svg`<path class="area" d=${`${line}L100 30L${x(points, 0)} 30Z`}></path><path d=${line}></path>` : nothing}</svg>`;
}

// Curves of times over the last minute. The scale is logarithmic: what a quiet tenant waits and what a flood waits are both to be seen.
export function waits(series, label) {
  const known = series.flatMap(s => s.points.filter(p => p !== null && p > 0));
  const low = Math.floor(Math.log10(Math.max(1, Math.min(...known, 10)))), high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...known, 10))));
  const y = ms => 100 - 100 * (Math.log10(Math.max(ms, 10 ** low)) - low) / (high - low);
  const marks = Array.from({length: high - low + 1}, (_, i) => 10 ** (low + i));
  // A key that is rarely delivered has a point now and then: the line leads from one to the next.
  const path = points => {
    let line = "";
    points.forEach((p, i) => { if (p !== null) line += (line ? "L" : "M") + x(points, i) + " " + y(p).toFixed(2); });
    return line && line + "h0";
  };
  return html`<div class="chart" role="img" aria-label=${label}>
    <div class="scale">${marks.map(ms => html`<span .style=${`top: ${y(ms)}%`}>${span(ms)}</span>`)}</div>
    <svg viewBox="0 0 100 100" preserveAspectRatio="none">
      ${marks.map(ms => svg`<path class="grid" d=${`M0 ${y(ms)}H100`}></path>`)}
      ${series.map(s => svg`<path class=${s.className || ""} .style=${s.colour ? `stroke: ${s.colour}` : ""} d=${path(s.points)}></path>`)}
    </svg>
    <div class="times"><span>1 min ago</span><span>now</span></div></div>`;
}

const BLOCK = 8, GAP = 1.5;

// Each delivery a block in the colour of its tenant, newest on the right. What comes in one event goes out over the following second.
export class Strip {
  #blocks = [];
  #coming = [];
  #perSecond = 0;
  #due = 0;
  #last = 0;
  #still = matchMedia("(prefers-reduced-motion: reduce)").matches;

  constructor(canvas) {
    this.canvas = canvas;
  }

  add(keys) {
    this.#blocks.push(...this.#coming);
    this.#coming = [...keys];
    this.#perSecond = keys.length;
    if (this.#still || document.hidden) {
      this.#blocks.push(...this.#coming.splice(0));
    }
    this.#draw();
    if (this.#coming.length) requestAnimationFrame(now => { this.#last = now; this.#due = 0; this.#move(now); });
  }

  get keys() { return [...new Set([...this.#blocks, ...this.#coming])]; }

  #move(now) {
    this.#due += (now - this.#last) / 1000 * this.#perSecond;
    this.#last = now;
    const whole = Math.min(Math.floor(this.#due), this.#coming.length);
    if (whole) {
      this.#due -= whole;
      this.#blocks.push(...this.#coming.splice(0, whole));
      this.#draw();
    }
    if (this.#coming.length && this.canvas.isConnected) requestAnimationFrame(next => this.#move(next));
  }

  #draw() {
    const ratio = devicePixelRatio || 1, width = this.canvas.clientWidth, height = this.canvas.clientHeight, pen = this.canvas.getContext("2d");
    this.#blocks = this.#blocks.slice(-Math.ceil(width / BLOCK));
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    pen.scale(ratio, ratio);
    this.#blocks.forEach((key, i) => {
      pen.fillStyle = colour(key);
      pen.fillRect(width - (this.#blocks.length - i) * BLOCK, 0, BLOCK - GAP, height);
    });
  }
}
