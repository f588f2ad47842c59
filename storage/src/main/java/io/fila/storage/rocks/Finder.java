package io.fila.storage.rocks;

/** Takes what a sweep comes upon: each record once, in order; damaged ones last. */
public interface Finder {
    /** A record in a sound block; false to stop. */
    boolean found(byte[] key, byte[] value);

    /** A sound record in a damaged block. It may be older than it should be, if a newer one was lost. False to stop. */
    boolean rescued(byte[] key, byte[] value);

    /** A record whose seal is broken, under a key that may itself be damaged. */
    void damaged(byte[] key, byte[] value);
}
