package io.fila.scripting;

import io.fila.core.queue.QueueConfig;
import io.fila.lua.LuaLimits;
import java.time.Duration;

/**
 * The settings for all scripts; a queue may set its own time and memory.
 *
 * @param limits what a call may use
 * @param breakerThreshold failures in a row after which a queue's scripts are bypassed
 * @param breakerCooldown how long they are bypassed
 * @param breakerCounts which failures count
 */
public record ScriptSettings(
        LuaLimits limits, int breakerThreshold, Duration breakerCooldown, CircuitBreaker.Counts breakerCounts) {
    public static final ScriptSettings DEFAULT =
            new ScriptSettings(LuaLimits.DEFAULT, 3, Duration.ofSeconds(10), CircuitBreaker.Counts.LIMITS);

    LuaLimits limitsFor(QueueConfig queue) {
        return new LuaLimits(
                queue.scriptTimeout().isZero() ? limits.time() : queue.scriptTimeout(),
                queue.scriptMemoryBytes() == 0 ? limits.memoryBytes() : queue.scriptMemoryBytes());
    }
}
