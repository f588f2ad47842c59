package io.fila.server.host;

/** How the last use of what a broker keeps its data in ended. */
public enum LastStop {
    /** It lives in memory and has none. */
    NONE("nothing"),
    /** It was not used before. */
    NEW("nothing"),
    CLEAN_STOP("a clean stop"),
    /** The process was killed, failed, or the machine lost its power. */
    UNCLEAN_STOP("an unclean stop");

    private final String phrase;

    LastStop(String phrase) {
        this.phrase = phrase;
    }

    String phrase() {
        return phrase;
    }
}
