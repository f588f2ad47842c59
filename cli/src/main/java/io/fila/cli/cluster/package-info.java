/** Commands about a cluster's nodes. */
@NullMarked
package io.fila.cli.cluster;

import org.jspecify.annotations.NullMarked;
