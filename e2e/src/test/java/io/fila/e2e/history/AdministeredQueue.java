package io.fila.e2e.history;

import com.google.protobuf.FieldMask;
import io.fila.e2e.history.Call.Kind;
import io.fila.e2e.wire.PlainClient;
import io.fila.proto.v1.DeleteQueueRequest;
import io.fila.proto.v1.QueueConfig;
import io.fila.proto.v1.UpdateQueueRequest;
import java.util.List;

/** A queue that is created, changed and deleted. Its visibility timeout is its value. */
record AdministeredQueue(String name) implements Thing {
    @Override
    public List<Kind> kinds() {
        return List.of(Kind.READ, Kind.READ, Kind.CREATE, Kind.UPDATE, Kind.DELETE);
    }

    @Override
    public String read(PlainClient client) {
        return Thing.valueOrNothing(
                () -> Long.toString(client.stats(name).getConfig().getVisibilityTimeoutMs()));
    }

    @Override
    public void change(PlainClient client, Kind kind, String value) {
        switch (kind) {
            case CREATE -> client.createQueue(name, config(value));
            case UPDATE -> {
                var _ = client.admin()
                        .updateQueue(UpdateQueueRequest.newBuilder()
                                .setQueue(name)
                                .setConfig(config(value))
                                .setUpdateMask(FieldMask.newBuilder().addPaths("visibility_timeout_ms"))
                                .build());
            }
            case DELETE -> {
                var _ = client.admin()
                        .deleteQueue(
                                DeleteQueueRequest.newBuilder().setQueue(name).build());
            }
            default -> throw new IllegalArgumentException("A queue has no " + kind);
        }
    }

    private static QueueConfig config(String value) {
        return QueueConfig.newBuilder()
                .setVisibilityTimeoutMs(Long.parseLong(value))
                .build();
    }
}
