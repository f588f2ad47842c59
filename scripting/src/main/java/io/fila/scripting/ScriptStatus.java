package io.fila.scripting;

/**
 * How the scripts of a queue are doing.
 *
 * @param failures how often they have failed since the broker started
 * @param bypassed whether they are bypassed now because they failed too often in a row
 */
public record ScriptStatus(long failures, boolean bypassed) {
    public static final ScriptStatus NONE = new ScriptStatus(0, false);
}
