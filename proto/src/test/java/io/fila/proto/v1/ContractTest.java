package io.fila.proto.v1;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pins every name, number and type that clients written elsewhere already speak. */
final class ContractTest {
    private static final List<FileDescriptor> FILES =
            List.of(MessagesProto.getDescriptor(), ServiceProto.getDescriptor(), AdminProto.getDescriptor());

    /** The contract as it stands for good. A line may gain fields in {@link #ADDITIONS}, never lose or change one. */
    private static final String MESSAGES = """
            Message: id=1 string, headers=2 map<string,string>, payload=3 bytes, metadata=4 MessageMetadata, timestamps=5 MessageTimestamps
            MessageMetadata: fairness_key=1 string, weight=2 uint32, throttle_keys=3 repeated string, attempt_count=4 uint32, queue_id=5 string
            MessageTimestamps: enqueued_at=1 google.protobuf.Timestamp, leased_at=2 google.protobuf.Timestamp
            EnqueueRequest: queue=1 string, headers=2 map<string,string>, payload=3 bytes
            EnqueueResponse: message_id=1 string
            ConsumeRequest: queue=1 string
            ConsumeResponse: message=1 Message
            AckRequest: queue=1 string, message_id=2 string
            AckResponse:
            NackRequest: queue=1 string, message_id=2 string, error=3 string
            NackResponse:
            CreateQueueRequest: name=1 string, config=2 QueueConfig
            QueueConfig: on_enqueue_script=1 string, on_failure_script=2 string, visibility_timeout_ms=3 uint64
            CreateQueueResponse: queue_id=1 string
            DeleteQueueRequest: queue=1 string
            DeleteQueueResponse:
            ListQueuesRequest:
            ListQueuesResponse: queues=1 repeated QueueInfo, cluster_node_count=2 uint32
            QueueInfo: name=1 string, depth=2 uint64, in_flight=3 uint64, active_consumers=4 uint32, leader_node_id=5 uint64
            GetStatsRequest: queue=1 string
            GetStatsResponse: depth=1 uint64, in_flight=2 uint64, active_fairness_keys=3 uint64, active_consumers=4 uint32, quantum=5 uint32, per_key_stats=6 repeated PerFairnessKeyStats, per_throttle_stats=7 repeated PerThrottleKeyStats, leader_node_id=8 uint64, replication_count=9 uint32
            PerFairnessKeyStats: key=1 string, pending_count=2 uint64, current_deficit=3 int64, weight=4 uint32
            PerThrottleKeyStats: key=1 string, tokens=2 double, rate_per_second=3 double, burst=4 double
            SetConfigRequest: key=1 string, value=2 string
            SetConfigResponse:
            GetConfigRequest: key=1 string
            GetConfigResponse: value=1 string
            ListConfigRequest: prefix=1 string
            ListConfigResponse: entries=1 repeated ConfigEntry, total_count=2 uint32
            ConfigEntry: key=1 string, value=2 string
            RedriveRequest: dlq_queue=1 string, count=2 uint64
            RedriveResponse: redriven=1 uint64
            CreateApiKeyRequest: name=1 string, expires_at_ms=2 uint64, is_superadmin=3 bool
            CreateApiKeyResponse: key_id=1 string, key=2 string, is_superadmin=3 bool
            RevokeApiKeyRequest: key_id=1 string
            RevokeApiKeyResponse:
            ListApiKeysRequest:
            ListApiKeysResponse: keys=1 repeated ApiKeyInfo
            ApiKeyInfo: key_id=1 string, name=2 string, created_at_ms=3 uint64, expires_at_ms=4 uint64, is_superadmin=5 bool
            AclPermission: kind=1 string, pattern=2 string
            SetAclRequest: key_id=1 string, permissions=2 repeated AclPermission
            SetAclResponse:
            GetAclRequest: key_id=1 string
            GetAclResponse: key_id=1 string, permissions=2 repeated AclPermission, is_superadmin=3 bool
            """;

