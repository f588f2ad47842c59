package io.fila.client.admin;

/**
 * Which messages to look at.
 *
 * @param fairnessKey empty means all keys; not for scheduled messages
 * @param pageSize messages per page; 0 means the broker's default
 * @param pageToken from the page before; empty for the first
 */
public record Peek(MessageState state, String fairnessKey, int pageSize, String pageToken) {
    public static Peek at(MessageState state) {
        return new Peek(state, "", 0, "");
    }

    public Peek withFairnessKey(String key) {
        return new Peek(state, key, pageSize, pageToken);
    }

    public Peek withPageSize(int messages) {
        return new Peek(state, fairnessKey, messages, pageToken);
    }

    public Peek withPageToken(String token) {
        return new Peek(state, fairnessKey, pageSize, token);
    }
}
