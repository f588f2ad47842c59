package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.FilaProcess;
import io.fila.benchmarks.contender.NatsJetStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A program that measures what a quiet tenant waits, from the moment it sends to the moment a handler has the message, and what
 * else is promised of fairness; beside the same broker as plain FIFO, beside NATS, and beside an older build if it is given one.
 */
public final class FairnessBench {
    /** At the beginning of each case, until a backlog is being worked off. */
    private static final Duration SETTLING = Duration.ofSeconds(2);

    /** Two runs of the same build differ by more than this often enough. */
    private static final double SAME_THROUGHPUT = 0.97;

    private static final int LIFE_ROUNDS = 2;

    private final FairnessOptions options;
    private final Cases cases;
    private final List<Dwelling> dwellings = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    /** Builds of Fila: this one first. */
    private final List<Entrant> entrants = new ArrayList<>();

    /** Brokers without fairness. */
    private final List<Broker> others = new ArrayList<>();

    private FairnessBench(FairnessOptions options) {
        this.options = options;
        cases = new Cases(options.time(), options.large());
    }

    public static void run(String[] args) throws Exception {
        new FairnessBench(FairnessOptions.parse(List.of(args))).run();
    }

    private void run() throws Exception {
        try {
            open();
            measure();
        } finally {
            others.forEach(Broker::close);
            entrants.forEach(Entrant::close);
        }
        publish();
        if (!failures.isEmpty()) {
            throw new IllegalStateException("Expected every case to run but failed: " + String.join(", ", failures));
        }
    }

    /** Starts everybody; the first case of a build meets a broker that has just started. */
    private void open() throws Exception {
        enter(FilaProcess.launcher(), address -> new FilaBroker(Cases.FILA, address));
        Path older = options.older();
        if (older != null) {
            enter(older, address -> OlderClient.connect(older, Cases.OLDER, address));
        }
        if (options.wants("fifo")) {
            others.add(Variant.fifo(entrants.getFirst().broker()));
        }
        if (options.wants("nats")) {
            Broker nats = new NatsBroker(NatsJetStream.start(NatsJetStream.program(), options.directory()));
            others.add(nats);
            warmUp(nats);
        }
    }

    private void enter(Path launcher, Entrant.Connector connector) throws Exception {
        Entrant entrant = Entrant.start(launcher, options.directory(), connector);
        entrants.add(entrant);
        attempt(Cases.COLD, entrant.broker(), () -> dwell(cases.cold(), Duration.ZERO, entrant.broker()));
        warmUp(entrant.broker());
    }

    private void warmUp(Broker broker) throws Exception {
        System.err.println(broker.name() + ": warming up …");
        var _ = new DwellRun(cases.warmUp(), Duration.ZERO, options.warmUp()).on(broker);
    }

    private void measure() {
        for (Workload workload : cases.workloads()) {
            for (Broker broker : brokers(workload)) {
                attempt(workload.name(), broker, () -> dwell(workload, SETTLING, broker));
            }
        }
        for (int millis : new int[] {0, 1, 5}) {
            String name = "shares-" + millis + "ms";
            int windows = (int) options.time().toSeconds();
            attemptEach(
                    name,
                    entrant -> findings(
                            new ShareRun(name, Duration.ofMillis(millis), SETTLING, windows).on(entrant.broker())));
        }
        attemptEach(
                "gaps", entrant -> findings(new GapRun("gaps", 10_000, SETTLING, options.time()).on(entrant.broker())));
        attemptEach("stuck-unread", entrant -> stuck("stuck-unread", entrant, false));
        attemptEach("stuck-unsettled", entrant -> stuck("stuck-unsettled", entrant, true));
        lives("lives-10", 10);
        lives("lives-100000", 100_000);
        attemptEach(
                "weight-change",
                entrant -> findings(new WeightRun("weight-change", entrant.address(), SETTLING, options.time())
                        .on(entrant.broker())));
        attemptEach("restart", this::restart);
    }

    private List<Broker> brokers(Workload workload) {
        List<Broker> brokers = new ArrayList<>();
        for (Entrant entrant : entrants) {
            brokers.add(workload.plain() ? entrant.plain() : entrant.broker());
        }
        if (workload.saturating() && options.wants("apart")) {
            brokers.add(new Apart(entrants.getFirst().broker()));
        }
        if (workload.compared()) {
            brokers.addAll(others);
        }
        return brokers;
    }

