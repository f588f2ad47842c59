// The nodes of the broker's cluster, if it is in one.

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

export const cluster = (known, here) => !known?.length ? nothing : html`<section><div class="head"><h2>Cluster</h2>
    <span class="note">${several(known.filter(node => node.in_sync).length, "copy", "copies")} in sync, on ${several(known.length, "node")}</span></div>
  ${framed("Cluster", html`<thead><tr><th scope="col">Node</th><th scope="col">Clients reach it at</th><th scope="col">Nodes reach it at</th><th scope="col">Copy</th></tr></thead>
    <tbody>${repeat(known, node => node.node_id, node => html`<tr><td class="name">${node.node_id}
        ${node.leads.length ? html`<span class="tag good">leads ${several(node.leads.length, "shard", "shards")}</span>` : node.is_leader ? html`<span class="tag good">leads</span>` : nothing}
        ${node.node_id === here ? html`<span class="tag">this page</span>` : nothing}</td>
      <td>${node.client_addr || "–"}</td><td>${node.node_addr}</td>
      <td class=${node.in_sync ? "" : "bad"}>${node.in_sync ? "in sync" : Number(node.entries_behind) ? several(Number(node.entries_behind), "entry", "entries") + " behind" : "not in sync"}</td></tr>`)}</tbody>`)}</section>`;
