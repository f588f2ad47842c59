// What an operator should look at first.

import {count, several, span} from "./format.js";

const LONG_MS = 10000, DLQ = ".dlq";

export const isDeadLetters = q => q.name.endsWith(DLQ);
export const sourceOf = name => name.slice(0, -DLQ.length);

// Of one queue: {kind, sentence}, where the sentence goes on after the queue's name.
export function concernsOf(q, deadLetters = 0) {
  const found = [], add = (kind, sentence) => found.push({kind, queue: q.name, sentence});
  if (deadLetters) add("bad", `has ${several(deadLetters, "dead letter")}.`);
  if (q.bypassed) add("bad", "runs without its scripts: they failed too often, and the circuit breaker is open.");
  if (q.expiring) add("bad", "has leases expiring: a consumer is too slow, or gone.");
  if (q.paused && q.depth) add("wait", `is paused, with ${several(q.depth, "message")} waiting.`);
  else if (q.depth && !q.consumers) add("wait", `has ${several(q.depth, "message")} waiting and no consumer.`);
  else if (q.useful_consumers > 0 && q.oldest_ms > LONG_MS)
    add("wait", `is short of consumers: the oldest message has waited ${span(q.oldest_ms)}, and ${count(q.useful_consumers)} more ${q.useful_consumers === 1 ? "consumer" : "consumers"} would have work.`);
  return found;
}

export function concerns(told) {
  const dead = new Map(told.queues.filter(isDeadLetters).map(q => [sourceOf(q.name), q.depth]));
  const found = told.queues.filter(q => !isDeadLetters(q)).flatMap(q => {
    const letters = dead.get(q.name) || 0;
    dead.delete(q.name);
    return concernsOf(q, letters);
  });
  for (const [name, depth] of dead) if (depth) found.push({kind: "bad", queue: name + DLQ, sentence: `has ${several(depth, "dead letter")}.`});
  if (!told.room) found.push({kind: "bad", queue: "", sentence: "The disk is nearly full: new messages are refused until there is room."});
  return found.sort((a, b) => a.kind.localeCompare(b.kind));
}
