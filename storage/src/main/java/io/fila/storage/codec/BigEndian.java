package io.fila.storage.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in byte arrays, most significant byte first. */
final class BigEndian {
    static final int MAX_SHORT = 0xFFFF;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    private BigEndian() {}

    static void putLong(byte[] bytes, int at, long value) {
        LONG.set(bytes, at, value);
    }

    static long getLong(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    static void putInt(byte[] bytes, int at, int value) {
        INT.set(bytes, at, value);
    }

    static int getInt(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    static void putShort(byte[] bytes, int at, int value) {
        SHORT.set(bytes, at, (short) value);
    }

    static int getShort(byte[] bytes, int at) {
        return (short) SHORT.get(bytes, at) & MAX_SHORT;
    }
}
