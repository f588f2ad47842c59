/** Three nodes on one machine: what they do and cost, beside clusters of others and after what happens to machines. */
@NullMarked
package io.fila.benchmarks.cluster;

import org.jspecify.annotations.NullMarked;
