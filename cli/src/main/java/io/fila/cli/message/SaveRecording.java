package io.fila.cli.message;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.arguments.WrongUsage;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.admin.RecordedStep;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code fila record}. */
public final class SaveRecording implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Save the broker's flight recorder: the latest steps of all messages.")
                .option("--out", "FILE", "The file to write, one line of JSON per step, oldest first.")
                .note("telemetry.recorder_bytes in the broker's configuration sets how much it keeps.")
                .example("fila record --out steps.jsonl");
    }

    @Override
    public void run(Arguments arguments, Session session) throws IOException {
        String name = arguments.get("--out");
        if (name == null) {
            throw new WrongUsage("Expected --out FILE but found none; name the file to write");
        }
        Tally tally = new Tally();
        boolean whole;
        try (PrintWriter lines = new PrintWriter(Files.newBufferedWriter(Path.of(name)))) {
            whole = session.admin().readRecorder(step -> {
                lines.print(json(step) + "\n");
                tally.add(step);
            });
            if (lines.checkError()) {
                throw new IOException("Expected to write " + name + " but could not; is the disk full?");
            }
        }
        session.print(tally.sentence(name), new Json().put("file", name).put("steps", tally.steps));
        session.hint(whole ? "" : "Some steps are missing: the broker overwrote them while this command read.");
    }

    static Json json(RecordedStep step) {
        Json line = new Json()
                .put("at", step.at().toString())
                .put("kind", step.kind())
                .put("queue", step.queue())
                .putUnlessEmpty("message_id", step.messageId())
                .putUnlessEmpty("fairness_key", step.fairnessKey());
        if (step.attempts() > 0) {
            line.put("attempts", step.attempts());
        }
        if (step.consumer() > 0) {
            line.put("consumer", step.consumer());
        }
        return line.putUnlessEmpty("target_queue", step.targetQueue()).putUnlessEmpty("detail", step.detail());
    }

    /** How many steps there were, and since when. */
    private static final class Tally {
        private long steps;
        private @Nullable Instant first;

        void add(RecordedStep step) {
            if (steps++ == 0) {
                first = step.at();
            }
        }

        String sentence(String file) {
            return "Saved " + steps + (steps == 1 ? " step" : " steps") + (first == null ? "" : " since " + first)
                    + " in " + file;
        }
    }
}