    /** What was added since, and is as fixed as the rest from its first release on. */
    private static final String ADDITIONS = """
            Message: lease_id=6 fixed64
            MessageMetadata: dead_letter_reason=16 string, source_queue=17 string, dead_lettered_at=18 google.protobuf.Timestamp, dedup_key=19 string, script_fallback=20 string
            MessageTimestamps: lease_expires_at=16 google.protobuf.Timestamp, expires_at=17 google.protobuf.Timestamp
            EnqueueRequest: fairness_key=16 string, weight=17 uint32, throttle_keys=18 repeated string, delay_ms=19 uint64, deliver_at=20 google.protobuf.Timestamp, dedup_key=21 string, ttl_ms=22 uint64
            EnqueueResponse: duplicate=16 bool, dropped=17 bool
            ConsumeRequest: max_messages=2 uint32
            AckRequest: lease_id=16 fixed64
            NackRequest: lease_id=16 fixed64, retry_after_ms=17 uint64, hold_throttle_key=18 string
            ExtendLeaseRequest: queue=1 string, message_id=2 string, lease_id=3 fixed64, extend_ms=4 uint64
            ExtendLeaseResponse: expires_at=1 google.protobuf.Timestamp
            CancelRequest: queue=1 string, dedup_key=2 string
            CancelResponse: cancelled=1 bool
            EnqueueBatch: first_sequence=1 uint64, messages=2 repeated EnqueueRequest
            EnqueueResults: results=1 repeated EnqueueResult
            EnqueueResult: sequence=1 uint64, message_id=2 string, duplicate=3 bool, dropped=4 bool, refusal=5 StreamRefusal
            StreamRefusal: code=1 int32, message=2 string, retry_after_ms=3 uint64
            ConsumeCommand: queue=1 string, credit=2 uint32, acks=3 repeated Settlement, nacks=4 repeated Failure, extensions=5 repeated Extension
            Settlement: message_id=1 string, lease_id=2 fixed64
            Failure: message_id=1 string, lease_id=2 fixed64, error=3 string, retry_after_ms=4 uint64, hold_throttle_key=5 string
            Extension: message_id=1 string, lease_id=2 fixed64, extend_ms=3 uint64
            ConsumeBatch: messages=1 repeated Message, settled=2 repeated SettlementResult
            SettlementResult: message_id=1 string, lease_id=2 fixed64, refusal=3 StreamRefusal, expires_at=4 google.protobuf.Timestamp, kind=5 enum
            QueueConfig: max_attempts=16 uint32, script_fallback=17 string, script_timeout_ms=18 uint64, script_memory_limit_bytes=19 uint64, max_depth=20 uint64, overflow=21 string, admission=22 Admission, message_ttl_ms=23 uint64, max_in_flight=24 uint64, max_in_flight_per_key=25 uint64, quantum=26 uint32, sparse_allowance=27 uint32, dedup_window_ms=28 uint64, retry_backoff_ms=29 uint64, retry_backoff_max_ms=30 uint64, fairness_by=31 string
            CreateQueueRequest: beside=16 string
            CreateQueueResponse: config=16 QueueConfig
            Admission: from_fill_percent=1 uint32, rate_per_second=2 double, burst=3 double
            GetStatsResponse: scheduled=16 uint64, script_failures=17 uint64, scripts_bypassed=18 bool, paused=19 bool, paused_keys=20 repeated string, config=21 QueueConfig, expired=22 uint64, dropped=23 uint64, duplicates=24 uint64, script_fallbacks=25 uint64, effective_quantum=30 uint32
            QueueInfo: paused=16 bool
            PerFairnessKeyStats: in_flight=16 uint64, paused=17 bool, waits_for=18 enum, throttle_key=19 string
            UpdateQueueRequest: queue=1 string, config=2 QueueConfig, update_mask=3 google.protobuf.FieldMask
            UpdateQueueResponse: config=1 QueueConfig
            PauseQueueRequest: queue=1 string, fairness_key=2 string
            PauseQueueResponse:
            ResumeQueueRequest: queue=1 string, fairness_key=2 string
            ResumeQueueResponse:
            PurgeQueueRequest: queue=1 string, fairness_key=2 string, older_than_ms=3 uint64
            PurgeQueueResponse: purged=1 uint64
            SetKeyWeightRequest: queue=1 string, fairness_key=2 string, weight=3 uint32
            SetKeyWeightResponse:
            MessageView: message=1 Message, state=2 enum, due_at=3 google.protobuf.Timestamp, due_in_ms=4 uint64
            PeekMessagesRequest: queue=1 string, state=2 enum, fairness_key=3 string, page_size=4 uint32, page_token=5 string
            PeekMessagesResponse: messages=1 repeated MessageView, next_page_token=2 string
            GetMessageRequest: queue=1 string, message_id=2 string
            GetMessageResponse: message=1 MessageView
            ExplainRequest: queue=1 string, fairness_key=2 string, message_id=3 string
            ExplainResponse: sentence=1 string, change=2 string, queue=3 string, fairness_key=4 string, message_id=5 string, ready=6 StandingReady, scheduled=7 StandingScheduled, in_flight=8 StandingInFlight, nothing=9 StandingNothing, gone=10 StandingGone, history=11 repeated RecordedStep
            StandingReady: before=1 uint64, far_back=2 bool, deficit=3 int64, weight=4 uint64, others_ahead=5 uint64, barriers=6 repeated Barrier, dead_letter_reason=7 string, deliveries_per_second=8 double, expected_wait_ms=9 uint64, sufficient_rate_per_second=10 uint64
            Barrier: kind=1 enum, consumers=2 uint32, in_flight=3 uint64, limit=4 uint64, throttle_key=5 string, tokens=6 double, rate_per_second=7 double, burst=8 double, held=9 bool, opens_at=10 google.protobuf.Timestamp, waiting_before=11 uint32, since=12 google.protobuf.Timestamp, full_consumers=13 uint32, holders=14 repeated Holder, keys_before=15 repeated string
            Holder: consumer=1 uint64, messages=2 uint32
            StandingGone: how=1 enum, at=2 google.protobuf.Timestamp, target_queue=3 string, reason=4 string
            TransferLeadershipRequest: node_id=1 uint64, shard=16 uint32
            TransferLeadershipResponse: node_id=1 uint64
            RemoveNodeRequest: node_id=1 uint64
            RemoveNodeResponse:
            GetClusterStatusRequest:
            GetClusterStatusResponse: leader_node_id=1 uint64, replication_count=2 uint32, nodes=3 repeated ClusterNode, shards=16 repeated ClusterShard
            ClusterShard: shard=1 uint32, leader_node_id=2 uint64, replication_count=3 uint32, copies=4 repeated ShardCopy
            ShardCopy: node_id=1 uint64, in_sync=2 bool, entries_behind=3 uint64
            ClusterNode: node_id=1 uint64, node_addr=2 string, client_addr=3 string, is_leader=4 bool, in_sync=5 bool, entries_behind=6 uint64
            ReadRecorderRequest: page_token=1 string
            ReadRecorderResponse: steps=1 repeated RecordedStep, next_page_token=2 string, gap=3 bool
            RecordedStep: at=1 google.protobuf.Timestamp, kind=2 enum, queue=3 string, message_id=4 string, fairness_key=5 string, attempts=6 uint32, consumer=7 uint64, target_queue=8 string, detail=9 string
            TryScriptRequest: queue=1 string, hook=2 string, script=3 string, headers=4 map<string,string>, payload_size=5 uint32, attempts=6 uint32, error=7 string
            TryScriptResponse: failure=1 string, fairness_key=2 string, weight=3 uint64, throttle_keys=4 repeated string, action=5 string, delay_ms=6 uint64, nanos=7 uint64, memory_bytes=8 uint64
            StandingScheduled: until=1 google.protobuf.Timestamp, attempts=2 uint32
            StandingInFlight: consumer=1 uint64, since=2 google.protobuf.Timestamp, until=3 google.protobuf.Timestamp, attempts=4 uint32
            StandingNothing: in_flight=1 uint64, scheduled=2 uint64
            MoveMessageRequest: queue=1 string, message_id=2 string, target_queue=3 string
            MoveMessageResponse:
            BackupRequest: directory=1 string
            BackupResponse: bytes=1 uint64, files=2 uint32
            ApiKeyInfo: last_used_at_ms=16 uint64, certificate=17 string
            CreateApiKeyRequest: certificate=16 string
            RotateApiKeyRequest: key_id=1 string, grace_ms=2 uint64
            RotateApiKeyResponse: key_id=1 string, key=2 string, former_expires_at_ms=3 uint64
            SetApiKeyLimitsRequest: key_id=1 string, enqueues_per_second=2 uint64, bytes_per_second=3 uint64, streams=4 uint32
            SetApiKeyLimitsResponse:
            """;

