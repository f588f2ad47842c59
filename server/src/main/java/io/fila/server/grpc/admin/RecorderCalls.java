package io.fila.server.grpc.admin;

import io.fila.core.reply.Refusal;
import io.fila.core.runtime.recorder.FlightRecorder;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.ReadRecorderRequest;
import io.fila.proto.v1.ReadRecorderResponse;
import io.fila.server.grpc.access.ServiceAssembly;
import io.fila.server.grpc.call.UnaryCall;
import io.fila.server.host.BrokerHost;
import java.util.concurrent.RejectedExecutionException;

/** Hands out what the flight recorder has, a part of it a page, off the connections' event loops. */
final class RecorderCalls {
    /** No part has this number: the token is none of ours. */
    private static final long FOREIGN = -1;

    private final BrokerHost host;

    RecorderCalls(BrokerHost host) {
        this.host = host;
    }

    void addTo(ServiceAssembly service) {
        service.unary(FilaAdminGrpc.getReadRecorderMethod(), ReadRecorderRequest.parser(), this::read);
    }

    private void read(ReadRecorderRequest request, UnaryCall<ReadRecorderResponse> call) {
        FlightRecorder recorder = host.recorder();
        long wanted = number(request.getPageToken());
        if (recorder == null) {
            call.refuse(Refusal.failedPrecondition(
                    "Expected a flight recorder but it is off; set telemetry.recorder_bytes and restart the broker."));
        } else if (wanted == FOREIGN) {
            call.refuse(Refusal.invalid("Expected a page_token from an answer of this call but found \""
                    + request.getPageToken() + "\"; begin anew."));
        } else {
            try {
                host.readers().execute(() -> call.guard(() -> call.answer(page(recorder, wanted))));
            } catch (RejectedExecutionException stopping) {
                call.refuse(Refusal.unavailable("The broker is stopping; connect again later."));
            }
        }
    }

    /** Which part a token means. */
    private static long number(String token) {
        try {
            return token.isEmpty() ? 0 : Math.max(FOREIGN, Long.parseLong(token));
        } catch (NumberFormatException foreign) {
            return FOREIGN;
        }
    }

    private ReadRecorderResponse page(FlightRecorder recorder, long wanted) {
        long number = Math.max(wanted, recorder.oldestPart());
        RecordedSteps steps = new RecordedSteps(host.queues());
        ReadRecorderResponse.Builder page = ReadRecorderResponse.newBuilder().setGap(wanted > 0 && number > wanted);
        recorder.part(number).forEach(step -> page.addSteps(steps.of(step)));
        if (number < recorder.newestPart()) {
            page.setNextPageToken(Long.toString(number + 1));
        }
        return page.build();
    }
}
