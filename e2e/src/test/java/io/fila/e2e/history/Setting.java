package io.fila.e2e.history;

import io.fila.e2e.history.Call.Kind;
import io.fila.e2e.wire.PlainClient;
import io.fila.proto.v1.GetConfigRequest;
import java.util.List;

/** A runtime setting. */
record Setting(String name) implements Thing {
    @Override
    public List<Kind> kinds() {
        return List.of(Kind.READ, Kind.PUT);
    }

    @Override
    public String read(PlainClient client) {
        return Thing.valueOrNothing(() -> client.admin()
                .getConfig(GetConfigRequest.newBuilder().setKey(name).build())
                .getValue());
    }

    @Override
    public void change(PlainClient client, Kind kind, String value) {
        client.set(name, value);
    }
}
