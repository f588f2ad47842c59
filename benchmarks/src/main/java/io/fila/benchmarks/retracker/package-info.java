/** The retracker under load: many clients over HTTP and UDP, and the trackers it forwards to. */
@NullMarked
package io.fila.benchmarks.retracker;

import org.jspecify.annotations.NullMarked;
