package io.fila.cli.demo;

import io.fila.client.Outgoing;
import java.util.List;

/**
 * Somebody who sends.
 *
 * @param atOnce how many messages it sends at a time
 * @param everyTicks how many ticks pass from one time to the next
 * @param throttleKey the limit it is under where there are limits; empty for none
 */
record DemoTenant(String name, int atOnce, int everyTicks, String throttleKey) {
    static final int TICKS_A_SECOND = 10;

    /** The one that is limited, and to how many messages a second. */
    static final String PARTNER = "partner";

    static final int PARTNER_RATE = 5;

    static final List<DemoTenant> ALL = List.of(
            new DemoTenant("flood", 25, 1, ""),
            new DemoTenant("acme", 1, 1, ""),
            new DemoTenant("globex", 1, 1, ""),
            new DemoTenant("initech", 1, 2, ""),
            new DemoTenant("hooli", 8, 20, PARTNER));

    boolean sendsAt(long tick) {
        return tick % everyTicks == 0;
    }

    double perSecond() {
        return (double) atOnce * TICKS_A_SECOND / everyTicks;
    }

    /** A message that belongs to it. */
    Outgoing fair() {
        Outgoing message = plain().withFairnessKey(name);
        return throttleKey.isEmpty() ? message : message.withThrottleKey(throttleKey);
    }

    /** The same where all stand in one line. */
    Outgoing plain() {
        return Outgoing.of("from " + name).withHeader(DemoLoad.TENANT, name);
    }
}
