/** The other trackers: what they are asked, what they answer, and when each may be asked again. */
@NullMarked
package io.fila.retracker.forwarder;

import org.jspecify.annotations.NullMarked;
