/** What a quiet tenant waits, from send to handler, beside tenants that flood the queue. */
@NullMarked
package io.fila.benchmarks.fairness;

import org.jspecify.annotations.NullMarked;