    private void dwell(Workload workload, Duration ignored, Broker broker) throws Exception {
        dwelling(new DwellRun(workload, ignored, options.time()).on(broker));
    }

    private void dwelling(Dwelling dwelling) {
        dwellings.add(dwelling);
        Dwell dwell = dwelling.dwell();
        System.err.printf(
                Locale.ROOT,
                "%s, %s: p50 %s, p99 %s, %d messages beside %s /s%n",
                dwelling.workload().name(),
                dwelling.contender(),
                Chart.time(dwell.percentile(50).millis(), dwell.percentile(50).atLeast()),
                Chart.time(dwelling.p99().millis(), dwelling.p99().atLeast()),
                dwell.count(),
                Report.number(dwelling.perSecond()));
    }

    private void findings(List<Finding> more) {
        findings.addAll(more);
        for (Finding each : more) {
            System.err.printf(
                    Locale.ROOT,
                    "%s, %s: %s %s%s %s%n",
                    each.name(),
                    each.contender(),
                    each.what(),
                    each.atLeast() ? "≥ " : "",
                    Report.number(each.value()),
                    each.unit());
        }
    }

    private void stuck(String name, Entrant entrant, boolean reading) throws Exception {
        findings(new StuckRun(name, entrant.address(), reading, options.time().dividedBy(2)).on(entrant.broker()));
    }

    private void restart(Entrant entrant) throws Exception {
        try (Entrant fresh = entrant.again()) {
            RestartRun.Outcome outcome = new RestartRun(cases.restart(), SETTLING, options.time()).on(fresh);
            outcome.dwellings().forEach(this::dwelling);
            findings(outcome.findings());
        }
    }

    /** Builds take turns, because the machine is not the same for long. */
    private void lives(String name, int tenants) {
        double[] perSecond = new double[entrants.size()];
        LifeRun run = new LifeRun(name, tenants, SETTLING, options.time().dividedBy(2));
        for (int round = 0; round < LIFE_ROUNDS; round++) {
            for (int i = 0; i < perSecond.length; i++) {
                int index = i;
                Broker broker = entrants.get(i).broker();
                attempt(name, broker, () -> perSecond[index] += run.on(broker) / LIFE_ROUNDS);
            }
        }
        if (!options.covers(name)) {
            return;
        }
        for (int i = 0; i < perSecond.length; i++) {
            Finding finding = Finding.plain(
                    name, entrants.get(i).broker(), "lives of messages, " + tenants + " keys", perSecond[i], "/s");
            double before = perSecond[perSecond.length - 1];
            boolean comparable = i == 0 && perSecond.length > 1;
            findings(List.of(
                    comparable
                            ? finding.judged(
                                    "≥ before, " + Report.number(before), perSecond[i] >= SAME_THROUGHPUT * before)
                            : finding));
        }
    }

    private interface Attempt {
        void run() throws Exception;
    }

    private interface EntrantAttempt {
        void run(Entrant entrant) throws Exception;
    }

    private void attemptEach(String name, EntrantAttempt attempt) {
        for (Entrant entrant : entrants) {
            attempt(name, entrant.broker(), () -> attempt.run(entrant));
        }
    }

    /** One case that fails does not take the others with it: a whole run is long. */
    private void attempt(String name, Broker broker, Attempt attempt) {
        if (!options.covers(name)) {
            return;
        }
        try {
            attempt.run();
        } catch (Exception failure) {
            failures.add(name + " of " + broker.name());
            System.err.println(name + ", " + broker.name() + ": failed");
            failure.printStackTrace(System.err);
        }
    }

    private void publish() throws IOException {
        Report report = new Report(dwellings, findings);
        Path earlier = options.earlier();
        if (earlier != null) {
            report = report.after(EarlierReport.read(earlier));
        }
        System.out.print(report.tables());
        write(options.json(), report.json());
        write(options.pictures().resolve("fairness-table.md"), report.page());
        for (Map.Entry<String, Chart> each :
                new Pictures(report.dwellings()).charts().entrySet()) {
            write(
                    options.pictures().resolve(each.getKey() + ".svg"),
                    each.getValue().svg());
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
        System.err.println("Wrote " + file);
    }
}
