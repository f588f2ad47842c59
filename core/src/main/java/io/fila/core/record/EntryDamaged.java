package io.fila.core.record;

import io.fila.core.queue.QueueId;

/**
 * The entry of a pending message can't be believed: its raw bytes are set aside for a person to look at.
 *
 * @param reason what is wrong with it, as the end of a sentence
 */
public record EntryDamaged(QueueId queue, String fairnessKey, String lane, long position, String reason)
        implements Record {}
