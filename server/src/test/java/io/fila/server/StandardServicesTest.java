package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Health and reflection, which tools expect of any gRPC server. */
final class StandardServicesTest {
    @TempDir
    Path directory;

    @Test
    void healthOfTheWholeAndOfEachServiceIsServing() throws Exception {
        try (ServerFixture broker = ServerFixture.start(directory)) {
            HealthGrpc.HealthBlockingStub health = HealthGrpc.newBlockingStub(broker.channel());

            for (String service : new String[] {"", FilaServiceGrpc.SERVICE_NAME, FilaAdminGrpc.SERVICE_NAME}) {
                assertThat(health.check(HealthCheckRequest.newBuilder()
                                        .setService(service)
                                        .build())
                                .getStatus())
                        .isEqualTo(ServingStatus.SERVING);
            }
        }
    }

    @Test
    void reflectionKnowsTheServicesAndTheirSchema() throws Exception {
        try (ServerFixture broker = ServerFixture.start(directory)) {
            assertThat(reflect(
                                    broker,
                                    ServerReflectionRequest.newBuilder()
                                            .setListServices("")
                                            .build())
                            .getListServicesResponse()
                            .getServiceList())
                    .extracting(ServiceResponse::getName)
                    .contains(FilaServiceGrpc.SERVICE_NAME, FilaAdminGrpc.SERVICE_NAME);
            assertThat(reflect(
                                    broker,
                                    ServerReflectionRequest.newBuilder()
                                            .setFileContainingSymbol("fila.v1.FilaService.Enqueue")
                                            .build())
                            .getFileDescriptorResponse()
                            .getFileDescriptorProtoCount())
                    .isPositive();
        }
    }

    private static ServerReflectionResponse reflect(ServerFixture broker, ServerReflectionRequest request)
            throws InterruptedException {
        BlockingQueue<ServerReflectionResponse> answers = new LinkedBlockingQueue<>();
        StreamObserver<ServerReflectionRequest> requests = ServerReflectionGrpc.newStub(broker.channel())
                .serverReflectionInfo(new StreamObserver<>() {
                    @Override
                    public void onNext(ServerReflectionResponse answer) {
                        answers.add(answer);
                    }

                    @Override
                    public void onError(Throwable failure) {}

                    @Override
                    public void onCompleted() {}
                });
        requests.onNext(request);
        ServerReflectionResponse answer = answers.poll(20, TimeUnit.SECONDS);
        requests.onCompleted();
        assertThat(answer).isNotNull();
        return answer;
    }
}
