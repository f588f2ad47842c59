package io.fila.server.settings;

/**
 * A value somebody gave to a key.
 *
 * @param value a String, Long, Double or Boolean, a moment of java.time, or a List of such
 * @param isText true where values have no type of their own, as in the environment
 * @param where the file and line, the variable or the flag
 */
public record Setting(String key, Object value, boolean isText, String where) {}
