package io.fila.cli.arguments;

/** Something that is typed by its place. */
public record Parameter(String label, boolean required, String description) {

    /** How it is written in the help. */
    public String usage() {
        return required ? label : "[" + label + "]";
    }
}
