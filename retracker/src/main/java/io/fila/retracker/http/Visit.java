package io.fila.retracker.http;

import io.fila.retracker.torrent.Endpoint;

/**
 * A request, as far as it matters here.
 *
 * @param client the address it came from, with port 0
 * @param isTrusted true if it came through a proxy that may speak for others
 * @param isProxied true if it came through a proxy, trusted or not
 */
record Visit(Method method, String path, String query, Endpoint client, boolean isTrusted, boolean isProxied) {
    /** Whether something is to be shown or to be done. */
    enum Method {
        GET,
        POST
    }

    /** Somebody who came by himself to look at something. */
    static Visit get(String path, String query, Endpoint client) {
        return new Visit(Method.GET, path, query, client, false, false);
    }
}
