package io.fila.storage.rocks;

/** Receives changes of records, one at a time. */
public interface Changes {
    /** Puts a value under a key and replaces what was there. */
    void put(Family family, byte[] key, byte[] value);

    /** Puts a value under a new key. If it is deleted before it is applied, nothing is written. */
    void insert(Family family, byte[] key, byte[] value);

    void delete(Family family, byte[] key);

    /** Deletes every record of a queue, in every family whose keys begin with its number. */
    void deleteQueue(byte[] queue);
}
