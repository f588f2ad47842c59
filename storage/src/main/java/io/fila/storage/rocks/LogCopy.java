package io.fila.storage.rocks;

import java.io.IOException;

/** Copies the log that goes with a copy of the database: all that is not in tables at the moment the tables are chosen. */
public interface LogCopy {
    void make(PacedCopy copying) throws IOException;
}
