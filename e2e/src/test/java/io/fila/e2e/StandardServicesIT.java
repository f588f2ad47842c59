package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.RunningBroker;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The services that tools expect of any gRPC server: health and reflection. */
class StandardServicesIT {
    @RegisterExtension
    static final RunningBroker broker = new RunningBroker();

    @Test
    void healthIsServing() {
        assertThat(health("")).isEqualTo(ServingStatus.SERVING);
        assertThat(health("fila.v1.FilaService")).isEqualTo(ServingStatus.SERVING);
        assertThat(health("fila.v1.FilaAdmin")).isEqualTo(ServingStatus.SERVING);
    }

    @Test
    void reflectionListsBothServices() throws Exception {
        ServerReflectionResponse response =
                reflect(ServerReflectionRequest.newBuilder().setListServices("").build());

        assertThat(response.getListServicesResponse().getServiceList())
                .extracting(ServiceResponse::getName)
                .contains("fila.v1.FilaService", "fila.v1.FilaAdmin", "grpc.health.v1.Health");
    }

    @Test
    void reflectionDescribesTheContract() throws Exception {
        ServerReflectionResponse response = reflect(ServerReflectionRequest.newBuilder()
                .setFileContainingSymbol("fila.v1.FilaService")
                .build());

        assertThat(response.getFileDescriptorResponse().getFileDescriptorProtoCount())
                .isPositive();
    }

    private static ServingStatus health(String service) {
        return HealthGrpc.newBlockingStub(broker.client().channel())
                .withDeadlineAfter(20, TimeUnit.SECONDS)
                .check(HealthCheckRequest.newBuilder().setService(service).build())
                .getStatus();
    }

    private static ServerReflectionResponse reflect(ServerReflectionRequest request)
            throws InterruptedException, ExecutionException, TimeoutException {
        CompletableFuture<ServerReflectionResponse> answer = new CompletableFuture<>();
        StreamObserver<ServerReflectionRequest> requests = ServerReflectionGrpc.newStub(
                        broker.client().channel())
                .serverReflectionInfo(new StreamObserver<>() {
                    @Override
                    public void onNext(ServerReflectionResponse response) {
                        answer.complete(response);
                    }

                    @Override
                    public void onError(Throwable failure) {
                        answer.completeExceptionally(failure);
                    }

                    @Override
                    public void onCompleted() {
                        answer.cancel(false);
                    }
                });
        requests.onNext(request);
        requests.onCompleted();
        return answer.get(20, TimeUnit.SECONDS);
    }
}
