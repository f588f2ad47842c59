/** What the disk costs: leases on it, and a restart from it. */
@NullMarked
package io.fila.benchmarks.storage;

import org.jspecify.annotations.NullMarked;
