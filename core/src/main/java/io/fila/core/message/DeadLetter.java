package io.fila.core.message;

/** Why a message is in a dead letter queue, where it came from, and since when. */
public record DeadLetter(String reason, String sourceQueue, long atNanos) {}
