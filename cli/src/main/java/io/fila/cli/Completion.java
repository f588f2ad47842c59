package io.fila.cli;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Option;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.arguments.WrongUsage;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code fila completion}: scripts for shells, made from what the commands say of themselves. */
final class Completion implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Print a shell completion script.")
                .parameter("bash|zsh|fish", "The shell.")
                .example("source <(fila completion bash)")
                .example("fila completion zsh > \"${fpath[1]}/_fila\"")
                .example("fila completion fish > ~/.config/fish/completions/fila.fish");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String shell = arguments.required("bash|zsh|fish");
        session.terminal()
                .out()
                .print(
                        switch (shell) {
                            case "bash" -> bash();
                            case "zsh" -> zsh();
                            case "fish" -> fish();
                            default -> throw new WrongUsage("Expected bash, zsh or fish but found \"" + shell + "\"");
                        });
    }

    /** What may follow some words: more of a command, or its options. */
    private record Choice(String words, List<String> next, List<Option> options) {}

    /** The longest first, as a shell takes the first that fits. */
    private static List<Choice> choices() {
        Set<String> groups = new LinkedHashSet<>();
        List<Choice> choices = new ArrayList<>();
        for (String name : Commands.ALL) {
            for (int space = name.lastIndexOf(' '); space > 0; space = name.lastIndexOf(' ', space - 1)) {
                groups.add(name.substring(0, space));
            }
            BrokerCommand command = Commands.find(name);
            choices.add(new Choice(
                    name,
                    List.of(),
                    command == null ? List.of() : command.syntax().options()));
        }
        groups.add("");
        groups.forEach(group -> choices.add(new Choice(group, Commands.wordsAfter(group), List.of())));
        return choices;
    }

    private static String names(List<Option> options) {
        return options.stream().map(Option::name).collect(Collectors.joining(" "));
    }

    /** Cases by the words typed so far; both shells write them the same way. */
    private static String cases(String indent) {
        StringBuilder text = new StringBuilder();
        for (Choice choice : choices()) {
            boolean isCommand = choice.next().isEmpty();
            String pattern = "'" + choice.words() + "'" + (isCommand ? "|'" + choice.words() + " '*" : "");
            String offered = (String.join(" ", choice.next()) + " " + names(choice.options())).strip();
            text.append(indent)
                    .append(pattern)
                    .append(") offered='")
                    .append(offered)
                    .append("' ;;\n");
        }
        return text.toString();
    }

    private static String bash() {
        return """
                # Completes fila in bash: source <(fila completion bash)
                _fila() {
                    local typed='' word offered='' i
                    for ((i = 1; i < COMP_CWORD; i++)); do
                        word=${COMP_WORDS[i]}
                        [[ $word == -* ]] || typed+="${typed:+ }$word"
                    done
                    case $typed in
                %s    esac
                    mapfile -t COMPREPLY < <(compgen -W "$offered %s" -- "${COMP_WORDS[COMP_CWORD]}")
                }
                complete -o default -F _fila fila
                """.formatted(cases("        "), names(GlobalOptions.ALL));
    }

    private static String zsh() {
        return """
                #compdef fila
                # Completes fila in zsh: put this into a directory of $fpath as _fila.
                _fila() {
                    local typed='' word offered=''
                    for word in ${words[2,CURRENT-1]}; do
                        [[ $word == -* ]] || typed+="${typed:+ }$word"
                    done
                    case $typed in
                %s    esac
                    compadd -- ${=offered} ${=:-%s}
                }
                if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _fila "$@"; else compdef _fila fila; fi
                """.formatted(cases("        "), names(GlobalOptions.ALL));
    }

    private static String fish() {
        StringBuilder text = new StringBuilder("""
                # Completes fila in fish: put this into ~/.config/fish/completions/fila.fish.
                function __fila_after
                    set -l typed (string match -v -- '-*' (commandline -opc))[2..]
                    test "$typed" = "$argv" -o "$typed[1.."(count $argv)"]" = "$argv" -a -n "$argv[1]"
                end
                function __fila_exactly
                    set -l typed (string match -v -- '-*' (commandline -opc))[2..]
                    test "$typed" = "$argv"
                end
                complete -c fila -f
                """);
        for (Choice choice : choices()) {
            for (String word : choice.next()) {
                String name = choice.words().isEmpty() ? word : choice.words() + " " + word;
                BrokerCommand command = Commands.find(name);
                text.append("complete -c fila -n '__fila_exactly ")
                        .append(choice.words())
                        .append("' -a ")
                        .append(word)
                        .append(
                                command == null
                                        ? ""
                                        : " -d " + quoted(command.syntax().description()))
                        .append('\n');
            }
            choice.options().forEach(option -> text.append(fish(option, "-n '__fila_after " + choice.words() + "' ")));
        }
        GlobalOptions.ALL.forEach(option -> text.append(fish(option, "")));
        return text.toString();
    }

    private static String fish(Option option, String condition) {
        return "complete -c fila " + condition + "-l " + option.name().substring(2) + (option.isFlag() ? "" : " -r")
                + " -d " + quoted(option.description()) + "\n";
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
