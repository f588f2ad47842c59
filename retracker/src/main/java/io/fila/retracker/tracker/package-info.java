/** What a tracker does with an announce, whatever carried it, and the port through which others hear of it. */
@NullMarked
package io.fila.retracker.tracker;

import org.jspecify.annotations.NullMarked;
