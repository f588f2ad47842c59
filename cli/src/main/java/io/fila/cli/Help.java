package io.fila.cli;

import io.fila.cli.arguments.Option;
import io.fila.cli.arguments.Parameter;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.session.BrokerCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The text that {@code --help} prints: for one command, or for all commands that begin with the same words. */
final class Help {
    private static final String INDENT = "  ";

    private final StringBuilder text = new StringBuilder();

    private Help() {}

    static String about(Invocation invocation) {
        Help help = new Help();
        BrokerCommand command = invocation.command();
        if (command != null) {
            help.writeCommand(invocation.name(), command.syntax());
        } else if (invocation.name().isEmpty()) {
            help.writeProgram();
        } else {
            help.writeGroup(invocation.name());
        }
        return help.text.toString();
    }

    private void writeProgram() {
        line("A durable message broker that is fair to every tenant.");
        line("");
        line("Usage: fila COMMAND [OPTIONS]");
        writeCommands("");
        writeGlobalOptions();
        line("");
        line("Exit codes: 0 done, 1 the broker refused or could not be reached, 2 wrong usage.");
        lines(
                "Start here:",
                List.of(
                        "fila demo",
                        "fila server",
                        "fila queue create orders",
                        "fila enqueue orders --key acme \"one coffee\"",
                        "fila consume orders --ack"));
    }

    private void writeGroup(String name) {
        line("Usage: fila " + name + " COMMAND [OPTIONS]");
        writeCommands(name + " ");
        writeGlobalOptions();
    }

    private void writeCommand(String name, Syntax syntax) {
        line(syntax.description());
        line("");
        StringBuilder usage = new StringBuilder("Usage: fila " + name);
        for (Parameter parameter : syntax.parameters()) {
            usage.append(' ').append(parameter.usage());
        }
        line(usage.append(" [OPTIONS]").toString());
        Map<String, String> own = new LinkedHashMap<>();
        syntax.parameters().forEach(parameter -> own.put(parameter.label(), parameter.description()));
        syntax.options().forEach(option -> own.put(option.usage(), option.description()));
        if (!own.isEmpty()) {
            line("");
            columns(own);
        }
        for (String note : syntax.notes()) {
            line("");
            line(note);
        }
        writeGlobalOptions();
        lines(syntax.examples().size() == 1 ? "Example:" : "Examples:", syntax.examples());
    }

    private void writeCommands(String prefix) {
        Map<String, String> commands = new LinkedHashMap<>();
        for (String name : Commands.ALL) {
            BrokerCommand command = name.startsWith(prefix) ? Commands.find(name) : null;
            if (command != null) {
                commands.put(name, command.syntax().description());
            }
        }
        line("");
        line("Commands:");
        columns(commands);
    }

    private void writeGlobalOptions() {
        Map<String, String> options = new LinkedHashMap<>();
        for (Option option : GlobalOptions.ALL) {
            options.put(option.usage(), option.description());
        }
        line("");
        line("Global options, before or after the command's name:");
        columns(options);
    }

    private void columns(Map<String, String> rows) {
        int width = rows.keySet().stream().mapToInt(String::length).max().orElse(0);
        rows.forEach((left, right) -> line(INDENT + left + " ".repeat(width - left.length()) + INDENT + right));
    }

    private void lines(String heading, List<String> lines) {
        line("");
        line(heading);
        lines.forEach(each -> line(INDENT + each));
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
