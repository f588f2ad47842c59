package io.fila.benchmarks.contender;

/** Something that is closed without further ado. */
public interface Closing extends AutoCloseable {
    @Override
    void close();
}
