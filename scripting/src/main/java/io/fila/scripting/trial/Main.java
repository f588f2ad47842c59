package io.fila.scripting.trial;

import io.fila.core.hook.Content;
import io.fila.core.hook.Failure;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.scripting.HookName;
import io.fila.scripting.ScriptFailure;
import io.fila.scripting.Trial;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code fila lua test SCRIPT}: runs a script on a described message and prints its result, time and memory. */
public final class Main {
    private static final String USAGE = """
            Usage: fila lua test SCRIPT [--hook on_enqueue|on_failure] [--header K=V]… [--queue NAME] [--payload-size N]
                                 [--attempts N] [--error TEXT] [--set KEY=VALUE]… [--calls N]
                                 [--timeout-ms N] [--memory-bytes N] [--output text|json]""";
    private static final MessageId ID = new MessageId(0x0192_f3c4_9a1b_7c2dL, 0x8e3f_a1b2_c3d4_e5f6L);

    private Main() {}

    private record Made(Map<String, String> headers, int payloadSize) implements Content {}

    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err));
    }

    static int run(String[] args, PrintStream out, PrintStream problems) {
        List<String> words = List.of(args);
        if (words.contains("--help") || words.contains("-h")) {
            out.println(USAGE);
            return 0;
        }
        if (args.length == 0 || !args[0].equals("test")) {
            problems.println(USAGE);
            return 2;
        }
        try {
            TrialOptions options = TrialOptions.parse(Arrays.copyOfRange(args, 1, args.length));
            out.println(tryOut(options));
            return 0;
        } catch (UsageException usage) {
            problems.println("Error: " + usage.getMessage());
            problems.println(USAGE);
            return 2;
        } catch (ScriptFailure failure) {
            problems.println("Error: " + failure.sentence());
            return 1;
        } catch (NoSuchFileException missing) {
            problems.println("Error: Expected a script at " + missing.getFile() + " but there is no such file.");
            return 1;
        } catch (IOException unreadable) {
            problems.println("Error: Expected to read the script but could not: " + unreadable.getMessage());
            return 1;
        }
    }

    private static String tryOut(TrialOptions options) throws UsageException, ScriptFailure, IOException {
        String source = Files.readString(Path.of(options.script()));
        Trial trial =
                Trial.of(options.hook(), source, new QueueName(options.queue()), options.settings(), options.limits());
        Content content = new Made(options.headers(), options.payloadSize());
        Answer answer = ask(trial, content, options);
        answer.put("first_call_us", micros(trial));
        for (int call = 1; call < options.calls(); call++) {
            ask(trial, content, options);
        }
        answer.put("last_call_us", micros(trial));
        answer.put("memory_bytes", Long.toString(trial.lastBytes()));
        return options.json() ? answer.json() : answer.text();
    }

    private static Answer ask(Trial trial, Content content, TrialOptions options) throws ScriptFailure {
        return options.hook() == HookName.ON_ENQUEUE
                ? Answer.of(trial.onEnqueue(content))
                : Answer.of(trial.onFailure(new Failure(ID, options.attempts(), options.error()), content));
    }

    private static String micros(Trial trial) {
        return String.format(Locale.ROOT, "%.1f", trial.lastNanos() / 1000.0);
    }
}
