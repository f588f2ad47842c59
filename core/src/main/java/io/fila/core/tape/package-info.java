/** What happened inside a turn, step by step and with its cause, for whoever listens. Records tell only what came of it. */
@NullMarked
package io.fila.core.tape;

import org.jspecify.annotations.NullMarked;
