package io.fila.lua.syntax;

/** Says why a text is no Lua script: chunk, line, and a sentence. */
public final class LuaSyntaxError extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int line;

    /**
     * @param chunk the name of the script
     * @param line where, counted from 1
     * @param reason what was expected and what was found
     */
    public LuaSyntaxError(String chunk, int line, String reason) {
        super(chunk + ":" + line + ": " + reason);
        this.line = line;
    }

    /** The line of the error, counted from 1. */
    public int line() {
        return line;
    }
}
