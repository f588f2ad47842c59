package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.simulator.hook.FakeHooks;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;
import java.util.HashMap;
import java.util.Map;

/** The edges, which run scripts, know the queues and settings there are from what the broker tells them. */
final class EdgesAreTold extends Law {
    private final Model model;
    private final FakeHooks hooks;

    EdgesAreTold(Model model, FakeHooks hooks) {
        super("Whoever follows the broker's notices knows the queues and settings that there are.");
        this.model = model;
        this.hooks = hooks;
    }

    @Override
    protected void turnEnds(Observation seen) {
        compare();
    }

    @Override
    protected void restarts(Broker recovered) {
        compare();
    }

    private void compare() {
        Map<QueueName, QueueConfig> queues = new HashMap<>();
        model.queues().forEach(queue -> queues.put(queue.name(), queue.config()));
        require(hooks.queues().equals(queues), () -> queues.toString(), hooks::queues);
        Map<String, String> settings = new HashMap<>();
        model.config().startingWith("").forEach(setting -> settings.put(setting.key(), setting.value()));
        require(hooks.settings().equals(settings), () -> settings.toString(), hooks::settings);
    }
}
