package io.fila.client;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** How to speak TLS: PEM files of who to trust and who to be; without any, the JVM's trust store and nobody. */
public record Tls(
        @Nullable Path caCertificate,
        @Nullable Path certificate,
        @Nullable Path key) {

    public Tls {
        if ((certificate == null) != (key == null)) {
            throw new IllegalArgumentException("Expected a certificate and its key together but found only the "
                    + (certificate == null ? "key" : "certificate"));
        }
    }

    /** Trusts what the JVM trusts. */
    public static Tls system() {
        return new Tls(null, null, null);
    }

    /** Trusts certificates signed by this authority. */
    public Tls withCaCertificate(Path file) {
        return new Tls(file, certificate, key);
    }

    /** Shows this certificate to a broker that asks for one. */
    public Tls withCertificate(Path certificateFile, Path keyFile) {
        return new Tls(caCertificate, certificateFile, keyFile);
    }
}
