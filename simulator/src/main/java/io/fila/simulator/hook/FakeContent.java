package io.fila.simulator.hook;

import io.fila.core.hook.Content;
import io.fila.core.message.Body;
import java.util.Map;
import java.util.TreeMap;

/** What a script sees of a simulated message: its first bytes are its headers. */
public final class FakeContent implements Content {
    static final String TENANT = "tenant";
    static final String WEIGHT = "weight";
    static final String LIMITS = "limits";
    static final String OUTCOME = "outcome";

    private final Map<String, String> headers = new TreeMap<>();
    private final int size;

    public FakeContent(Body body) {
        size = body.size();
        header(TENANT, 0, body);
        header(WEIGHT, 1, body);
        header(LIMITS, 2, body);
        header(OUTCOME, 3, body);
    }

    private void header(String name, int at, Body body) {
        if (body.size() > at) {
            headers.put(name, String.valueOf(body.bytes()[at] & 0xFF));
        }
    }

    @Override
    public Map<String, String> headers() {
        return headers;
    }

    @Override
    public int payloadSize() {
        return size;
    }
}
