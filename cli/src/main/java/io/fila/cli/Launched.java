package io.fila.cli;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Option;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.arguments.WrongUsage;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;

/**
 * A separate program that only the help mentions here: the launcher script starts it without running this one.
 *
 * @param sentence the error for a user who bypasses the launcher
 */
record Launched(Syntax syntax, String sentence) implements BrokerCommand {
    static Launched server() {
        return new Launched(
                Syntax.of("Run the broker.")
                        .option(
                                "--config",
                                "FILE",
                                "The configuration. Default: ./fila.toml, then /etc/fila/fila.toml.")
                        .option("--listen", "HOST:PORT", "Where to listen. Default: 127.0.0.1:5555.")
                        .option("--data-dir", "DIR", "Where to keep messages. Default: ./data.")
                        .example("fila server --listen 127.0.0.1:5555 --data-dir /var/lib/fila"),
                "The broker is started by the launcher script: ./fila server");
    }

    static Launched retracker() {
        return new Launched(
                Syntax.of("Run the BitTorrent retracker.")
                        .option("--config", "FILE", "Its configuration.")
                        .example("fila retracker --config retracker.toml"),
                "The retracker is started by the launcher script: ./fila retracker");
    }

    static Launched restore() {
        return new Launched(
                Syntax.of("Create a data directory from a backup.")
                        .parameter("BACKUP", "A backup made by fila backup.")
                        .parameter("DIR", "The new data directory. It must not exist, or be empty.")
                        .example("fila restore /var/lib/fila-backups/monday /var/lib/fila"),
                "Backups are restored by the launcher script: ./fila restore BACKUP DIR");
    }

    static Launched doctor() {
        return new Launched(
                Syntax.of("Check a data directory for damage.")
                        .parameter("DIR", "The data directory. Read-only, and safe while a broker uses it.")
                        .example("fila doctor /var/lib/fila"),
                "Data directories are checked by the launcher script: ./fila doctor DIR");
    }

    static Launched quarantine() {
        return new Launched(
                Syntax.of("List or export the damaged records in a broker's quarantine.")
                        .parameter("list|export", "What to do.")
                        .parameter("DIR", "The data directory. Read-only, and safe while a broker uses it.")
                        .parameter("[FILE]", "For export: the file to write, one line of JSON per record.")
                        .example("fila quarantine list /var/lib/fila")
                        .example("fila quarantine export /var/lib/fila damaged.jsonl"),
                "The quarantine is read by the launcher script: ./fila quarantine list DIR");
    }

    static Launched simulator() {
        return new Launched(
                Syntax.of("Simulate the broker from seeds, with crashes and faults, and check its guarantees.")
                        .option("--seeds", "A..B", "The seeds to run. Default: 1..200.")
                        .option("--seed", "N", "One seed.")
                        .option(
                                "--minutes",
                                "M",
                                "Start no seed after this time. Without --seeds, start at a new seed.")
                        .flag("--trace", "Print every command, record and delivery.")
                        .option(
                                "--mutants",
                                "N",
                                "Break the broker in every Nth place, one at a time: do the seeds notice?")
                        .flag("--explanations", "Check the answers of fila explain instead.")
                        .example("fila simulate --seeds 1..200")
                        .example("fila simulate --seed 42 --trace"),
                "The simulator is started by the launcher script: ./fila simulate");
    }

    static Launched benchmarks() {
        return new Launched(
                Syntax.of("Run a benchmark.")
                        .parameter("WHICH", "--quick, jmh, leases, backlog, burning or retracker.")
                        .note("fila bench --help lists the options of each.")
                        .example("fila bench --quick --seconds 10")
                        .example("fila bench jmh Scheduling"),
                "Benchmarks are started by the launcher script: ./fila bench");
    }

    static Launched scripts() {
        return new Launched(
                Syntax.of("Run a script on a message you describe; print its result, time and memory.")
                        .parameter("SCRIPT", "The script's file.")
                        .option("--hook", "on_enqueue|on_failure", "The function to call. Default: on_enqueue.")
                        .option(new Option("--header", "K=V", Option.Times.REPEATED, "A header; repeatable."))
                        .option("--queue", "NAME", "The message's queue. Default: test.")
                        .option("--payload-size", "N", "For on_enqueue: the payload's size in bytes. Default: 0.")
                        .option("--attempts", "N", "For on_failure: how often the message has failed. Default: 1.")
                        .option("--error", "TEXT", "For on_failure: the consumer's error.")
                        .option(new Option(
                                "--set", "K=V", Option.Times.REPEATED, "A runtime setting for fila.get; repeatable."))
                        .option("--calls", "N", "Number of calls. Default: 1000.")
                        .option("--timeout-ms", "N", "CPU time per call. Default: 10.")
                        .option("--memory-bytes", "N", "Memory the script may use. Default: 1048576.")
                        .example("fila lua test policy.lua --hook on_enqueue --header tenant=acme"),
                "Scripts are tested by the launcher script: ./fila lua test SCRIPT");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        throw new WrongUsage(sentence);
    }
}
