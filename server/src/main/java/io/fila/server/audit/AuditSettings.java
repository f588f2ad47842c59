package io.fila.server.audit;

import java.nio.file.Path;

/**
 * What to record, and where.
 *
 * @param administration whether calls are recorded that change something, or show keys or messages
 * @param data whether all other calls are recorded too
 * @param fileBytes size at which a file is put aside and another begun
 * @param files files that are kept, the one being written included
 */
public record AuditSettings(Path file, boolean administration, boolean data, long fileBytes, int files) {}
