package io.fila.core.hook;

import io.fila.core.message.MessageId;

/**
 * A message that a consumer could not handle.
 *
 * @param attempts how often it has been tried, this failure counted
 * @param error what the consumer said
 */
public record Failure(MessageId id, int attempts, String error) {}
