package io.fila.server.config;

/**
 * A value somebody gave to a key.
 *
 * @param value a String, Long, Double or Boolean
 * @param isText true where values have no type of their own, as in the environment
 * @param where the file and line, the variable or the flag
 */
record Setting(String key, Object value, boolean isText, String where) {}
