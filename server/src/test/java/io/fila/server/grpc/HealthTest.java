package io.fila.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** When a broker says that it serves. */
final class HealthTest {
    private static final String ALL = "";

    private final Health health = new Health();

    @Test
    void nothingIsServedBeforeTheBrokerHasRecovered() {
        assertThat(status(ALL)).isEqualTo(ServingStatus.NOT_SERVING);
        assertThat(status(FilaServiceGrpc.SERVICE_NAME)).isEqualTo(ServingStatus.NOT_SERVING);
        assertThat(status(FilaAdminGrpc.SERVICE_NAME)).isEqualTo(ServingStatus.NOT_SERVING);

        health.recovered(0);
        health.room(0, true);

        assertThat(status(ALL)).isEqualTo(ServingStatus.SERVING);
    }

    @Test
    void fullDiskLeavesOperatorsServed() {
        health.recovered(0);
        health.room(0, false);

        assertThat(status(ALL)).isEqualTo(ServingStatus.NOT_SERVING);
        assertThat(status(FilaServiceGrpc.SERVICE_NAME)).isEqualTo(ServingStatus.NOT_SERVING);
        assertThat(status(FilaAdminGrpc.SERVICE_NAME)).isEqualTo(ServingStatus.SERVING);
    }

    @Test
    void brokerThatStopsServesNothingWhateverTheDiskSays() {
        health.recovered(0);
        health.room(0, true);

        health.retire();
        health.room(0, true);

        assertThat(status(ALL)).isEqualTo(ServingStatus.NOT_SERVING);
        assertThat(status(FilaAdminGrpc.SERVICE_NAME)).isEqualTo(ServingStatus.NOT_SERVING);
    }

    private ServingStatus status(String service) {
        CompletableFuture<HealthCheckResponse> answer = new CompletableFuture<>();
        ((HealthGrpc.HealthImplBase) health.service())
                .check(HealthCheckRequest.newBuilder().setService(service).build(), new StreamObserver<>() {
                    @Override
                    public void onNext(HealthCheckResponse response) {
                        answer.complete(response);
                    }

                    @Override
                    public void onError(Throwable failure) {
                        answer.completeExceptionally(failure);
                    }

                    @Override
                    public void onCompleted() {}
                });
        return answer.join().getStatus();
    }
}
