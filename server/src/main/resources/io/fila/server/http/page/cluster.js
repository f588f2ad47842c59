// What the nodes of the broker's cluster have, if it is in one.

import {html, nothing} from "./lit/lit-html.js";
import {repeat} from "./lit/directives/repeat.js";
import {call} from "./broker.js";
import {several} from "./format.js";
import {framed} from "./parts.js";

// Asks whichever node leads; null if none does, or none of them answers.
export async function nodes() {
  try {
    const {nodes, shards = []} = await call("FilaAdmin/GetClusterStatus", {});
    const leads = node => shards.filter(shard => shard.leader_node_id === node.node_id).map(shard => shard.shard ?? 0);
    return nodes.map(node => ({...node, leads: shards.length > 1 ? leads(node) : []}));
  } catch (unknown) { return null; }
}

// What is known here of a queue that another node leads: its page tells more.
const row = q => ({name: q.name ?? q.queue, node: q.leader_node_id, depth: Number(q.depth), in_flight: Number(q.in_flight), consumers: q.active_consumers,
  paused: q.paused, in: null, out: null, points: []});

// The queues that other nodes lead, the fullest first; null if nobody tells.
export async function queuesElsewhere(here) {
  try {
    const {queues} = await call("FilaAdmin/ListQueues", {});
    return queues.filter(q => q.leader_node_id !== here).map(row).sort((a, b) => b.depth + b.in_flight - a.depth - a.in_flight);
  } catch (unknown) { return null; }
}

// One queue, whoever leads it; or why it isn't known.
export async function queueElsewhere(name) {
  try { return row({name, ...await call("FilaAdmin/GetStats", {queue: name})}); } catch (refused) { return {why: refused.message}; }
}

export const cluster = (known, here) => !known?.length ? nothing : html`<section><div class="head"><h2>Cluster</h2>
    <span class="note">${several(known.filter(node => node.in_sync).length, "copy", "copies")} in sync, on ${several(known.length, "node")}</span></div>
  ${framed("Cluster", html`<thead><tr><th scope="col">Node</th><th scope="col">Clients reach it at</th><th scope="col">Nodes reach it at</th><th scope="col">Copy</th></tr></thead>
    <tbody>${repeat(known, node => node.node_id, node => html`<tr><td class="name">${node.node_id}
        ${node.leads.length ? html`<span class="tag good">leads ${several(node.leads.length, "shard", "shards")}</span>` : node.is_leader ? html`<span class="tag good">leads</span>` : nothing}
        ${node.node_id === here ? html`<span class="tag">this page</span>` : nothing}</td>
      <td>${node.client_addr || "–"}</td><td>${node.node_addr}</td>
      <td class=${node.in_sync ? "" : "bad"}>${node.in_sync ? "in sync" : Number(node.entries_behind) ? several(Number(node.entries_behind), "entry", "entries") + " behind" : "not in sync"}</td></tr>`)}</tbody>`)}</section>`;
