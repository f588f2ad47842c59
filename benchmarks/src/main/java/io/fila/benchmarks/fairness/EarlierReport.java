package io.fila.benchmarks.fairness;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Reads what {@link Report#json} wrote, so that a long run can be made in parts. */
final class EarlierReport {
    private static final double NANOS_PER_MILLI = 1e6;

    private EarlierReport() {}

    static Report read(Path file) throws IOException {
        JsonObject all = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        List<Dwelling> dwellings = new ArrayList<>();
        JsonArray times = all.getAsJsonArray("dwellTimes");
        times.forEach(each -> dwellings.add(dwelling(each.getAsJsonObject())));
        List<Finding> findings = new ArrayList<>();
        JsonArray others = all.getAsJsonArray("findings");
        others.forEach(each -> findings.add(finding(each.getAsJsonObject())));
        return new Report(dwellings, findings);
    }

    private static Dwelling dwelling(JsonObject from) {
        if (!from.has("histogram")) {
            throw new IllegalArgumentException("Expected every case to have a histogram but "
                    + from.get("case").getAsString()
                    + " has none: an older version wrote the file. Begin without --after.");
        }
        JsonElement goal = from.get("goalP99Millis");
        boolean judged = !goal.isJsonNull();
        Workload workload = new Workload(
                from.get("case").getAsString(),
                from.get("busyTenants").getAsInt(),
                from.get("backlog").getAsLong(),
                Duration.ofNanos((long) (from.get("handlerMillis").getAsDouble() * NANOS_PER_MILLI)),
                from.get("consumers").getAsInt(),
                false,
                false,
                judged ? OptionalDouble.of(goal.getAsDouble()) : OptionalDouble.empty());
        Dwell dwell = Dwell.decode(
                from.get("histogram").getAsString(),
                from.get("notHandled").getAsLong(),
                from.get("youngestNotHandledNanos").getAsLong());
        return new Dwelling(
                workload,
                from.get("contender").getAsString(),
                judged,
                dwell,
                from.get("perSecond").getAsDouble());
    }

    private static Finding finding(JsonObject from) {
        JsonElement goal = from.get("goal");
        JsonElement met = from.get("met");
        return new Finding(
                from.get("case").getAsString(),
                from.get("contender").getAsString(),
                from.get("measured").getAsString(),
                from.get("value").getAsDouble(),
                from.get("unit").getAsString(),
                from.get("atLeast").getAsBoolean(),
                goal.isJsonNull() ? null : goal.getAsString(),
                met.isJsonNull() ? null : met.getAsBoolean());
    }
}
