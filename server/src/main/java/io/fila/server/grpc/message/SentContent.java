package io.fila.server.grpc.message;

import io.fila.core.hook.Content;
import java.util.Map;

/** What a script can see of a message on its way in: what is in it, and who sent it. */
record SentContent(Content content, String principal) implements Content {
    @Override
    public Map<String, String> headers() {
        return content.headers();
    }

    @Override
    public int payloadSize() {
        return content.payloadSize();
    }
}
