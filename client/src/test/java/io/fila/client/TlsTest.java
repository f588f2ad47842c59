package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.client.error.Unavailable;
import io.fila.client.fake.FakeBroker;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TlsTest {
    @TempDir
    private static Path directory;

    @BeforeAll
    static void makeCertificates() throws IOException, InterruptedException, GeneralSecurityException {
        for (String name : List.of("broker", "worker")) {
            certificates().make(name);
        }
    }

    @Test
    void aBrokerWhoseAuthorityIsTrustedIsTalkedTo() throws SSLException {
        try (FakeBroker broker = broker(ClientAuth.NONE);
                FilaClient client = connect(broker, trusting("broker"))) {
            client.admin().createQueue("orders");

            assertThat(client.admin().listQueues()).hasSize(1);
        }
    }

    @Test
    void anUnknownBrokerIsNot() throws SSLException {
        try (FakeBroker broker = broker(ClientAuth.NONE);
                FilaClient wrongAuthority = connect(broker, trusting("worker"));
                FilaClient system = FilaClient.connect("https://" + broker.address());
                FilaClient plain = FilaClient.connect(broker.address())) {
            assertThatThrownBy(() -> wrongAuthority.admin().listQueues()).isInstanceOf(Unavailable.class);
            assertThatThrownBy(() -> system.admin().listQueues())
                    .isInstanceOf(Unavailable.class)
                    .hasMessage(
                            "Could not reach a broker at " + broker.address()
                                    + ": its certificate is not signed by an authority that is trusted here; name its authority");
            assertThatThrownBy(() -> plain.admin().listQueues()).isInstanceOf(Unavailable.class);
        }
    }

    @Test
    void aBrokerThatWantsACertificateGetsIt() throws SSLException {
        Tls known = trusting("broker")
                .withCertificate(
                        certificates().certificate("worker"), certificates().key("worker"));
        try (FakeBroker broker = broker(ClientAuth.REQUIRE);
                FilaClient worker = connect(broker, known);
                FilaClient nobody = connect(broker, trusting("broker"))) {
            worker.admin().createQueue("orders");

            assertThatThrownBy(() -> nobody.admin().listQueues()).isInstanceOf(Unavailable.class);
        }
    }

    @Test
    void aCertificateWithoutAnAuthorityIsNeverShownInPlaintextNorToAStranger() throws SSLException {
        Tls untrusting = Tls.system()
                .withCertificate(
                        certificates().certificate("worker"), certificates().key("worker"));
        try (FakeBroker stranger = broker(ClientAuth.REQUIRE);
                FakeBroker plain = FakeBroker.start();
                FilaClient toStranger = connect(stranger, untrusting);
                FilaClient toPlain = connect(plain, untrusting)) {
            assertThatThrownBy(() -> toStranger.admin().listQueues()).isInstanceOf(Unavailable.class);
            assertThatThrownBy(() -> toPlain.admin().listQueues()).isInstanceOf(Unavailable.class);
        }
    }

    @Test
    void aMissingFileIsNamed() {
        Tls tls = Tls.system().withCaCertificate(directory.resolve("nowhere.crt"));

        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> FilaClient.connect(ClientOptions.of("localhost").withTls(tls)))
                .withMessageContaining("nowhere.crt");
    }

    @Test
    void aCertificateWithoutItsKeyIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Tls(null, directory.resolve("worker.crt"), null))
                .withMessage("Expected a certificate and its key together but found only the certificate");
    }

    private static FakeBroker broker(ClientAuth clientAuth) throws SSLException {
        return FakeBroker.startWithTls(GrpcSslContexts.forServer(
                        certificates().certificate("broker").toFile(),
                        certificates().key("broker").toFile())
                .trustManager(certificates().certificate("worker").toFile())
                .clientAuth(clientAuth)
                .build());
    }

    private static FilaClient connect(FakeBroker broker, Tls tls) {
        return FilaClient.connect(ClientOptions.of(broker.address()).withTls(tls));
    }

    private static Tls trusting(String name) {
        return Tls.system().withCaCertificate(certificates().certificate(name));
    }

    private static Certificates certificates() {
        return new Certificates(directory);
    }
}
