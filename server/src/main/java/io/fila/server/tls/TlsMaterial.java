package io.fila.server.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificates in use. New connections get what the files say; when that can't be used, what they said before. Any thread.
 */
public final class TlsMaterial implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TlsMaterial.class);

    /** How often the files are looked at. */
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final TlsFiles files;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("fila-tls").daemon().factory());
    private volatile State state;

    // The thread that looks at the files.
    private @Nullable Contents refused;
    private boolean told;

    private record State(
            Contents contents, Identity identity, X509ExtendedTrustManager clients, X509ExtendedTrustManager nodes) {}

    /** What is in the files. */
    private record Contents(String certificate, String key, String authorities) {}

    private TlsMaterial(TlsFiles files, State state) {
        this.files = files;
        this.state = state;
    }

    /** Reads the files and goes on looking at them. */
    public static TlsMaterial open(TlsFiles files) throws TlsException {
        TlsMaterial material = new TlsMaterial(files, read(files, contents(files)));
        material.warnIfOver();
        var _ = material.clock.scheduleWithFixedDelay(
                material::look, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        return material;
    }

    public X509ExtendedKeyManager serverKey() {
        return new ServerKey(() -> state.identity());
    }

    /** Whom to believe; only of use if clients need certificates. */
    public X509ExtendedTrustManager clientTrust() {
        return new ClientTrust(() -> state.clients());
    }

    /** Which other nodes of the cluster to believe, those that are dialled and those that dial. */
    public X509ExtendedTrustManager nodeTrust() {
        return new NodeTrust(() -> state.identity(), () -> state.nodes(), files.authorities() != null);
    }

    public boolean wantsClientCertificates() {
        return files.authorities() != null;
    }

    private void look() {
        Contents now;
        try {
            now = contents(files);
            if (now.equals(state.contents())) {
                refused = null;
                return;
            }
            state = read(files, now);
            refused = null;
            log.info(
                    "Loaded a new certificate, valid until {}, for new connections.",
                    state.identity().certificate().getNotAfter().toInstant());
            warnIfOver();
        } catch (TlsException unusable) {
            complain(unusable);
        } catch (RuntimeException failure) {
            log.error("Kept the certificates in use, because the files cannot be read.", failure);
        }
    }

    /** Files are replaced one after the other: only what stays wrong is told, and that once. */
    private void complain(TlsException unusable) {
        Contents now = null;
        try {
            now = contents(files);
        } catch (TlsException missing) {
            // The sentence says it.
        }
        boolean stays = refused != null && (now == null || now.equals(refused));
        if (stays && !told) {
            told = true;
            log.warn("Kept the certificates in use, because the new ones cannot be used: {}", unusable.getMessage());
        } else if (!stays) {
            told = false;
        }
        refused = now == null ? state.contents() : now;
    }

    private void warnIfOver() {
        Instant end = state.identity().certificate().getNotAfter().toInstant();
        if (end.isBefore(Instant.now())) {
            log.warn(
                    "The certificate in {} expired at {}; clients will refuse it. Replace it.",
                    files.certificate(),
                    end);
        }
    }

    private static State read(TlsFiles files, Contents contents) throws TlsException {
        String certificateFile = files.certificate().toString();
        String keyFile = files.key().toString();
        Identity identity = Identity.of(
                Pem.key(keyFile, contents.key()),
                Pem.certificates(certificateFile, contents.certificate()),
                keyFile,
                certificateFile);
        List<X509Certificate> trusted = files.authorities() == null
                ? List.of()
                : Pem.certificates(files.authorities().toString(), contents.authorities());
        X509ExtendedTrustManager nodes = ClientTrust.in(files.authorities() == null ? identity.issuers() : trusted);
        return new State(contents, identity, ClientTrust.in(trusted), nodes);
    }

    private static Contents contents(TlsFiles files) throws TlsException {
        Path authorities = files.authorities();
        return new Contents(text(files.certificate()), text(files.key()), authorities == null ? "" : text(authorities));
    }

    private static String text(Path file) throws TlsException {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            throw new TlsException(
                    "Expected a readable file " + file + " for TLS but "
                            + (Files.exists(file)
                                    ? "this user can't read it; check its permissions."
                                    : "there is none; check its name."),
                    unreadable);
        }
    }

    @Override
    public void close() {
        var _ = clock.shutdownNow();
    }
}
