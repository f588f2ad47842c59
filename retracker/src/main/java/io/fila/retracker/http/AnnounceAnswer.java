package io.fila.retracker.http;

import io.fila.retracker.bencode.BencodeWriter;
import io.fila.retracker.swarm.SwarmCounts;
import io.fila.retracker.tracker.Reply;

/** The names in an answer to an announce. */
final class AnnounceAnswer {
    private AnnounceAnswer() {}

    static BencodeWriter write(Reply.Answer answer, PeerList.Style style, String trackerId) {
        SwarmCounts counts = answer.selection().counts();
        BencodeWriter writer = new BencodeWriter()
                .beginDictionary()
                .put("complete", counts.complete())
                .put("incomplete", counts.incomplete())
                .put("interval", answer.intervalSeconds())
                .put("min interval", answer.minIntervalSeconds());
        PeerList.write(writer, answer.selection().contacts(), style);
        if (!trackerId.isEmpty()) {
            writer.put("tracker id", trackerId);
        }
        return writer.endDictionary();
    }

    /** Real clients obey the interval of a failure; {@code retry in} (BEP 31) says the same in minutes. */
    static BencodeWriter write(Reply.Failure failure) {
        return new BencodeWriter()
                .beginDictionary()
                .put("failure reason", failure.sentence())
                .put("interval", failure.intervalSeconds())
                .put("min interval", failure.intervalSeconds())
                .put("retry in", failure.retryMinutes())
                .endDictionary();
    }
}
