package io.fila.core.access;

/** The queues a permission is about: {@code *} for all, {@code prefix.*} for those below a name, otherwise the one of that name. */
public record QueuePattern(String text) {
    private static final String ALL = "*";
    private static final String BELOW = ".*";

    public boolean isAll() {
        return text.equals(ALL);
    }

    /** Whether it is of the form {@code prefix.*}. */
    boolean isPrefix() {
        return text.endsWith(BELOW);
    }

    /** What the names begin with that a prefix pattern matches, the dot included. */
    String prefix() {
        return text.substring(0, text.length() - 1);
    }

    public boolean matches(String queue) {
        if (isAll()) {
            return true;
        }
        return isPrefix() ? isBelow(queue) : text.equals(queue);
    }

    /** Whether every queue that the other one matches is matched by this one too. */
    public boolean covers(QueuePattern other) {
        if (isAll() || text.equals(other.text)) {
            return true;
        }
        // The text of a pattern below a prefix begins with it, as the name of a queue does.
        return !other.isAll() && isPrefix() && isBelow(other.text);
    }

    private boolean isBelow(String name) {
        return name.length() > text.length() - 1 && name.startsWith(prefix());
    }
}
