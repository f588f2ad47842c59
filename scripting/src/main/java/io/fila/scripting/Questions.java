package io.fila.scripting;

import io.fila.core.hook.Content;
import io.fila.core.hook.Failure;
import io.fila.core.hook.FailureDecision;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueName;
import io.fila.lua.runtime.LuaTable;
import java.util.Map;

/** Calls scripts: passes the message as a table and reads the result. */
final class Questions {
    private Questions() {}

    static Scheduling onEnqueue(Script script, QueueName queue, Content content) throws ScriptFailure {
        LuaTable message = script.newTable(4);
        message.put("headers", table(script, content.headers()));
        message.put("payload_size", (long) content.payloadSize());
        message.put("queue", script.newText(queue.value()));
        if (!content.principal().isEmpty()) {
            message.put("principal", script.newText(content.principal()));
        }
        return Answers.scheduling(script.call(message));
    }

    static FailureDecision onFailure(Script script, QueueName queue, Failure failure, Content content)
            throws ScriptFailure {
        LuaTable message = script.newTable(5);
        message.put("headers", table(script, content.headers()));
        message.put("id", script.newText(failure.id().toString()));
        message.put("attempts", (long) failure.attempts());
        message.put("queue", script.newText(queue.value()));
        message.put("error", script.newText(failure.error()));
        return Answers.decision(script.call(message));
    }

    private static LuaTable table(Script script, Map<String, String> headers) throws ScriptFailure {
        LuaTable table = script.newTable(headers.size());
        for (Map.Entry<String, String> header : headers.entrySet()) {
            table.put(script.newText(header.getKey()), script.newText(header.getValue()));
        }
        return table;
    }
}
