package io.fila.storage.rocks;

/** Turns that only the log has on disk, and their size: what a start would replay. */
public record Unapplied(long turns, long logBytes) {
    public static final Unapplied NONE = new Unapplied(0, 0);

    Unapplied plus(Unapplied more) {
        return new Unapplied(turns + more.turns, logBytes + more.logBytes);
    }
}
