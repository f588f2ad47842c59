package io.fila.core.config;

/** A runtime setting: a name and a text. */
public record Setting(String key, String value) {}
