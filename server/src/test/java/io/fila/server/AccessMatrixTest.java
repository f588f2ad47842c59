package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.fila.proto.v1.CreateApiKeyRequest;
import io.fila.proto.v1.CreateApiKeyResponse;
import io.fila.proto.v1.EnqueueBatch;
import io.fila.proto.v1.EnqueueResults;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.MoveMessageRequest;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call of the contract, by everybody who may or may not make it. */
final class AccessMatrixTest {
    private static final String QUEUE = "orders.us";

    /** What each call takes, as the contract says it: the table in the code is checked against this one. */
    private static final String CONTRACT = """
            Enqueue        produce on the queue
            EnqueueStream  produce on the queue
            Cancel         produce on the queue
            Consume        consume on the queue
            ConsumeStream  consume on the queue
            Ack            consume on the queue
            Nack           consume on the queue
            ExtendLease    consume on the queue
            CreateQueue    admin on the queue
            DeleteQueue    admin on the queue
            UpdateQueue    admin on the queue
            PauseQueue     admin on the queue
            ResumeQueue    admin on the queue
            PurgeQueue     admin on the queue
            SetKeyWeight   admin on the queue
            MoveMessage    admin on the queue
            PeekMessages   admin on the queue
            GetMessage     admin on the queue
            Explain        admin on the queue
            TryScript      admin on the queue
            SetConfig      admin everywhere
            GetConfig      admin everywhere
            ListConfig     admin everywhere
            GetStats       admin everywhere
            ListQueues     admin everywhere
            Redrive        admin everywhere
            RevokeApiKey   admin everywhere
            ListApiKeys    admin everywhere
            GetAcl         admin everywhere
            SetApiKeyLimits admin everywhere
            Backup         admin everywhere
            ReadRecorder   admin everywhere
            GetClusterStatus admin everywhere
            TransferLeadership admin everywhere
            RemoveNode     admin everywhere
            CreateApiKey   admin somewhere
            SetAcl         admin somewhere
            RotateApiKey   admin everywhere
            """;

    @TempDir
    Path directory;

    private enum Verdict {
        SERVED,
        UNAUTHENTICATED,
        DENIED
    }

    /** Somebody who calls, and what must become of it. */
    private record Situation(String name, BiFunction<LockedBroker, String, Channel> caller, Rule rule) {}

    private interface Rule {
        Verdict verdict(String extent);
    }

    private record Try(String what, Verdict expected, StreamProbe<?, ?> probe) {}

    @Test
    void everyCallIsInTheContract() {
        assertThat(methods().map(MethodDescriptor::getBareMethodName))
                .containsExactlyInAnyOrderElementsOf(contract().keySet());
    }

    @Test
    void everyCallIsServedToThoseWhoMayAndToNobodyElse() throws Exception {
        try (LockedBroker broker = LockedBroker.start(directory)) {
            List<Try> tries = new ArrayList<>();
            Map<String, Channel> callers = new LinkedHashMap<>();
            for (MethodDescriptor<?, ?> method : methods().toList()) {
                String[] need = need(method).split(" ", 2);
                for (Situation situation : situations()) {
                    Channel caller = callers.computeIfAbsent(
                            situation.name() + need[0],
                            name -> situation.caller().apply(broker, need[0]));
                    tries.add(new Try(
                            method.getBareMethodName() + " with " + situation.name(),
                            situation.rule().verdict(need[1]),
                            call(caller, method, QUEUE)));
                }
            }

            Map<String, Verdict> expected = new TreeMap<>();
            Map<String, Verdict> found = new TreeMap<>();
            for (Try each : tries) {
                expected.put(each.what(), each.expected());
                found.put(each.what(), verdict(each.probe()));
            }
            assertThat(found).isEqualTo(expected);
        }
    }

    /** An empty name is told to whoever has a key, before it is asked what the key may do. */
    @Test
    void emptyNameOfAQueueIsInvalidWhateverTheKeyMayDo() throws Exception {
        try (LockedBroker broker = LockedBroker.start(directory)) {
            Channel caller = broker.as(broker.createKey("no permission").getKey());
            Map<String, StreamProbe<?, ?>> calls = new TreeMap<>();
            methods()
                    .filter(AccessMatrixTest::namesAQueue)
                    .forEach(method -> calls.put(method.getFullMethodName(), call(caller, method, "")));

            assertThat(calls).hasSizeGreaterThan(20);
            calls.forEach((name, probe) -> assertThat(code(probe)).as(name).isEqualTo(Status.Code.INVALID_ARGUMENT));
        }
    }

