package io.fila.storage.rocks;

/** Takes changes of records, one after the other. */
public interface Changes {
    /** Puts a value under a key, whatever was there. */
    void put(Family family, byte[] key, byte[] value);

    /** Puts a value under a key that has none: should it be deleted before it is applied, it was never there. */
    void insert(Family family, byte[] key, byte[] value);

    void delete(Family family, byte[] key);

    /** Deletes every record of a queue, in every family whose keys begin with its number. */
    void deleteQueue(byte[] queue);
}
