package io.fila.retracker.forwarder;

import io.fila.retracker.forwarder.JobsNotMade.Reason;
import io.fila.retracker.outbound.ForwardedAnnounce;
import io.fila.retracker.outbound.ForwarderReply;
import io.fila.retracker.outbound.RetryAdvice;
import io.fila.retracker.swarm.Swarms;
import io.fila.retracker.torrent.Announce;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Event;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one job: asks the forwarder, keeps its answer, and decides what happens to the job. */
final class JobRun {
    private static final Logger log = LoggerFactory.getLogger(JobRun.class);

    /** No forwarder is asked more often than this, whatever it says. */
    static final Duration LEAST_INTERVAL = Duration.ofMinutes(1);

    static final Duration MOST_INTERVAL = Duration.ofDays(1);

    private final Members members;
    private final Swarms swarms;
    private final OwnAddresses own;
    private final Departures departures;
    private final ScheduledTwins twins;
    private final JobsNotMade notMade;
    private final Duration usualInterval;
    private final Duration afterFailure;

    /**
     * @param usualInterval when a forwarder is asked again that did not say
     * @param afterFailure when one is that failed
     */
    JobRun(
            Members members,
            Swarms swarms,
            OwnAddresses own,
            Departures departures,
            ScheduledTwins twins,
            JobsNotMade notMade,
            Duration usualInterval,
            Duration afterFailure) {
        this.members = members;
        this.swarms = swarms;
        this.own = own;
        this.departures = departures;
        this.twins = twins;
        this.notMade = notMade;
        this.usualInterval = usualInterval;
        this.afterFailure = afterFailure;
    }

    /** Tells the time after an answer came. */
    @FunctionalInterface
    interface Now {
        long millis();
    }

    /**
     * Takes a job up.
     *
     * @throws InterruptedException if the worker is to end; the job is as if it had not been taken up
     */
    Settlement run(AnnounceJob job, Now now) throws InterruptedException {
        long startMillis = now.millis();
        Member member = members.named(job.forwarder());
        if (member == null || !member.health().mayBeAsked(startMillis)) {
            return over(Reason.FORWARDER_AWAY);
        }
        if (isCancelled(job, startMillis) || isBack(job, member)) {
            return over(Reason.CLIENT_GONE);
        }
        if (job.dueMillis() > startMillis) {
            return again(job, Duration.ofMillis(job.dueMillis() - startMillis), startMillis);
        }
        long twinDueMillis = job.isSaidOnce() ? 0 : twins.twinDueMillis(job, startMillis);
        if (twinDueMillis > startMillis) {
            // The forwarder wants no announce of this torrent before then, from any client.
            swarms.rest(job.announce().hash(), member.number(), twinDueMillis);
            return over(Reason.TWIN);
        }
        Optional<Endpoint> address = Optional.ofNullable(member.config().announcedAddress());
        long askedMillis = now.millis();
        ForwarderReply reply = ask(member, job.forwarded(address));
        long answeredMillis = now.millis();
        member.exchanges().took(answeredMillis - askedMillis);
        return settle(member, job, reply, answeredMillis);
    }

    /** An unexpected exception counts as a failure. If it were rethrown, the job would come back at once, forever. */
    private static ForwarderReply ask(Member member, ForwardedAnnounce announce) throws InterruptedException {
        try {
            return member.forwarder().ask(announce);
        } catch (RuntimeException unexpected) {
            // Without the message, which may contain the address and so the passkey.
            log.warn(
                    "Forwarder {} could not be asked: {}",
                    member.name(),
                    unexpected.getClass().getName());
            return new ForwarderReply.Failed("It could not be asked.");
        }
    }

    private boolean isCancelled(AnnounceJob job, long nowMillis) {
        return job.announce().event() != Event.STOPPED && departures.hasLeft(job.announce(), nowMillis);
    }

    /**
     * True if a client that left came back before that could be said: the forwarder would forget one that is there. It knows it
     * as it was, and hears when it leaves again.
     */
    private boolean isBack(AnnounceJob job, Member member) {
        Announce announce = job.announce();
        return announce.event() == Event.STOPPED
                && swarms.markKnown(announce.hash(), announce.endpoint(), member.number());
    }

    /** Of a torrent at a forwarder one job is scheduled; another is over. */
    private Settlement again(AnnounceJob job, Duration delay, long nowMillis) {
        return switch (twins.claim(job, nowMillis + delay.toMillis(), nowMillis)) {
            case CLAIMED -> new Settlement.Again(delay);
            case TWIN -> over(Reason.TWIN);
            case FULL -> over(Reason.SCHEDULE_FULL);
        };
    }

    private Settlement over(Reason reason) {
        notMade.count(reason);
        return Settlement.DONE;
    }

    /** Keeps a forwarder's answer. A failure does not remove the peers it named before. */
    private Settlement settle(Member member, AnnounceJob job, ForwarderReply reply, long nowMillis) {
        Announce announce = job.announce();
        return switch (reply) {
            case ForwarderReply.Found found -> {
                member.health().answered();
                keep(member, announce, found, nowMillis);
                yield Settlement.DONE;
            }
            case ForwarderReply.Declined declined -> settle(member, job, declined, nowMillis);
            case ForwarderReply.Busy busy -> {
                member.health().busy(busy.sentence(), busy.retryAfter(), nowMillis);
                yield Settlement.DONE;
            }
            case ForwarderReply.Failed failed -> {
                member.health().failed(failed.sentence(), nowMillis);
                rest(member, announce, afterFailure, nowMillis);
                yield Settlement.DONE;
            }
        };
    }

    private void keep(Member member, Announce announce, ForwarderReply.Found found, long nowMillis) {
        if (announce.event() == Event.STOPPED) {
            return;
        }
        found.external().ifPresent(own::learn);
        Duration asked = found.interval().isZero() ? usualInterval : found.interval();
        rest(member, announce, between(LEAST_INTERVAL, asked, MOST_INTERVAL), nowMillis);
        swarms.markKnown(announce.hash(), announce.endpoint(), member.number());
        swarms.merge(announce.hash(), member.number(), found.peers(), own::contains, nowMillis);
    }

    /** BEP 31, and a failure without advice. */
    private Settlement settle(Member member, AnnounceJob job, ForwarderReply.Declined declined, long nowMillis) {
        Announce announce = job.announce();
        return switch (declined.advice()) {
            case RetryAdvice.Never _ -> {
                members.disable(member, declined.sentence());
                yield Settlement.DONE;
            }
            case RetryAdvice.Later later -> {
                member.health().declined(declined.sentence());
                rest(member, announce, later.delay(), nowMillis);
                yield Settlement.DONE;
            }
            case RetryAdvice.Soon soon -> {
                member.health().declined(declined.sentence());
                rest(member, announce, soon.delay(), nowMillis);
                yield again(job, soon.delay(), nowMillis);
            }
            case RetryAdvice.None _ -> {
                member.health().declined(declined.sentence());
                rest(member, announce, afterFailure, nowMillis);
                yield Settlement.DONE;
            }
        };
    }

    private void rest(Member member, Announce announce, Duration pause, long nowMillis) {
        swarms.rest(announce.hash(), member.number(), nowMillis + pause.toMillis());
    }

    private static Duration between(Duration least, Duration wanted, Duration most) {
        return wanted.compareTo(least) < 0 ? least : wanted.compareTo(most) > 0 ? most : wanted;
    }
}
