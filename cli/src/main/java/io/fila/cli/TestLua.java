package io.fila.cli;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Option;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.arguments.WrongUsage;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;

/** {@code fila lua test}, for the help: the launcher starts a program of its own, because scripts run without a broker. */
final class TestLua implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Run a script against a made message and print its answer, its time and its memory.")
                .parameter("SCRIPT", "The file of the script.")
                .option("--hook", "on_enqueue|on_failure", "The function to call. Default: on_enqueue.")
                .option(new Option("--header", "K=V", Option.Times.REPEATED, "A header; may be given many times."))
                .option(new Option("--set", "K=V", Option.Times.REPEATED, "A runtime setting for fila.get."))
                .option("--attempts", "N", "For on_failure: how often the message has failed. Default: 1.")
                .option("--error", "TEXT", "For on_failure: what the consumer said.")
                .example("fila lua test policy.lua --hook on_enqueue --header tenant=acme");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        throw new WrongUsage("Scripts are tried by the launcher script: ./fila lua test SCRIPT");
    }
}
