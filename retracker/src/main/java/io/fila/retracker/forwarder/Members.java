package io.fila.retracker.forwarder;

import io.fila.retracker.config.ForwarderConfig;
import io.fila.retracker.config.ForwardingConfig;
import io.fila.retracker.forwarder.JobQueue.Lane;
import io.fila.retracker.outbound.Forwarder;
import io.fila.retracker.stats.ForwarderStats;
import io.fila.retracker.swarm.Swarms;
import io.fila.retracker.torrent.InfoHash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** All our forwarders, in the order of the configuration. */
final class Members {
    private static final String BY_HAND = "An operator disabled it.";

    private final List<Member> all = new ArrayList<>();
    private final Map<String, Member> byName = new HashMap<>();
    private final DisabledForwarders disabled;

    /**
     * @param asking how one of them is asked
     * @param disabled those that are not
     */
    Members(ForwardingConfig config, Function<ForwarderConfig, Forwarder> asking, DisabledForwarders disabled) {
        this.disabled = disabled;
        for (ForwarderConfig each : config.forwarders()) {
            Health health = new Health(config.failThreshold(), config.suspension());
            Member member = new Member(all.size(), each, asking.apply(each), health, new Exchanges());
            all.add(member);
            byName.put(member.name(), member);
        }
        disabled.read().forEach((name, sentence) -> {
            Member member = byName.get(name);
            if (member != null) {
                member.health().stayDisabled(sentence);
            }
        });
    }

    List<Member> all() {
        return Collections.unmodifiableList(all);
    }

    int size() {
        return all.size();
    }

    /** The forwarder wants no more announces until an operator enables it. */
    void disable(Member member, String sentence) {
        member.health().disable(sentence);
        disabled.add(member.name(), sentence);
    }

    /** An operator enables a forwarder. False if none has that name. */
    boolean enable(String name) {
        Member member = byName.get(name);
        if (member == null) {
            return false;
        }
        disabled.remove(name);
        member.health().enable();
        return true;
    }

    /** An operator disables a forwarder. False if none has that name. */
    boolean disable(String name) {
        Member member = byName.get(name);
        if (member == null) {
            return false;
        }
        member.health().stayDisabled(BY_HAND);
        disabled.add(name, BY_HAND);
        return true;
    }

    /** An operator suspends a forwarder. False if none has that name. */
    boolean suspend(String name, Duration time, long nowMillis) {
        Member member = byName.get(name);
        if (member == null) {
            return false;
        }
        member.health().suspend(time, nowMillis);
        return true;
    }

    /** The member with this name; null if it is no longer configured. */
    @Nullable Member named(String name) {
        return byName.get(name);
    }

    /** Those that may be asked about a torrent now: healthy, and either never asked before or not resting. */
    List<Member> eligible(Swarms swarms, InfoHash hash, long nowMillis) {
        BitSet resting = swarms.resting(hash, nowMillis);
        return all.stream()
                .filter(member ->
                        !resting.get(member.number()) && member.health().mayBeAsked(nowMillis))
                .toList();
    }

    /** Those of these members that may be asked now. */
    List<Member> numbered(BitSet numbers, long nowMillis) {
        return numbers.stream()
                .filter(number -> number < all.size())
                .mapToObj(all::get)
                .filter(member -> member.health().mayBeAsked(nowMillis))
                .toList();
    }

    /** Jobs of a lane that forwarders are being asked about, by forwarder; those without any are left out. */
    Map<String, Integer> underWay(Lane lane) {
        Map<String, Integer> underWay = new HashMap<>();
        for (Member member : all) {
            int now = member.exchanges().underWay(lane);
            if (now > 0) {
                underWay.put(member.name(), now);
            }
        }
        return underWay;
    }

    /**
     * @param waiting jobs that wait for the forwarder of a name
     */
    List<ForwarderStats> stats(ToLongFunction<String> waiting, long nowMillis) {
        return all.stream()
                .map(member -> member.stats(waiting.applyAsLong(member.name()), nowMillis))
                .toList();
    }
}
