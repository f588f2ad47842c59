/** Counters, and the text in which Prometheus reads them. */
@NullMarked
package io.fila.retracker.metrics;

import org.jspecify.annotations.NullMarked;