    @Test
    void messageIsMovedOnlyByWhoeverAdministratesBothQueues() throws Exception {
        try (LockedBroker broker = LockedBroker.start(directory)) {
            Channel here = broker.as(broker.createKey("here", "admin:" + QUEUE).getKey());
            Channel both = broker.as(
                    broker.createKey("both", "admin:" + QUEUE, "admin:mail").getKey());

            assertThat(move(here, QUEUE, "mail").getDescription())
                    .isEqualTo("key does not have admin permission on queue \"mail\"");
            assertThat(move(here, "mail", QUEUE).getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
            assertThat(move(both, QUEUE, "mail").getCode())
                    .as("a message id that is none")
                    .isEqualTo(Status.Code.INVALID_ARGUMENT);
        }
    }

    private static Status move(Channel caller, String from, String to) {
        StreamProbe<MoveMessageRequest, ?> probe = StreamProbe.open(caller, FilaAdminGrpc.getMoveMessageMethod());
        probe.send(MoveMessageRequest.newBuilder()
                .setQueue(from)
                .setTargetQueue(to)
                .build());
        probe.halfClose();
        return probe.awaitEnd();
    }

    private static boolean namesAQueue(MethodDescriptor<?, ?> method) {
        return need(method).endsWith("there")
                || List.of("GetStats", "Redrive").contains(String.valueOf(method.getBareMethodName()));
    }

    private static List<Situation> situations() {
        return List.of(
                new Situation("no key", (broker, kind) -> broker.withoutKey(), extent -> Verdict.UNAUTHENTICATED),
                new Situation("garbage", (broker, kind) -> broker.as("garbage"), extent -> Verdict.UNAUTHENTICATED),
                new Situation(
                        "another scheme",
                        (broker, kind) -> broker.withHeader("bearer " + LockedBroker.BOOTSTRAP),
                        extent -> Verdict.UNAUTHENTICATED),
                new Situation("an expired key", AccessMatrixTest::expired, extent -> Verdict.UNAUTHENTICATED),
                new Situation("a revoked key", AccessMatrixTest::revoked, extent -> Verdict.UNAUTHENTICATED),
                with("no permission", extent -> Verdict.DENIED),
                with("another queue", AccessMatrixTest::elsewhere, "mail"),
                with("a prefix that looks alike", AccessMatrixTest::elsewhere, "order.*", "orders.us.*", "orders.u"),
                with("the exact name", AccessMatrixTest::here, QUEUE),
                with("the prefix", AccessMatrixTest::here, "orders.*"),
                with("everything", extent -> Verdict.SERVED, "*"),
                new Situation("everything of other kinds", AccessMatrixTest::otherKinds, extent -> Verdict.DENIED),
                new Situation("a superadmin", AccessMatrixTest::superadmin, extent -> Verdict.SERVED),
                new Situation(
                        "the key of the configuration",
                        (broker, kind) -> broker.as(LockedBroker.BOOTSTRAP),
                        extent -> Verdict.SERVED));
    }

    private static Verdict here(String extent) {
        return extent.equals("everywhere") ? Verdict.DENIED : Verdict.SERVED;
    }

    private static Verdict elsewhere(String extent) {
        return extent.equals("somewhere") ? Verdict.SERVED : Verdict.DENIED;
    }

    private static Situation with(String name, Rule rule, String... patterns) {
        return new Situation(
                name,
                (broker, kind) -> {
                    String[] permissions = Stream.of(patterns)
                            .map(pattern -> kind + ":" + pattern)
                            .toArray(String[]::new);
                    return broker.as(broker.createKey(name, permissions).getKey());
                },
                rule);
    }

    private static Channel otherKinds(LockedBroker broker, String kind) {
        String[] permissions = Stream.of("produce", "consume", "admin")
                .filter(other -> !other.equals(kind))
                .map(other -> other + ":*")
                .toArray(String[]::new);
        return broker.as(broker.createKey("other", permissions).getKey());
    }

    private static Channel expired(LockedBroker broker, String kind) {
        CreateApiKeyRequest request = CreateApiKeyRequest.newBuilder()
                .setName("expired")
                .setExpiresAtMs(1)
                .build();
        return broker.as(
                broker.createKey(request, "produce:*", "consume:*", "admin:*").getKey());
    }

    private static Channel revoked(LockedBroker broker, String kind) {
        CreateApiKeyResponse key = broker.createKey("revoked", "produce:*", "consume:*", "admin:*");
        broker.revoke(key.getKeyId());
        return broker.as(key.getKey());
    }

    private static Channel superadmin(LockedBroker broker, String kind) {
        return broker.as(broker.createKey(CreateApiKeyRequest.newBuilder()
                        .setName("root")
                        .setIsSuperadmin(true)
                        .build())
                .getKey());
    }

    // ---- one call ----

    /** Calls without waiting: answers to wrong keys come late. */
    @SuppressWarnings("unchecked")
    private static <Q, R> StreamProbe<Q, R> call(Channel caller, MethodDescriptor<?, ?> method, String queue) {
        StreamProbe<Q, R> probe = StreamProbe.open(caller, (MethodDescriptor<Q, R>) method);
        probe.send((Q) request(method, queue));
        probe.halfClose();
        return probe;
    }

    private static Message request(MethodDescriptor<?, ?> method, String queue) {
        if (method.getBareMethodName() != null && method.getBareMethodName().equals("EnqueueStream")) {
            return EnqueueBatch.newBuilder()
                    .addMessages(Requests.enqueue(queue, "x"))
                    .build();
        }
        Message prototype = (Message)
                Objects.requireNonNull(((PrototypeMarshaller<?>) method.getRequestMarshaller()).getMessagePrototype());
        Message.Builder request = prototype.newBuilderForType();
        for (FieldDescriptor field : prototype.getDescriptorForType().getFields()) {
            switch (field.getName()) {
                case "queue", "target_queue" -> request.setField(field, queue);
                case "dlq_queue" -> request.setField(field, queue.isEmpty() ? "" : queue + ".dlq");
                case "name" -> {
                    boolean isQueue = "CreateQueue".equals(method.getBareMethodName());
                    request.setField(field, isQueue ? queue : "made by a scoped key " + System.nanoTime());
                }
                case "key_id" -> request.setField(field, "nobody");
                default -> {}
            }
        }
        return request.build();
    }

    /** What became of a call; of a message in a stream that is in its result. */
    private static Verdict verdict(StreamProbe<?, ?> probe) {
        Status.Code code = code(probe);
        Status end = probe.awaitEnd();
        if (end.getCode() == Status.Code.UNAUTHENTICATED) {
            assertThat(end.getDescription()).isEqualTo("invalid or missing api key");
            assertThat(probe.hasHeaders()).as("headers before the trailers").isFalse();
        }
        return switch (code) {
            case UNAUTHENTICATED -> Verdict.UNAUTHENTICATED;
            case PERMISSION_DENIED -> Verdict.DENIED;
            default -> Verdict.SERVED;
        };
    }

    private static Status.Code code(StreamProbe<?, ?> probe) {
        Status end = probe.awaitEnd();
        return end.isOk() && probe.waiting() > 0 && probe.next() instanceof EnqueueResults results
                ? Status.fromCodeValue(results.getResults(0).getRefusal().getCode())
                        .getCode()
                : end.getCode();
    }

    private static Stream<MethodDescriptor<?, ?>> methods() {
        return Stream.of(FilaServiceGrpc.getServiceDescriptor(), FilaAdminGrpc.getServiceDescriptor())
                .flatMap(service -> service.getMethods().stream());
    }

    private static String need(MethodDescriptor<?, ?> method) {
        return Objects.requireNonNull(contract().get(String.valueOf(method.getBareMethodName())));
    }

    private static Map<String, String> contract() {
        Map<String, String> needs = new TreeMap<>();
        CONTRACT.lines().forEach(line -> {
            String[] parts = line.split(" +", 2);
            needs.put(parts[0], parts[1].strip().replace("on the queue", "there"));
        });
        return needs;
    }
}
