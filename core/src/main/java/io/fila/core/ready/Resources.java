package io.fila.core.ready;

import io.fila.core.BrokerSettings;
import io.fila.core.fairness.Lane;
import io.fila.core.memory.MemoryBudget;
import io.fila.core.throttle.Throttles;
import io.fila.core.timer.Timers;
import io.fila.core.turn.Pager;

/**
 * What the ready messages of all queues draw on.
 *
 * @param expiries fire when the first message of a lane expires
 */
public record Resources(
        BrokerSettings settings, MemoryBudget memory, Throttles<Lane> throttles, Pager pager, Timers<Lane> expiries) {}