    private static final String RPCS = """
            FilaService.Enqueue(EnqueueRequest) EnqueueResponse
            FilaService.Consume(ConsumeRequest) stream ConsumeResponse
            FilaService.Ack(AckRequest) AckResponse
            FilaService.Nack(NackRequest) NackResponse
            FilaService.ExtendLease(ExtendLeaseRequest) ExtendLeaseResponse
            FilaService.Cancel(CancelRequest) CancelResponse
            FilaService.EnqueueStream(stream EnqueueBatch) stream EnqueueResults
            FilaService.ConsumeStream(stream ConsumeCommand) stream ConsumeBatch
            FilaAdmin.CreateQueue(CreateQueueRequest) CreateQueueResponse
            FilaAdmin.DeleteQueue(DeleteQueueRequest) DeleteQueueResponse
            FilaAdmin.ListQueues(ListQueuesRequest) ListQueuesResponse
            FilaAdmin.SetConfig(SetConfigRequest) SetConfigResponse
            FilaAdmin.GetConfig(GetConfigRequest) GetConfigResponse
            FilaAdmin.ListConfig(ListConfigRequest) ListConfigResponse
            FilaAdmin.GetStats(GetStatsRequest) GetStatsResponse
            FilaAdmin.Redrive(RedriveRequest) RedriveResponse
            FilaAdmin.UpdateQueue(UpdateQueueRequest) UpdateQueueResponse
            FilaAdmin.PauseQueue(PauseQueueRequest) PauseQueueResponse
            FilaAdmin.ResumeQueue(ResumeQueueRequest) ResumeQueueResponse
            FilaAdmin.PurgeQueue(PurgeQueueRequest) PurgeQueueResponse
            FilaAdmin.PeekMessages(PeekMessagesRequest) PeekMessagesResponse
            FilaAdmin.GetMessage(GetMessageRequest) GetMessageResponse
            FilaAdmin.Explain(ExplainRequest) ExplainResponse
            FilaAdmin.MoveMessage(MoveMessageRequest) MoveMessageResponse
            FilaAdmin.SetKeyWeight(SetKeyWeightRequest) SetKeyWeightResponse
            FilaAdmin.CreateApiKey(CreateApiKeyRequest) CreateApiKeyResponse
            FilaAdmin.RevokeApiKey(RevokeApiKeyRequest) RevokeApiKeyResponse
            FilaAdmin.ListApiKeys(ListApiKeysRequest) ListApiKeysResponse
            FilaAdmin.SetAcl(SetAclRequest) SetAclResponse
            FilaAdmin.GetAcl(GetAclRequest) GetAclResponse
            FilaAdmin.RotateApiKey(RotateApiKeyRequest) RotateApiKeyResponse
            FilaAdmin.SetApiKeyLimits(SetApiKeyLimitsRequest) SetApiKeyLimitsResponse
            FilaAdmin.Backup(BackupRequest) BackupResponse
            FilaAdmin.TryScript(TryScriptRequest) TryScriptResponse
            FilaAdmin.ReadRecorder(ReadRecorderRequest) ReadRecorderResponse
            FilaAdmin.GetClusterStatus(GetClusterStatusRequest) GetClusterStatusResponse
            FilaAdmin.TransferLeadership(TransferLeadershipRequest) TransferLeadershipResponse
            FilaAdmin.RemoveNode(RemoveNodeRequest) RemoveNodeResponse
            """;

