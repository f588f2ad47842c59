/** A cluster's log on Apache Ratis: what one node proposes, all nodes apply. Nothing else knows Ratis. */
@NullMarked
package io.fila.cluster;

import org.jspecify.annotations.NullMarked;
