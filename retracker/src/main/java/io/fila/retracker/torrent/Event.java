package io.fila.retracker.torrent;

import java.util.Locale;

/** Why a client announces itself; the number is the one it has over UDP. */
public enum Event {
    /** Because it is time to. */
    NONE(0),
    COMPLETED(1),
    STARTED(2),
    STOPPED(3);

    private static final Event[] ALL = values();

    private final int number;

    Event(int number) {
        this.number = number;
    }

    /** What an unknown number means is not ours to say: it is an announce like any other. */
    public static Event ofNumber(int number) {
        for (Event event : ALL) {
            if (event.number == number) {
                return event;
            }
        }
        return NONE;
    }

    /** The event of a word; some clients send further ones (BEP 21 has {@code paused}), which change nothing for us. */
    public static Event ofWord(String word) {
        for (Event event : ALL) {
            if (event != NONE && event.word().equals(word)) {
                return event;
            }
        }
        return NONE;
    }

    public int number() {
        return number;
    }

    /** The word it has over HTTP; empty for none. */
    public String word() {
        return this == NONE ? "" : name().toLowerCase(Locale.ROOT);
    }
}
