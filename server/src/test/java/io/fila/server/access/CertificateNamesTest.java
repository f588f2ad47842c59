package io.fila.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.Test;

final class CertificateNamesTest {
    @Test
    void alternativeNamesCountAndAddressesDoNot() throws Exception {
        assertThat(names("client").names()).containsExactly("billing.example");
        assertThat(names("server").names()).containsExactly("localhost");
    }

    @Test
    void commonNameCountsIfThereIsNoOther() throws Exception {
        assertThat(names("ca").names()).containsExactly("rcgen self signed cert");
    }

    @Test
    void endIsThatOfTheCertificate() throws Exception {
        assertThat(names("expired").untilMillis()).isLessThan(names("client").untilMillis());
    }

    private static CertificateNames names(String file) throws Exception {
        try (InputStream in = CertificateNamesTest.class.getResourceAsStream("/io/fila/server/tls/" + file + ".pem")) {
            return CertificateNames.of(
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
    }
}
