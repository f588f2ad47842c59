/** The other trackers: questions, answers, and when each may be asked again. */
@NullMarked
package io.fila.retracker.forwarder;

import org.jspecify.annotations.NullMarked;
