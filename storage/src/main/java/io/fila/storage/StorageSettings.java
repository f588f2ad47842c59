package io.fila.storage;

import io.fila.storage.rocks.Allowance;

/**
 * What an operator can set about storage.
 *
 * @param durability what a confirmed message survives
 * @param minFreeBytes room on the disk below which new messages are refused, so that acks, leases and compaction can go on
 * @param cacheBytes memory outside the heap for blocks read from disk
 * @param writeBufferBytes memory outside the heap for what RocksDB was given and does not have in tables yet
 */
public record StorageSettings(Durability durability, long minFreeBytes, long cacheBytes, long writeBufferBytes) {
    public static final long DEFAULT_MIN_FREE_BYTES = 512L << 20;
    public static final long DEFAULT_CACHE_BYTES = 64L << 20;
    public static final long DEFAULT_WRITE_BUFFER_BYTES = 64L << 20;

    public static StorageSettings defaults() {
        return new StorageSettings(
                Durability.GROUP, DEFAULT_MIN_FREE_BYTES, DEFAULT_CACHE_BYTES, DEFAULT_WRITE_BUFFER_BYTES);
    }

    Allowance allowance() {
        return new Allowance(cacheBytes, writeBufferBytes, minFreeBytes);
    }

    public StorageSettings with(Durability other) {
        return new StorageSettings(other, minFreeBytes, cacheBytes, writeBufferBytes);
    }
}
