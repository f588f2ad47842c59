package io.fila.storage.codec;

import io.fila.core.record.ScheduleChanged;

/** The stored form of a queue's count of scheduled messages. */
public final class ScheduleCodec {
    private ScheduleCodec() {}

    public static byte[] write(byte[] key, ScheduleChanged schedule) {
        return new ValueWriter(Long.BYTES).number(schedule.scheduled()).seal(key);
    }

    public static ScheduleChanged read(byte[] key, byte[] value) throws MalformedException {
        return new ScheduleChanged(
                Keys.readQueue(key), ValueReader.open(key, value).bigNumber());
    }
}
