/** How fast work may go: token buckets by throttle key, and who waits at which. */
@NullMarked
package io.fila.core.throttle;

import org.jspecify.annotations.NullMarked;
