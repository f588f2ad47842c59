package io.fila.retracker.http;

import io.fila.retracker.net.AddressRange;
import io.fila.retracker.net.NumericAddress;
import io.fila.retracker.torrent.Endpoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whose request it is. Proxies put the address of their client into a header; anybody can write a header, so it counts only
 * from proxies that the operator named.
 *
 * @param believed true if headers of those proxies count
 */
public record ClientAddress(boolean believed, List<AddressRange> proxies) {
    public ClientAddress {
        proxies = List.copyOf(proxies);
    }

    boolean isTrusted(Endpoint sender) {
        return believed && proxies.stream().anyMatch(range -> range.contains(sender));
    }

    /**
     * The address of the client behind a sender.
     *
     * @param realIp what X-Real-IP says
     * @param forwardedFor what X-Forwarded-For says: every proxy adds the one it heard from at the end
     */
    Endpoint of(Endpoint sender, @Nullable String realIp, @Nullable String forwardedFor) {
        if (!isTrusted(sender)) {
            return sender;
        }
        Endpoint named = realIp == null ? null : NumericAddress.parse(realIp.strip());
        if (named != null) {
            return named;
        }
        return forwardedFor == null ? sender : lastStranger(sender, forwardedFor);
    }

    /** Only what our proxies added can be trusted; anything before it may be forged. */
    private Endpoint lastStranger(Endpoint sender, String forwardedFor) {
        Endpoint client = sender;
        List<String> hops = List.of(forwardedFor.split(",", -1)).reversed();
        for (String hop : hops) {
            Endpoint named = NumericAddress.parse(hop.strip());
            if (named == null) {
                return client;
            }
            client = named;
            if (!isTrusted(named)) {
                return client;
            }
        }
        return client;
    }
}
