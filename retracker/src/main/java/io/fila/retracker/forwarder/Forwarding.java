package io.fila.retracker.forwarder;

import io.fila.retracker.config.ForwardingConfig;
import io.fila.retracker.forwarder.JobQueue.Lane;
import io.fila.retracker.forwarder.JobQueue.Offer;
import io.fila.retracker.forwarder.JobsNotMade.Reason;
import io.fila.retracker.swarm.Swarms;
import io.fila.retracker.torrent.Announce;
import io.fila.retracker.torrent.Event;
import io.fila.retracker.tracker.Announcement;
import io.fila.retracker.tracker.Announcements;
import io.fila.retracker.tracker.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;

/** Turns announces into jobs: decides for which forwarders, and whether there is room. Thread-safe. */
final class Forwarding implements Announcements {
    private static final String TOO_MUCH = "The tracker has too much to do. Come back later.";
    private static final double FULL_PERCENT = 100;

    /** How long a client that leaves waits for its jobs to be cancelled. */
    private static final Duration LONGEST_FAREWELL = Duration.ofSeconds(1);

    private final Members members;
    private final Swarms swarms;
    private final JobQueue queue;
    private final Departures departures;
    private final FanOut fanOut;
    private final InitialAdmission admission;
    private final int retrySeconds;
    private final int queueSize;
    private final RandomGenerator random;
    private final ScheduledTwins twins;
    private final JobsNotMade notMade;
    private final LongAdder rateLimited = new LongAdder();

    /**
     * @param retryPeriod when a client comes back that was turned away, or that should hear what forwarders found
     * @param random what forwarders are shuffled with; it can be used by many threads
     */
    Forwarding(
            ForwardingConfig config,
            Members members,
            Swarms swarms,
            JobQueue queue,
            Departures departures,
            ScheduledTwins twins,
            JobsNotMade notMade,
            Duration retryPeriod,
            RandomGenerator random,
            long nowMillis) {
        this.members = members;
        this.swarms = swarms;
        this.queue = queue;
        this.departures = departures;
        this.twins = twins;
        this.notMade = notMade;
        this.random = random;
        queueSize = config.queueSize();
        fanOut =
                new FanOut(config.maxForwardersPerAnnounce(), config.throttleTopN(), config.throttleThresholdPercent());
        admission = new InitialAdmission(
                config.rateLimitThresholdPercent(), config.initialPerSecond(), config.initialBurst(), nowMillis);
        retrySeconds = Math.toIntExact(retryPeriod.toSeconds());
    }

    @Override
    public CompletableFuture<Verdict> hear(Announcement announcement, long nowMillis) {
        Announce announce = announcement.announce();
        if (announce.event() == Event.STOPPED) {
            departures.left(announce, nowMillis);
            offer(members.numbered(announcement.knownBy(), nowMillis), announce, Lane.URGENT);
            return cancelAll(announce.withoutEvent(), nowMillis);
        }
        departures.returned(announce);
        if (announce.event() == Event.COMPLETED && !announcement.knownBy().isEmpty()) {
            offer(members.numbered(announcement.knownBy(), nowMillis), announce, Lane.URGENT);
            return Verdict.WELCOME;
        }
        return announcement.initial() ? hearInitial(announce, nowMillis) : hearAgain(announce, nowMillis);
    }

