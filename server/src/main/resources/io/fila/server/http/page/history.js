// Counters become rates: what a queue did between two events, and its last minute.

import {POINTS} from "./charts.js";

const queues = new Map();

export function remember(now, told) {
  for (const q of told) {
    const past = queues.get(q.name) || {points: [], last: null};
    const seconds = past.last ? (now - past.last.now) / 1000 : 0;
    const since = counter => seconds > 0 ? Math.max(0, q[counter] - past.last[counter]) / seconds : null;
    q.in = since("enqueued");
    q.out = since("delivered");
    q.expiring = since("lease_expired");
    if (q.out !== null) past.points = [...past.points, q.out].slice(-POINTS);
    past.last = {now, enqueued: q.enqueued, delivered: q.delivered, lease_expired: q.lease_expired};
    q.points = past.points;
    queues.set(q.name, past);
  }
}

export function forget(name) { queues.delete(name); }
