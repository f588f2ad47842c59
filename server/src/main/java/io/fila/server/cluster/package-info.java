/** What the edges know of a cluster that this broker may be a node of. The cluster itself is behind {@link io.fila.server.cluster.ClusterView}. */
@NullMarked
package io.fila.server.cluster;

import org.jspecify.annotations.NullMarked;
