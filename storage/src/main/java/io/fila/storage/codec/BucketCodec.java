package io.fila.storage.codec;

import io.fila.core.record.BucketChanged;
import io.fila.core.throttle.Rate;
import io.fila.core.throttle.TokenBucket;

/** The stored form of a throttle key's bucket. */
public final class BucketCodec {
    private static final int BYTES = 6 * Long.BYTES;

    private BucketCodec() {}

    public static byte[] write(byte[] key, Rate rate, TokenBucket.Level level, long heldUntilNanos) {
        return new ValueWriter(BYTES)
                .number(Double.doubleToLongBits(rate.perSecond()))
                .number(Double.doubleToLongBits(rate.burst()))
                .number(level.tokens())
                .number(level.units())
                .number(level.atNanos())
                .number(heldUntilNanos)
                .seal(key);
    }

    public static BucketChanged read(byte[] key, byte[] value) throws MalformedException {
        ValueReader reader = ValueReader.open(key, value);
        Rate rate = new Rate(Double.longBitsToDouble(reader.bigNumber()), Double.longBitsToDouble(reader.bigNumber()));
        TokenBucket.Level level = new TokenBucket.Level(reader.bigNumber(), reader.bigNumber(), reader.bigNumber());
        return new BucketChanged(Keys.readName(key), rate, level, reader.bigNumber());
    }
}
