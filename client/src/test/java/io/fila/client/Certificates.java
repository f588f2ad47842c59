package io.fila.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Locale;

/** Self-signed PEM files in a directory, made by the JDK's own keytool. */
final class Certificates {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private final Path directory;

    Certificates(Path directory) {
        this.directory = directory;
    }

    Path certificate(String name) {
        return directory.resolve(name + ".crt");
    }

    Path key(String name) {
        return directory.resolve(name + ".key");
    }

    /** Makes a certificate for localhost and its key. */
    void make(String name) throws IOException, InterruptedException, GeneralSecurityException {
        Path store = directory.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=dns:localhost,ip:127.0.0.1",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (keytool.waitFor() != 0) {
            throw new IllegalStateException("Expected keytool to make a certificate but it failed");
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        Key key = keys.getKey(name, PASSWORD);
        Files.writeString(key(name), pem("private key", key.getEncoded()));
        Files.writeString(
                certificate(name), pem("certificate", keys.getCertificate(name).getEncoded()));
    }

    private static String pem(String kind, byte[] der) {
        String label = kind.toUpperCase(Locale.ROOT);
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                + "\n-----END " + label + "-----\n";
    }
}