    @Test
    void everyFieldOfTheContractHasItsNameNumberAndType() {
        assertThat(fields()).containsAll(fieldsIn(MESSAGES));
    }

    @Test
    void nothingIsSpokenThatIsNotWrittenDown() {
        assertThat(fields())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(fieldsIn(MESSAGES).stream(), fieldsIn(ADDITIONS).stream())
                                .toList());
    }

    @Test
    void everyMessageOfTheContractExists() {
        assertThat(messages().map(Descriptor::getName))
                .containsExactlyInAnyOrderElementsOf(Stream.concat(MESSAGES.lines(), ADDITIONS.lines())
                        .map(line -> line.substring(0, line.indexOf(':')))
                        .distinct()
                        .toList());
    }

    @Test
    void everyRpcOfTheContractExistsWithItsShape() {
        assertThat(FILES.stream()
                        .flatMap(file -> file.getServices().stream())
                        .flatMap(service -> service.getMethods().stream())
                        .map(ContractTest::describe))
                .containsExactlyElementsOf(RPCS.lines().toList());
    }

    @Test
    void servicesAreInThePackageThatClientsName() {
        assertThat(FILES.stream().flatMap(file -> file.getServices().stream()).map(ServiceDescriptor::getFullName))
                .containsExactly("fila.v1.FilaService", "fila.v1.FilaAdmin");
    }

    /** The broker keeps a producer's bytes as the consumer's: the shared fields must mean the same in both. */
    @Test
    void fieldsOfAnEnqueueRequestNeverMeanSomethingElseInAMessage() {
        Descriptor request = EnqueueRequest.getDescriptor();
        Descriptor message = Message.getDescriptor();

        assertThat(describe(message.findFieldByNumber(2))).isEqualTo(describe(request.findFieldByNumber(2)));
        assertThat(describe(message.findFieldByNumber(3))).isEqualTo(describe(request.findFieldByNumber(3)));
        assertThat(request.getFields().stream().map(FieldDescriptor::getNumber).filter(number -> number > 3))
                .allMatch(number -> number >= 16)
                .allMatch(number -> message.findFieldByNumber(number) == null);
    }

    private static Stream<Descriptor> messages() {
        return FILES.stream().flatMap(file -> file.getMessageTypes().stream());
    }

    private static List<String> fields() {
        return messages()
                .flatMap(message ->
                        message.getFields().stream().map(field -> message.getName() + ": " + describe(field)))
                .toList();
    }

    private static List<String> fieldsIn(String table) {
        return table.lines().flatMap(ContractTest::fieldsOfLine).toList();
    }

    private static Stream<String> fieldsOfLine(String line) {
        int colon = line.indexOf(':');
        String message = line.substring(0, colon);
        String fields = line.substring(colon + 1).strip();
        return fields.isEmpty() ? Stream.of() : Stream.of(fields.split(", ")).map(field -> message + ": " + field);
    }

    private static String describe(FieldDescriptor field) {
        String name = field.getName() + "=" + field.getNumber() + " ";
        if (field.isMapField()) {
            return name
                    + field.getMessageType().getFields().stream()
                            .map(ContractTest::type)
                            .collect(Collectors.joining(",", "map<", ">"));
        }
        return name + (field.isRepeated() ? "repeated " : "") + type(field);
    }

    private static String type(FieldDescriptor field) {
        if (field.getType() == FieldDescriptor.Type.MESSAGE) {
            Descriptor type = field.getMessageType();
            return type.getFile().getPackage().equals("fila.v1") ? type.getName() : type.getFullName();
        }
        return field.getType().name().toLowerCase(Locale.ROOT);
    }

    private static String describe(MethodDescriptor rpc) {
        return "%s.%s(%s%s) %s%s"
                .formatted(
                        rpc.getService().getName(),
                        rpc.getName(),
                        rpc.isClientStreaming() ? "stream " : "",
                        rpc.getInputType().getName(),
                        rpc.isServerStreaming() ? "stream " : "",
                        rpc.getOutputType().getName());
    }
}
