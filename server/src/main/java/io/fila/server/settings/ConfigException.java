package io.fila.server.settings;

/** A mistake in the configuration that the program can't start with; the sentence is for the operator. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    public ConfigException(String sentence) {
        super(sentence);
    }

    /** The sentence. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
