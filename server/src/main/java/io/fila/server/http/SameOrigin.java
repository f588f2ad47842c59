package io.fila.server.http;

import io.fila.core.reply.Refusal;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Prevents web pages of other sites from using the broker through a visitor's browser. Such a page can send requests to this
 * machine, and without keys nothing else would stop it. Other programs are not affected.
 */
final class SameOrigin {
    private static final Set<String> FOREIGN = Set.of("cross-site", "same-site");

    private final boolean onlyThisMachine;

    /** @param onlyThisMachine whether a name that is not this machine's means that somebody was sent here by a false one */
    SameOrigin(boolean onlyThisMachine) {
        this.onlyThisMachine = onlyThisMachine;
    }

    /** What speaks against a request, or null if nothing does. */
    @Nullable Refusal objection(Exchange exchange) {
        String host = exchange.header("host");
        if (host == null) {
            return Refusal.invalid("Expected a Host header but there is none.");
        }
        if (onlyThisMachine && !isThisMachine(host)) {
            return Refusal.denied(
                    "Expected localhost or an address of this machine in the Host header, because this broker requires no key, but"
                            + " found another name; ask for http://127.0.0.1, or set up keys.");
        }
        String origin = exchange.header("origin");
        boolean fromElsewhere = origin != null && !origin.endsWith("://" + host);
        String site = exchange.header("sec-fetch-site");
        boolean isPage = exchange.path().equals("/") && exchange.method().equals("GET");
        if (fromElsewhere || (site != null && FOREIGN.contains(site) && !isPage)) {
            return Refusal.denied("Expected a request from the broker's own dashboard but it came from another site.");
        }
        if (exchange.method().equals("POST") && !isJson(exchange.header("content-type"))) {
            return Refusal.invalid("Expected the header Content-Type: application/json but found another or none.");
        }
        return null;
    }

    /** A page of another site can't send this without being allowed to. */
    private static boolean isJson(@Nullable String type) {
        return type != null && type.toLowerCase(Locale.ROOT).startsWith("application/json");
    }

    private static boolean isThisMachine(String host) {
        String name = host.startsWith("[") ? host.substring(0, host.indexOf(']') + 1) : host.replaceFirst(":\\d*$", "");
        String known = name.toLowerCase(Locale.ROOT);
        return known.equals("localhost")
                || known.endsWith(".localhost")
                || known.equals("[::1]")
                || known.matches("127\\.\\d+\\.\\d+\\.\\d+");
    }
}
