package io.fila.core.record;

import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.Place;
import org.jspecify.annotations.Nullable;

/**
 * A message moved from one place to another in a turn; intermediate places do not count.
 *
 * @param attempts how often it has been tried, counting up to now
 * @param body present when the message is new
 */
public record MessageMoved(
        Envelope envelope, int attempts, @Nullable Body body, Place from, Place to) implements Record {}