    /** Some clients leave and come back at once: what is cancelled must not be a job that they have made since. */
    private CompletableFuture<Verdict> cancelAll(Announce left, long nowMillis) {
        CompletableFuture<?>[] cancelled = members.all().stream()
                .map(member -> cancel(member, left, nowMillis))
                .toArray(CompletableFuture[]::new);
        Verdict welcome = Verdict.WELCOME.join();
        return CompletableFuture.allOf(cancelled)
                .thenApply(done -> welcome)
                .completeOnTimeout(welcome, LONGEST_FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A client has left, so its job is over. If the job stood for others too, one of those takes it. */
    private CompletableFuture<?> cancel(Member member, Announce left, long nowMillis) {
        AnnounceJob job = new AnnounceJob(member.name(), left, 0);
        long dueMillis = twins.release(job, nowMillis);
        return queue.cancel(job).thenAccept(cancelled -> {
            notMade.count(Reason.CLIENT_GONE, cancelled ? 1 : 0);
            Announce heir = cancelled && dueMillis > 0 ? swarms.anyone(left.hash()) : null;
            if (heir != null) {
                var _ = queue.offer(new AnnounceJob(member.name(), heir, dueMillis), Lane.NORMAL);
            }
        });
    }

    private CompletableFuture<Verdict> hearInitial(Announce announce, long nowMillis) {
        double fill = queue.fillPercent();
        if (!admission.admits(fill, nowMillis)) {
            rateLimited.increment();
            return CompletableFuture.completedFuture(refused());
        }
        List<Member> eligible = members.eligible(swarms, announce.hash(), nowMillis);
        if (eligible.isEmpty()) {
            return Verdict.WELCOME;
        }
        List<Member> withRoom = withRoom(eligible, fill);
        if (withRoom.isEmpty() && fill < FULL_PERCENT) {
            // Skipped is not refused: the queue has room, only not for these.
            return CompletableFuture.completedFuture(accepted());
        }
        List<CompletableFuture<Offer>> offers = offer(choose(withRoom, fill), announce, Lane.NORMAL);
        return CompletableFuture.allOf(offers.toArray(CompletableFuture[]::new)).thenApply(done -> {
            long full =
                    offers.stream().filter(offer -> offer.join() == Offer.FULL).count();
            boolean anyKept = full < offers.size();
            notMade.count(anyKept ? Reason.QUEUE_FULL : Reason.TURNED_AWAY, full);
            return anyKept ? accepted() : refused();
        });
    }

    private CompletableFuture<Verdict> hearAgain(Announce announce, long nowMillis) {
        double fill = queue.fillPercent();
        List<Member> eligible = members.eligible(swarms, announce.hash(), nowMillis);
        List<Member> withRoom = withRoom(eligible, fill);
        for (CompletableFuture<Offer> offer : offer(choose(withRoom, fill), announce, Lane.NORMAL)) {
            var _ = offer.thenAccept(became -> notMade.count(Reason.QUEUE_FULL, became == Offer.FULL ? 1 : 0));
        }
        return Verdict.WELCOME;
    }

    private List<Member> choose(List<Member> eligible, double fill) {
        List<Member> chosen = fanOut.choose(eligible, fill, random);
        notMade.count(Reason.FAN_OUT, eligible.size() - chosen.size());
        return chosen;
    }

    /**
     * In a queue that is getting full, those that have not more than their share of it: one that is slow would fill it with
     * jobs of its own, and there would be no room for the others'.
     */
    private List<Member> withRoom(List<Member> eligible, double fillPercent) {
        if (!fanOut.isThrottled(fillPercent)) {
            return eligible;
        }
        List<Member> withRoom = eligible.stream().filter(this::isWithinItsShare).toList();
        notMade.count(Reason.SHARE_USED, eligible.size() - withRoom.size());
        return withRoom;
    }

    private boolean isWithinItsShare(Member member) {
        return queue.waiting(member.name()) < Math.max(1, queueSize / members.size());
    }

    private List<CompletableFuture<Offer>> offer(List<Member> to, Announce announce, Lane lane) {
        return to.stream()
                .map(member -> queue.offer(new AnnounceJob(member.name(), announce, 0), lane))
                .map(offer -> offer.whenComplete(
                        (became, failure) -> notMade.count(Reason.DUPLICATE, became == Offer.DUPLICATE ? 1 : 0)))
                .toList();
    }

    /** It asks again soon, for peers that forwarders have found by then. */
    private Verdict accepted() {
        return new Verdict.Accepted(retrySeconds);
    }

    private Verdict refused() {
        return new Verdict.Refused(TOO_MUCH, retrySeconds);
    }

    /** Initial announces that got no token while the queue was nearly full. */
    long rateLimited() {
        return rateLimited.sum();
    }
}
