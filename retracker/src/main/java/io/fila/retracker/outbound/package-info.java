/** How other trackers are asked, over HTTP and over UDP, and how what they answer is understood. */
@NullMarked
package io.fila.retracker.outbound;

import org.jspecify.annotations.NullMarked;
