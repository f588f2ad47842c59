package io.fila.server.http;

/**
 * How much may go on over HTTP at once.
 *
 * @param connections that may be open
 * @param bodyBytes of one request
 * @param bytesUnderWay of the bodies of all requests that are not answered
 */
public record HttpLimits(int connections, int bodyBytes, long bytesUnderWay) {
    /** Room in a request for everything but the payload. */
    private static final int OTHER_BYTES = 256 * 1024;

    /** What a request with the largest payload may take: base64 writes three bytes as four. */
    public static int bodyBytes(int payloadBytes) {
        return Math.toIntExact(Math.min(Integer.MAX_VALUE, payloadBytes / 3L * 4 + OTHER_BYTES));
    }
}
