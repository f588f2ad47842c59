package io.fila.storage.codec;

import io.fila.core.record.LaneChanged;

/** The stored form of a lane's counts. */
public final class LaneCodec {
    private static final int BYTES = 3 * Long.BYTES;

    private LaneCodec() {}

    public static byte[] write(byte[] key, LaneChanged lane) {
        return new ValueWriter(BYTES)
                .number(lane.weight())
                .number(lane.pending())
                .number(lane.lastPosition())
                .seal(key);
    }

    public static LaneChanged read(byte[] key, byte[] value) throws MalformedException {
        Keys.LaneKey lane = Keys.readLane(key);
        ValueReader reader = ValueReader.open(key, value);
        return new LaneChanged(
                lane.queue(),
                lane.fairnessKey(),
                lane.lane(),
                reader.bigNumber(),
                reader.bigNumber(),
                reader.bigNumber());
    }
}
