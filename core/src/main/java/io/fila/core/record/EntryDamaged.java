package io.fila.core.record;

import io.fila.core.queue.QueueId;

/** The entry of a pending message could not be read: its raw bytes are set aside for a person to look at. */
public record EntryDamaged(QueueId queue, String fairnessKey, String lane, long position) implements Record {}
