package io.fila.benchmarks.contender;

/** Something that can be closed without an exception. */
public interface Closing extends AutoCloseable {
    @Override
    void close();
}
