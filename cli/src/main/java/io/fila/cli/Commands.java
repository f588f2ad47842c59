package io.fila.cli;

import io.fila.cli.auth.CreateKey;
import io.fila.cli.auth.GetAcl;
import io.fila.cli.auth.LimitKey;
import io.fila.cli.auth.ListKeys;
import io.fila.cli.auth.RevokeKey;
import io.fila.cli.auth.RotateKey;
import io.fila.cli.auth.SetAcl;
import io.fila.cli.broker.CheckHealth;
import io.fila.cli.broker.MakeBackup;
import io.fila.cli.cluster.RemoveNode;
import io.fila.cli.cluster.ShowCluster;
import io.fila.cli.cluster.TransferLead;
import io.fila.cli.config.GetConfig;
import io.fila.cli.config.ListConfig;
import io.fila.cli.config.SetConfig;
import io.fila.cli.demo.Demo;
import io.fila.cli.message.Cancel;
import io.fila.cli.message.Consume;
import io.fila.cli.message.Enqueue;
import io.fila.cli.message.Explain;
import io.fila.cli.message.GetMessage;
import io.fila.cli.message.MoveMessage;
import io.fila.cli.message.PeekMessages;
import io.fila.cli.message.SaveRecording;
import io.fila.cli.queue.CreateQueue;
import io.fila.cli.queue.DeleteQueue;
import io.fila.cli.queue.InspectQueue;
import io.fila.cli.queue.ListQueues;
import io.fila.cli.queue.PauseQueue;
import io.fila.cli.queue.PurgeQueue;
import io.fila.cli.queue.Redrive;
import io.fila.cli.queue.ResumeQueue;
import io.fila.cli.queue.Top;
import io.fila.cli.queue.UpdateQueue;
import io.fila.cli.queue.WeighKey;
import io.fila.cli.session.BrokerCommand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All commands by name. Only the class of the requested command is loaded. */
final class Commands {
    /** In the order of the help. */
    static final List<String> ALL = List.of(
            "server",
            "demo",
            "retracker",
            "health",
            "backup",
            "restore",
            "doctor",
            "quarantine",
            "queue create",
            "queue delete",
            "queue list",
            "queue inspect",
            "queue update",
            "queue pause",
            "queue resume",
            "queue purge",
            "key weight",
            "top",
            "enqueue",
            "cancel",
            "consume",
            "message peek",
            "message get",
            "message move",
            "explain",
            "record",
            "config set",
            "config get",
            "config list",
            "redrive",
            "cluster status",
            "cluster transfer",
            "cluster remove",
            "lua test",
            "simulate",
            "bench",
            "auth create",
            "auth revoke",
            "auth rotate",
            "auth limit",
            "auth list",
            "auth acl set",
            "auth acl get",
            "completion");

    private Commands() {}

    static @Nullable BrokerCommand find(String name) {
        return switch (name) {
            case "server" -> Launched.server();
            case "demo" -> new Demo();
            case "retracker" -> Launched.retracker();
            case "health" -> new CheckHealth();
            case "backup" -> new MakeBackup();
            case "restore" -> Launched.restore();
            case "doctor" -> Launched.doctor();
            case "quarantine" -> Launched.quarantine();
            case "queue create" -> new CreateQueue();
            case "queue delete" -> new DeleteQueue();
            case "queue list" -> new ListQueues();
            case "queue inspect" -> new InspectQueue();
            case "queue update" -> new UpdateQueue();
            case "queue pause" -> new PauseQueue();
            case "queue resume" -> new ResumeQueue();
            case "queue purge" -> new PurgeQueue();
            case "key weight" -> new WeighKey();
            case "top" -> new Top();
            case "enqueue" -> new Enqueue();
            case "cancel" -> new Cancel();
            case "consume" -> new Consume();
            case "message peek" -> new PeekMessages();
            case "message get" -> new GetMessage();
            case "message move" -> new MoveMessage();
            case "explain" -> new Explain();
            case "record" -> new SaveRecording();
            case "config set" -> new SetConfig();
            case "config get" -> new GetConfig();
            case "config list" -> new ListConfig();
            case "redrive" -> new Redrive();
            case "cluster status" -> new ShowCluster();
            case "cluster transfer" -> new TransferLead();
            case "cluster remove" -> new RemoveNode();
            case "lua test" -> Launched.scripts();
            case "simulate" -> Launched.simulator();
            case "bench" -> Launched.benchmarks();
            case "auth create" -> new CreateKey();
            case "auth revoke" -> new RevokeKey();
            case "auth rotate" -> new RotateKey();
            case "auth limit" -> new LimitKey();
            case "auth list" -> new ListKeys();
            case "auth acl set" -> new SetAcl();
            case "auth acl get" -> new GetAcl();
            case "completion" -> new Completion();
            default -> null;
        };
    }

    /** The words that may follow {@code prefix}; none if it begins no command. */
    static List<String> wordsAfter(String prefix) {
        String start = prefix.isEmpty() ? "" : prefix + " ";
        return ALL.stream()
                .filter(name -> name.startsWith(start))
                .map(name -> name.substring(start.length()).split(" ", 2)[0])
                .distinct()
                .toList();
    }
}
