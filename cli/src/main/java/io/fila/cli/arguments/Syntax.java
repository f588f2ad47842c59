package io.fila.cli.arguments;

import java.util.ArrayList;
import java.util.List;

/** What a command is for and what may be typed after its name. */
public record Syntax(
        String description,
        List<Parameter> parameters,
        List<Option> options,
        List<String> notes,
        List<String> examples) {

    public static Syntax of(String description) {
        return new Syntax(description, List.of(), List.of(), List.of(), List.of());
    }

    public Syntax parameter(String label, String about) {
        return new Syntax(description, and(parameters, new Parameter(label, true, about)), options, notes, examples);
    }

    public Syntax optionalParameter(String label, String about) {
        return new Syntax(description, and(parameters, new Parameter(label, false, about)), options, notes, examples);
    }

    public Syntax option(Option option) {
        return new Syntax(description, parameters, and(options, option), notes, examples);
    }

    /** An option with a value. */
    public Syntax option(String name, String label, String about) {
        return option(Option.value(name, label, about));
    }

    public Syntax flag(String name, String about) {
        return option(Option.flag(name, about));
    }

    /** A sentence below the options. */
    public Syntax note(String sentence) {
        return new Syntax(description, parameters, options, and(notes, sentence), examples);
    }

    public Syntax example(String line) {
        return new Syntax(description, parameters, options, notes, and(examples, line));
    }

    private static <T> List<T> and(List<T> some, T more) {
        List<T> all = new ArrayList<>(some);
        all.add(more);
        return List.copyOf(all);
    }
}
