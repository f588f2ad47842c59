package io.fila.server.grpc;

import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.BindableService;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The health status: NOT_SERVING before the broker has recovered and after it has begun to stop; for messages also while the disk
 * has no room for new ones. Thread-safe.
 */
final class Health {
    private final HealthStatusManager manager = new HealthStatusManager();
    private final AtomicBoolean retired = new AtomicBoolean();

    /** The shards of which each is heard; all have to be served. Under the lock. */
    private final Map<Integer, Boolean> admin = new HashMap<>();

    private final Map<Integer, Boolean> messages = new HashMap<>();

    Health() {
        set(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, false);
        set(FilaServiceGrpc.SERVICE_NAME, false);
        set(FilaAdminGrpc.SERVICE_NAME, false);
    }

    BindableService service() {
        return manager.getHealthService();
    }

    /** The broker is at work; whether it takes messages is the disk's business. */
    synchronized void recovered(int shard) {
        admin.put(shard, true);
        set(FilaAdminGrpc.SERVICE_NAME, !admin.containsValue(false));
    }

    synchronized void room(int shard, boolean thereIsRoom) {
        messages.put(shard, thereIsRoom);
        boolean everywhere = !messages.containsValue(false);
        set(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, everywhere);
        set(FilaServiceGrpc.SERVICE_NAME, everywhere);
    }

    /** Another node is at work, or none is. */
    synchronized void elsewhere(int shard, boolean served) {
        admin.put(shard, served);
        set(FilaAdminGrpc.SERVICE_NAME, !admin.containsValue(false));
        room(shard, served);
    }

    /** Nothing is served any more, for good; of several ports the first to close says so. */
    void retire() {
        if (retired.compareAndSet(false, true)) {
            manager.enterTerminalState();
        }
    }

    private void set(String service, boolean serving) {
        manager.setStatus(service, serving ? ServingStatus.SERVING : ServingStatus.NOT_SERVING);
    }
}
