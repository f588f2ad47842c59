package io.fila.server.tls;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Certificates and keys in the text form that every toolchain writes. */
final class Pem {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*+)-----END \\1-----");
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";
    private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA", "RSASSA-PSS");

    private Pem() {}

    private record Block(String type, String base64) {
        byte[] der(String file) throws TlsException {
            try {
                return Base64.getMimeDecoder().decode(base64);
            } catch (IllegalArgumentException malformed) {
                throw new TlsException("Expected base64 in " + file + " but found something else.", null);
            }
        }
    }

    /** All certificates of a file, at least one. */
    static List<X509Certificate> certificates(String file, String text) throws TlsException {
        List<X509Certificate> certificates = new ArrayList<>();
        for (Block block : blocks(text)) {
            if (block.type().equals(CERTIFICATE)) {
                certificates.add(certificate(file, block.der(file)));
            }
        }
        if (certificates.isEmpty()) {
            throw new TlsException(
                    "Expected a certificate in " + file
                            + " but found none; it begins with -----BEGIN CERTIFICATE-----.",
                    null);
        }
        return certificates;
    }

    private static X509Certificate certificate(String file, byte[] der) throws TlsException {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
        } catch (CertificateException malformed) {
            throw new TlsException("Expected a certificate in " + file + " but it cannot be parsed.", malformed);
        }
    }

    /** The key of a file. What is wrong with it is said without a byte of it. */
    static PrivateKey key(String file, String text) throws TlsException {
        for (Block block : blocks(text)) {
            if (block.type().equals(KEY)) {
                return key(file, block);
            }
            if (block.type().endsWith(KEY)) {
                throw new TlsException(
                        "Expected a key in PKCS#8, which begins with -----BEGIN PRIVATE KEY-----, in " + file
                                + " but found one of type " + block.type()
                                + "; convert it with openssl pkcs8 -topk8 -nocrypt.",
                        null);
            }
        }
        throw new TlsException(
                "Expected a key in " + file + " but found none; it begins with -----BEGIN PRIVATE KEY-----.", null);
    }

    private static PrivateKey key(String file, Block block) throws TlsException {
        PKCS8EncodedKeySpec encoded = new PKCS8EncodedKeySpec(block.der(file));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
            } catch (GeneralSecurityException another) {
                // It may be of one of the others.
            }
        }
        throw new TlsException("Expected a key of type EC, RSA or EdDSA in " + file + " but found another.", null);
    }

    private static List<Block> blocks(String text) {
        List<Block> blocks = new ArrayList<>();
        Matcher found = BLOCK.matcher(text);
        while (found.find()) {
            blocks.add(new Block(found.group(1), found.group(2)));
        }
        return blocks;
    }
}
