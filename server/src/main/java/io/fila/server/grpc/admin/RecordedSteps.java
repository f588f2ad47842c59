package io.fila.server.grpc.admin;

import io.fila.core.history.RecordedStep;
import io.fila.core.message.MessageId;
import io.fila.proto.v1.StepKind;
import io.fila.server.grpc.call.Timestamps;
import io.fila.server.host.QueueDirectory;
import java.util.Map;

/** What a flight recorder kept, as clients read it. */
final class RecordedSteps {
    private final Map<Long, String> names;

    RecordedSteps(QueueDirectory queues) {
        this.names = queues.names();
    }

    io.fila.proto.v1.RecordedStep of(RecordedStep step) {
        MessageId id = step.id();
        return io.fila.proto.v1.RecordedStep.newBuilder()
                .setAt(Timestamps.of(step.atNanos()))
                .setKind(kind(step.kind()))
                .setQueue(name(step.queue()))
                .setMessageId(id == null ? "" : id.toString())
                .setFairnessKey(step.fairnessKey())
                .setAttempts(step.attempts())
                .setConsumer(step.consumer())
                .setTargetQueue(step.target() == 0 ? "" : name(step.target()))
                .setDetail(step.detail())
                .build();
    }

    /** The name of a queue; of one that is not there any more, its number. */
    String name(long queue) {
        return names.getOrDefault(queue, "#" + queue);
    }

    static StepKind kind(io.fila.core.history.StepKind kind) {
        return StepKind.valueOf("STEP_KIND_" + kind.name());
    }
}
