package io.fila.cli.output;

/** How results are printed. */
public enum Format {
    TEXT,
    JSON
}
