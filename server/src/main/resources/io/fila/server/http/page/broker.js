// Talks to the broker: calls, and what it tells once a second.

import {ask, askForKey} from "./dialog.js";

const status = document.querySelector("#status"), forget = document.querySelector("#forget"), main = document.querySelector("#main");
const KEY = "fila-key";
let stream = null, view = 0;

// The number of the node that serves this page; null outside a cluster.
export let here = null;

function headers() {
  const key = sessionStorage.getItem(KEY);
  return key ? {authorization: "Bearer " + key} : {};
}

export async function call(name, request) {
  const answer = await fetch("/v1/" + name, {method: "POST", headers: {...headers(), "content-type": "application/json"}, body: JSON.stringify(request)});
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.message || body.code);
  return body;
}

export function say(kind, text) {
  status.className = kind;
  status.querySelector("span").textContent = text;
  main.classList.toggle("stale", kind === "lost");
}

export async function keyed(why) {
  const key = await askForKey(why);
  if (!key) {
    say("lost", "no key");
    return false;
  }
  sessionStorage.setItem(KEY, key);
  forget.hidden = false;
  return true;
}

forget.addEventListener("click", () => { sessionStorage.removeItem(KEY); location.reload(); });

export async function begin() {
  const {key_needed: needed, node_id: node} = await (await fetch("/v1/access")).json();
  here = node ?? null;
  forget.hidden = !sessionStorage.getItem(KEY);
  return !needed || sessionStorage.getItem(KEY) !== null || await keyed();
}

// Asks first, does it, and says what came of it.
export async function operate(question, work) {
  if (!await ask(question)) return;
  try { say("live", await work()); } catch (refused) { await ask({title: "The broker refused", sentence: refused.message}); }
}

// Server-sent events by fetch, because EventSource can't show a key. One view watches at a time.
export async function watch(query, receive) {
  const mine = ++view;
  stream?.abort();
  // A fault of the page's own must not look like a broker that is gone.
  const show = (event, data) => { say("live", "live"); try { receive(event, data); } catch (fault) { reportError(fault); } };
  for (let pause = 500; mine === view; pause = Math.min(8000, pause * 2)) {
    stream = new AbortController();
    let why = "The broker can't be reached; trying again.";
    try {
      const answer = await fetch("/v1/live?" + new URLSearchParams(query), {headers: headers(), signal: stream.signal});
      if (answer.status === 401 || answer.status === 403) {
        if (!await keyed((await answer.json()).message)) return;
        continue;
      }
      if (answer.ok) await read(answer.body, mine, (event, data) => {
        pause = 500;
        if (event === "refused") why = data.message;
        else show(event, data);
      });
      else why = (await answer.json()).message;
    } catch (lost) {
      if (!(lost instanceof TypeError || lost.name === "AbortError")) throw lost;
    }
    if (mine !== view) return;
    say("lost", why);
    await new Promise(resolve => setTimeout(resolve, pause));
  }
}

// Works now, and again after a pause, for as long as it says so and the same view watches.
export async function meanwhile(pause, work) {
  for (const mine = view; mine === view && await work();) await new Promise(resolve => setTimeout(resolve, pause));
}

async function read(body, mine, receive) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; ;) {
    const {value, done} = await reader.read();
    if (done || mine !== view) return;
    text += value;
    for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
      const lines = text.slice(0, end).split("\n").map(line => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]);
      const {event, data} = Object.fromEntries(lines);
      receive(event, JSON.parse(data));
    }
  }
}
