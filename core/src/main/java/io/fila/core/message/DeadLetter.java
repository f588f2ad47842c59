package io.fila.core.message;

/** Why a message is in a dead letter queue, whence it came and since when. */
public record DeadLetter(String reason, String sourceQueue, long atNanos) {}
