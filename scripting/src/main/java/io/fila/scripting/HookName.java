package io.fila.scripting;

/** A function that a queue's script may define. */
public enum HookName {
    ON_ENQUEUE("on_enqueue"),
    ON_FAILURE("on_failure");

    private final String function;

    HookName(String function) {
        this.function = function;
    }

    /** Its name in Lua. */
    public String function() {
        return function;
    }
}
