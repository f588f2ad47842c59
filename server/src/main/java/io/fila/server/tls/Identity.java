package io.fila.server.tls;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;

/** Who the broker is: a key, and the certificates that say so, its own first. */
record Identity(PrivateKey key, List<X509Certificate> chain) {
    private static final byte[] SAMPLE = {1, 2, 3};

    /** Puts a key and certificates together, unless they are not each other's. */
    static Identity of(PrivateKey key, List<X509Certificate> chain, String keyFile, String certificateFile)
            throws TlsException {
        if (!isPair(key, chain.getFirst())) {
            throw new TlsException(
                    "Expected the key of the first certificate in " + certificateFile + " but " + keyFile
                            + " has the key of another certificate; replace both.",
                    null);
        }
        return new Identity(key, List.copyOf(chain));
    }

    X509Certificate certificate() {
        return chain.getFirst();
    }

    /** Whoever vouches for the certificate, as far as its file says. */
    List<X509Certificate> issuers() {
        return chain.subList(1, chain.size());
    }

    private static boolean isPair(PrivateKey key, X509Certificate certificate) {
        String algorithm = switch (key.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            default -> key.getAlgorithm();
        };
        try {
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(key);
            signing.update(SAMPLE);
            byte[] signed = signing.sign();
            Signature checking = Signature.getInstance(algorithm);
            checking.initVerify(certificate.getPublicKey());
            checking.update(SAMPLE);
            return checking.verify(Arrays.copyOf(signed, signed.length));
        } catch (GeneralSecurityException another) {
            return false;
        }
    }
}
