package io.fila.cli;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Option;
import io.fila.cli.arguments.Parameter;
import io.fila.cli.arguments.WrongUsage;
import io.fila.cli.session.BrokerCommand;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parsed command line: the command, its arguments and the global options. */
final class Invocation {
    private static final String END_OF_OPTIONS = "--";

    private final List<String> typed;
    private final Arguments arguments = new Arguments();
    private final List<String> places = new ArrayList<>();
    private String name = "";
    private @Nullable BrokerCommand command;
    private int next;

    Invocation(String... typed) {
        this.typed = List.of(typed);
    }

    /** The words of the command, as far as they were understood. */
    String name() {
        return name;
    }

    Arguments arguments() {
        return arguments;
    }

    /** The command; null if what was typed ends before it. */
    @Nullable BrokerCommand command() {
        return command;
    }

    boolean wantsHelp() {
        return arguments.has(GlobalOptions.HELP.name());
    }

    boolean wantsVersion() {
        return arguments.has(GlobalOptions.VERSION.name());
    }

    /** Reads from left to right; a mistake leaves what was understood before it. */
    void read() {
        boolean options = true;
        while (next < typed.size()) {
            String token = typed.get(next++);
            if (options && token.equals(END_OF_OPTIONS)) {
                options = false;
            } else if (options && token.startsWith("-") && token.length() > 1) {
                readOption(token);
            } else if (command == null) {
                readWord(token);
            } else {
                places.add(token);
            }
        }
        if (command != null && !wantsHelp() && !wantsVersion()) {
            assignPlaces(command.syntax().parameters());
        }
    }

    private void readWord(String word) {
        String longer = name.isEmpty() ? word : name + " " + word;
        List<String> words = Commands.wordsAfter(name);
        if (!words.contains(word)) {
            throw new WrongUsage("Unknown command \"fila " + longer + "\"" + Nearest.hint(word, words));
        }
        name = longer;
        command = Commands.find(name);
    }

    private void readOption(String token) {
        int equals = token.startsWith("--") ? token.indexOf('=') : -1;
        String typedName = equals < 0 ? token : token.substring(0, equals);
        Option option = option(typedName.equals("-h") ? GlobalOptions.HELP.name() : typedName);
        if (option == null) {
            List<String> known =
                    new ArrayList<>(GlobalOptions.ALL.stream().map(Option::name).toList());
            if (command != null) {
                command.syntax().options().forEach(each -> known.add(each.name()));
            }
            throw new WrongUsage("Unknown option " + typedName + Nearest.hint(typedName, known));
        }
        if (option.times() == Option.Times.ONCE && arguments.has(option.name())) {
            throw new WrongUsage("Expected " + option.name() + " once but found it twice");
        }
        if (option.isFlag()) {
            if (equals >= 0) {
                throw new WrongUsage("Expected no value for " + option.name() + " but found \"" + token + "\"");
            }
            arguments.add(option.name(), "");
        } else if (equals >= 0) {
            arguments.add(option.name(), token.substring(equals + 1));
        } else {
            readValues(option);
        }
    }

    private void readValues(Option option) {
        if (next == typed.size() || option(typed.get(next)) != null) {
            throw new WrongUsage("Expected " + option.usage() + " but found no value");
        }
        arguments.add(option.name(), typed.get(next++));
        while (option.times() == Option.Times.GREEDY
                && next < typed.size()
                && !typed.get(next).startsWith("-")) {
            arguments.add(option.name(), typed.get(next++));
        }
    }

    private void assignPlaces(List<Parameter> parameters) {
        for (int i = 0; i < parameters.size(); i++) {
            Parameter parameter = parameters.get(i);
            if (i < places.size()) {
                arguments.add(parameter.label(), places.get(i));
            } else if (parameter.required()) {
                throw new WrongUsage("Expected " + parameter.label() + " but found nothing more");
            }
        }
        if (places.size() > parameters.size()) {
            throw new WrongUsage("Expected no more after "
                    + (parameters.isEmpty()
                            ? "\"fila " + name + "\""
                            : parameters.get(parameters.size() - 1).label())
                    + " but found \"" + places.get(parameters.size()) + "\"");
        }
    }

    private @Nullable Option option(String optionName) {
        List<Option> own = command == null ? List.of() : command.syntax().options();
        for (Option option : own) {
            if (option.name().equals(optionName)) {
                return option;
            }
        }
        for (Option option : GlobalOptions.ALL) {
            if (option.name().equals(optionName)) {
                return option;
            }
        }
        return null;
    }
}
