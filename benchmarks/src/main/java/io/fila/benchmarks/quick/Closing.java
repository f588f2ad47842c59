package io.fila.benchmarks.quick;

/** Something that is closed without further ado. */
interface Closing extends AutoCloseable {
    @Override
    void close();
}
