package io.fila.server.host;

/** How large a backup is, with what it shares with the data directory. */
public record BackupSize(int files, long bytes) {}
