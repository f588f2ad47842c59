/** What clients asked and were told about settings and queues, and whether one broker could have told them so. */
@NullMarked
package io.fila.e2e.history;

import org.jspecify.annotations.NullMarked;
