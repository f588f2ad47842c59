package io.fila.server.grpc.admin;

import io.fila.core.hook.Content;
import io.fila.core.hook.Failure;
import io.fila.core.hook.FailureDecision;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.TryScriptRequest;
import io.fila.proto.v1.TryScriptResponse;
import io.fila.scripting.HookName;
import io.fila.scripting.LuaHooks;
import io.fila.scripting.ScriptFailure;
import io.fila.scripting.Trial;
import io.fila.server.grpc.access.ServiceAssembly;
import io.fila.server.grpc.call.UnaryCall;
import io.fila.server.host.BrokerHost;
import io.fila.server.script.ScriptThreads;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** Tries scripts for whoever writes them, where scripts run and under their limits. */
final class ScriptCalls {
    /** The message of a trial is none of anybody's. */
    private static final MessageId NOBODYS = new MessageId(0, 0);

    private final LuaHooks hooks;
    private final ScriptThreads threads;

    ScriptCalls(BrokerHost host) {
        this.hooks = host.hooks();
        this.threads = host.scriptThreads();
    }

    private record Made(Map<String, String> headers, int payloadSize) implements Content {}

    void addTo(ServiceAssembly service) {
        service.unary(FilaAdminGrpc.getTryScriptMethod(), TryScriptRequest.parser(), this::tryOut);
    }

    private void tryOut(TryScriptRequest request, UnaryCall<TryScriptResponse> call) {
        Refusal objection = QueueName.objection(request.getQueue());
        Optional<HookName> hook = Arrays.stream(HookName.values())
                .filter(known -> known.function().equals(request.getHook()))
                .findFirst();
        if (objection != null) {
            call.refuse(objection);
        } else if (hook.isEmpty()) {
            call.refuse(Refusal.invalid("Expected the hook on_enqueue or on_failure but found \"" + request.getHook()
                    + "\"; name the function to call."));
        } else {
            tryOut(hook.get(), new QueueName(request.getQueue()), request, call);
        }
    }

    private void tryOut(HookName hook, QueueName queue, TryScriptRequest request, UnaryCall<TryScriptResponse> call) {
        if (!threads.submit(queue, () -> call.guard(() -> call.answer(answer(hook, queue, request))))) {
            call.refuse(AdminService.tooManyScripts(queue));
        }
    }

    private TryScriptResponse answer(HookName hook, QueueName queue, TryScriptRequest request) {
        TryScriptResponse.Builder answer = TryScriptResponse.newBuilder();
        Content content = new Made(request.getHeadersMap(), request.getPayloadSize());
        try {
            Trial trial = hooks.trial(hook, request.getScript(), queue);
            if (hook == HookName.ON_ENQUEUE) {
                put(trial.onEnqueue(content), answer);
            } else {
                put(trial.onFailure(new Failure(NOBODYS, request.getAttempts(), request.getError()), content), answer);
            }
            answer.setNanos(trial.lastNanos()).setMemoryBytes(trial.lastBytes());
        } catch (ScriptFailure failure) {
            answer.setFailure(failure.sentence());
        }
        return answer.build();
    }

    private static void put(Scheduling scheduling, TryScriptResponse.Builder answer) {
        answer.setFairnessKey(scheduling.fairnessKey())
                .setWeight(scheduling.weight())
                .addAllThrottleKeys(scheduling.throttleKeys());
    }

    private static void put(FailureDecision decision, TryScriptResponse.Builder answer) {
        switch (decision) {
            case FailureDecision.Bury bury -> answer.setAction("dlq");
            case FailureDecision.BackOff backOff -> answer.setAction("retry");
            case FailureDecision.Retry retry ->
                answer.setAction("retry").setDelayMs(retry.delay().toMillis());
        }
    }
}
