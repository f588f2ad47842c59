package io.fila.server.grpc.message;

import io.fila.core.journal.Archive;
import io.fila.core.journal.DamagedException;
import io.fila.core.journal.MessagePage;
import io.fila.core.journal.PlaceKind;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import org.jspecify.annotations.Nullable;

/**
 * A search of a queue for one message, place by place in the order in which a message moves, a page at a time. One that comes
 * back to a place that has been looked at is missed, so as long as it is stored somewhere the search begins anew.
 */
public final class MessageSearch {
    /** Searches after which a message that is stored and never where one looks is taken for one that is set aside. */
    private static final int ROUNDS = 4;

    private final Archive archive;
    private final QueueId queue;
    private final MessageId wanted;
    private final int pageSize;
    private PlaceKind kind = PlaceKind.SCHEDULED;
    private String after = "";
    private int rounds;

    /** Whose messages in line are looked at: those of its own fairness key, or all if that is not known or was no help. */
    private @Nullable String fairnessKey;

    public MessageSearch(Archive archive, QueueId queue, MessageId wanted, int pageSize) {
        this.archive = archive;
        this.queue = queue;
        this.wanted = wanted;
        this.pageSize = pageSize;
    }

    public MessageId wanted() {
        return wanted;
    }

    /** Nothing is left to look at. */
    public boolean isOver() {
        return rounds == ROUNDS;
    }

    /** Looks at a page; the message if it is on it. */
    public @Nullable Message next() {
        MessagePage page = archive.browse(queue, kind, kind == PlaceKind.PENDING ? fairnessKey() : "", after, pageSize);
        after = page.next();
        if (after.isEmpty()) {
            leavePlace();
        }
        for (Message message : page.messages()) {
            if (message.id().equals(wanted)) {
                return message;
            }
        }
        return null;
    }

    private String fairnessKey() {
        if (fairnessKey == null) {
            Envelope envelope = rounds == 0 ? archive.envelope(queue, wanted) : null;
            fairnessKey = envelope == null ? "" : envelope.lineKey();
        }
        return fairnessKey;
    }

    private void leavePlace() {
        switch (kind) {
            case SCHEDULED -> kind = PlaceKind.PENDING;
            case PENDING -> kind = PlaceKind.LEASED;
            case LEASED -> {
                kind = PlaceKind.SCHEDULED;
                fairnessKey = null;
                rounds = isStored() ? rounds + 1 : ROUNDS;
            }
        }
    }

    private boolean isStored() {
        try {
            return archive.body(queue, wanted) != null;
        } catch (DamagedException stillThere) {
            return true;
        }
    }
}
