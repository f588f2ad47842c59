package io.fila.e2e.history;

import io.fila.e2e.history.Call.Answer;
import io.fila.e2e.history.Call.Kind;
import io.fila.e2e.wire.PlainClient;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Clients on all nodes that change and read the same settings and queues, come what may, until they are told to stop; and what each
 * asked and was told.
 */
public final class Clerks implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(300);
    private static final Duration PAUSE_AFTER_A_FAILURE = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Values are visibility timeouts too, which have a least one. */
    private static final long FIRST_VALUE = 1_000;

    private final List<PlainClient> clients;
    private final List<Desk> desks =
            List.of(new Desk("register-", Setting::new), new Desk("administered-", AdministeredQueue::new));
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch working = new CountDownLatch(1);
    private final AtomicLong lastValue = new AtomicLong(FIRST_VALUE);
    private final Queue<String> wrongs = new ConcurrentLinkedQueue<>();

    /** One thing after the other. Any thread. */
    private static final class Desk {
        private final String prefix;
        private final Function<String, Thing> thing;
        private final List<History> histories = new ArrayList<>();

        Desk(String prefix, Function<String, Thing> thing) {
            this.prefix = prefix;
            this.thing = thing;
        }

        synchronized History current() {
            if (histories.isEmpty() || histories.getLast().isFull()) {
                histories.add(new History(thing.apply(prefix + histories.size())));
            }
            return histories.getLast();
        }

        synchronized List<History> all() {
            return List.copyOf(histories);
        }
    }

    private Clerks(List<PlainClient> clients) {
        this.clients = clients;
    }

    /** One for each node and kind of thing. */
    public static Clerks on(List<String> addresses, long seed) {
        Clerks clerks = new Clerks(addresses.stream().map(PlainClient::of).toList());
        for (PlainClient client : clerks.clients) {
            for (Desk desk : clerks.desks) {
                Random random = new Random(seed + clerks.threads.size());
                clerks.threads.add(Thread.ofVirtual()
                        .name("clerk-" + clerks.threads.size())
                        .uncaughtExceptionHandler((thread, wrong) -> clerks.wrongs.add(thread.getName() + ": " + wrong))
                        .start(() -> clerks.work(client, desk, random)));
            }
        }
        return clerks;
    }

    private void work(PlainClient client, Desk desk, Random random) {
        boolean goesOn = true;
        while (goesOn) {
            History history = desk.current();
            List<Kind> kinds = history.thing().kinds();
            boolean answered = ask(client, history, kinds.get(random.nextInt(kinds.size())));
            if (!answered) {
                client.reconnect();
            }
            goesOn = pause(answered ? PAUSE : PAUSE_AFTER_A_FAILURE);
        }
    }

    private boolean pause(Duration time) {
        try {
            return !working.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            return false;
        }
    }

    /** Makes a call and notes it; whether it was answered. */
    private boolean ask(PlainClient client, History history, Kind kind) {
        String value = kind == Kind.READ || kind == Kind.DELETE ? "" : Long.toString(lastValue.incrementAndGet());
        long invoked = System.nanoTime();
        try {
            if (kind == Kind.READ) {
                String read = history.thing().read(client);
                history.add(Call.answered(kind, read, Answer.DONE, invoked, System.nanoTime()));
            } else {
                history.thing().change(client, kind, value);
                history.add(Call.answered(kind, value, Answer.DONE, invoked, System.nanoTime()));
            }
            return true;
        } catch (StatusRuntimeException failure) {
            return note(failure, history, kind, value, invoked);
        }
    }

    private boolean note(StatusRuntimeException failure, History history, Kind kind, String value, long invoked) {
        return switch (failure.getStatus().getCode()) {
            case NOT_FOUND, ALREADY_EXISTS -> {
                history.add(Call.answered(kind, value, Answer.REFUSED, invoked, System.nanoTime()));
                yield true;
            }
            case UNAVAILABLE, CANCELLED, DEADLINE_EXCEEDED, INTERNAL, UNKNOWN -> {
                if (kind != Kind.READ) {
                    history.add(Call.unanswered(kind, value, invoked));
                }
                yield false;
            }
            default -> {
                wrongs.add(kind + " of " + history.thing().name() + ": " + failure.getMessage());
                yield false;
            }
        };
    }

    /** Lets them stop, and waits for the answers that they wait for. */
    public void stop() throws InterruptedException {
        working.countDown();
        for (Thread thread : threads) {
            if (!thread.join(PATIENCE)) {
                throw new AssertionError("Expected every call to end within " + PATIENCE + " but one did not.");
            }
        }
    }

    /** Reads everything once more, through one client: how it is in the end belongs to what was told. */
    public void readAll(PlainClient client) {
        for (Desk desk : desks) {
            for (History history : desk.all()) {
                if (!ask(client, history, Kind.READ)) {
                    wrongs.add(history.thing().name() + " could not be read in the end");
                }
            }
        }
    }

    /** Calls about which something is known. */
    public long calls() {
        return desks.stream()
                .flatMap(desk -> desk.all().stream())
                .mapToLong(History::size)
                .sum();
    }

    /** What no broker that does one thing after the other would have told; to be asked when they have stopped. */
    public List<String> violations() {
        List<String> all = new ArrayList<>(wrongs);
        for (Desk desk : desks) {
            desk.all().stream()
                    .filter(history -> !history.hasOrder())
                    .forEach(history ->
                            all.add("Expected an order of what was answered but there is none for " + history));
        }
        return all;
    }

    @Override
    public void close() {
        working.countDown();
        clients.forEach(PlainClient::close);
    }
}
