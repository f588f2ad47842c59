package io.fila.storage.codec;

import io.fila.core.record.FlowChanged;

/** The stored form of how a flow stands. */
public final class FlowCodec {
    private static final int BYTES = 3 * Long.BYTES;

    private FlowCodec() {}

    public static byte[] write(byte[] key, FlowChanged flow) {
        return new ValueWriter(BYTES)
                .number(flow.weight())
                .number(flow.pending())
                .number(flow.lastPosition())
                .seal(key);
    }

    public static FlowChanged read(byte[] key, byte[] value) throws MalformedException {
        Keys.FlowKey flow = Keys.readFlow(key);
        ValueReader reader = ValueReader.open(key, value);
        return new FlowChanged(
                flow.queue(), flow.fairnessKey(), reader.bigNumber(), reader.bigNumber(), reader.bigNumber());
    }
}
