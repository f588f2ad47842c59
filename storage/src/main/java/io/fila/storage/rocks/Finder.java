package io.fila.storage.rocks;

/** Receives the records that a sweep finds: each once, in order; damaged ones last. */
public interface Finder {
    /** A record in a sound block; false to stop. */
    boolean found(byte[] key, byte[] value);

    /** A sound record in a damaged block. It may be older than it should be, if a newer one was lost. False to stop. */
    boolean rescued(byte[] key, byte[] value);

    /** A record with a wrong checksum, under a key that may itself be damaged. */
    void damaged(byte[] key, byte[] value);
}
