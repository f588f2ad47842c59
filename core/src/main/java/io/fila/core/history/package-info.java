/** What happened, step by step, as somebody kept it who listened to the tape. */
@NullMarked
package io.fila.core.history;

import org.jspecify.annotations.NullMarked;
