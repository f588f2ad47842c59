package io.fila.server.tls;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the certificates are.
 *
 * @param authorities whose signature a client's certificate must have; null if clients need none
 */
public record TlsFiles(Path certificate, Path key, @Nullable Path authorities) {}
