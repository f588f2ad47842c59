package io.fila.server.access;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/**
 * The names that a client's certificate gives it: its DNS and URI names, or its common name if it has neither. Who signed it
 * has been looked at by then.
 *
 * @param untilMillis when the certificate ends, since 1970
 */
public record CertificateNames(List<String> names, long untilMillis) {
    /** Of a connection without a certificate. */
    public static final CertificateNames NONE = new CertificateNames(List.of(), 0);

    /** Names of one certificate that are looked at. */
    private static final int MOST_NAMES = 100;

    // RFC 5280, section 4.2.1.6: the numbers of a GeneralName.
    private static final int DNS = 2;
    private static final int URI = 6;

    public CertificateNames {
        names = List.copyOf(names);
    }

    public static CertificateNames of(X509Certificate certificate) {
        List<String> names = alternatives(certificate);
        return new CertificateNames(
                names.isEmpty() ? commonName(certificate) : names,
                certificate.getNotAfter().toInstant().toEpochMilli());
    }

    private static List<String> alternatives(X509Certificate certificate) {
        List<String> names = new ArrayList<>();
        try {
            Collection<List<?>> all = certificate.getSubjectAlternativeNames();
            for (List<?> each : all == null ? List.<List<?>>of() : all) {
                int kind = (Integer) each.getFirst();
                if ((kind == DNS || kind == URI) && names.size() < MOST_NAMES) {
                    names.add((String) each.getLast());
                }
            }
        } catch (CertificateParsingException unreadable) {
            // One that can't be read names nobody.
            return List.of();
        }
        return names;
    }

    private static List<String> commonName(X509Certificate certificate) {
        try {
            for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN") && part.getValue() instanceof String name) {
                    return List.of(name);
                }
            }
        } catch (InvalidNameException unreadable) {
            // One that can't be read names nobody.
        }
        return List.of();
    }
}
