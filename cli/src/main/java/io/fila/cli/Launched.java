package io.fila.cli;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Option;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.arguments.WrongUsage;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;

/**
 * A program of its own, for the help: the launcher starts it before this one is asked.
 *
 * @param sentence for whoever gets here around the launcher
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
                        .option("--data-dir", "DIR", "Where messages are kept. Default: ./data.")
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
                Syntax.of("Make a data directory of a backup.")
                        .parameter("BACKUP", "What fila backup made.")
                        .parameter("DIR", "The data directory to be; nothing may be there yet.")
                        .example("fila restore /var/lib/fila-backups/monday /var/lib/fila"),
                "Backups are restored by the launcher script: ./fila restore BACKUP DIR");
    }

    static Launched doctor() {
        return new Launched(
                Syntax.of("Read a data directory, and say what is wrong with it.")
                        .parameter("DIR", "The data directory. Nothing in it is changed; a broker may be using it.")
                        .example("fila doctor /var/lib/fila"),
                "Data directories are examined by the launcher script: ./fila doctor DIR");
    }

    static Launched quarantine() {
        return new Launched(
                Syntax.of("Show or export the damaged records that a broker has set aside.")
                        .parameter("list|export", "What to do.")
                        .parameter("DIR", "The data directory. Nothing in it is changed; a broker may be using it.")
                        .parameter("[FILE]", "For export: the file to write, a line of JSON a record.")
                        .example("fila quarantine list /var/lib/fila")
                        .example("fila quarantine export /var/lib/fila damaged.jsonl"),
                "The quarantine is read by the launcher script: ./fila quarantine list DIR");
    }

    static Launched simulator() {
        return new Launched(
                Syntax.of("Live whole lives of a broker from seeds, and check what must hold.")
                        .option("--seeds", "A..B", "The seeds to live. Default: 1..200.")
                        .option("--seed", "N", "One seed.")
                        .option("--minutes", "M", "Begin no seed after so long; alone, begin with a new one.")
                        .flag("--trace", "Print every command, record and delivery.")
                        .option("--mutants", "N", "Break the broker in one of N places; which seeds notice?")
                        .flag("--explanations", "Try what fila explain says, instead of living whole lives.")
                        .example("fila simulate --seeds 1..200")
                        .example("fila simulate --seed 42 --trace"),
                "The simulator is started by the launcher script: ./fila simulate");
    }

    static Launched benchmarks() {
        return new Launched(
                Syntax.of("Run a benchmark.")
                        .parameter("WHICH", "--quick, jmh, leases, backlog, burning or retracker.")
                        .note("fila bench --help says what each of them takes.")
                        .example("fila bench --quick --seconds 10")
                        .example("fila bench jmh Scheduling"),
                "Benchmarks are started by the launcher script: ./fila bench");
    }

    static Launched scripts() {
        return new Launched(
                Syntax.of("Run a script against a made message and print its answer, its time and its memory.")
                        .parameter("SCRIPT", "The file of the script.")
                        .option("--hook", "on_enqueue|on_failure", "The function to call. Default: on_enqueue.")
                        .option(new Option(
                                "--header", "K=V", Option.Times.REPEATED, "A header; may be given many times."))
                        .option("--queue", "NAME", "The queue the message is in. Default: test.")
                        .option("--payload-size", "N", "For on_enqueue: bytes of the payload. Default: 0.")
                        .option("--attempts", "N", "For on_failure: how often the message has failed. Default: 1.")
                        .option("--error", "TEXT", "For on_failure: what the consumer said.")
                        .option(new Option("--set", "K=V", Option.Times.REPEATED, "A runtime setting for fila.get."))
                        .option("--calls", "N", "How often to call it. Default: 1000.")
                        .option("--timeout-ms", "N", "Processor time a call may take. Default: 10.")
                        .option("--memory-bytes", "N", "Memory the script may use. Default: 1048576.")
                        .example("fila lua test policy.lua --hook on_enqueue --header tenant=acme"),
                "Scripts are tried by the launcher script: ./fila lua test SCRIPT");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        throw new WrongUsage(sentence);
    }
}
