package io.fila.retracker.http;

import io.fila.retracker.torrent.Endpoint;

/**
 * A request, as far as it matters here.
 *
 * @param client the address it came from, with port 0
 * @param isTrusted true if it came through a proxy that may speak for others
 */
record Visit(String path, String query, Endpoint client, boolean isTrusted) {}
