package io.fila.server.wire;

/**
 * What a producer says about when a message may be delivered, and whether it is one at all.
 *
 * @param delayMillis unsigned; 0 means none
 * @param timed whether a moment of delivery was given
 * @param deliverAtNanos that moment, since the epoch; one too far away to be told is the farthest there is
 * @param dedupKey empty means none
 * @param ttlMillis unsigned; 0 means without end
 */
public record EncodedOptions(long delayMillis, boolean timed, long deliverAtNanos, String dedupKey, long ttlMillis) {
    public static final EncodedOptions NONE = new EncodedOptions(0, false, 0, "", 0);

    public boolean isNone() {
        return delayMillis == 0 && !timed && ttlMillis == 0 && dedupKey.isEmpty();
    }
}
