package io.fila.core.command;

import io.fila.core.access.ApiKey;
import io.fila.core.access.Authority;
import io.fila.core.access.KeyLimits;
import io.fila.core.access.Permission;
import io.fila.core.config.Setting;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.consumer.DeliverySink;
import io.fila.core.explain.Explanation;
import io.fila.core.gauge.BrokerGauges;
import io.fila.core.gauge.Focus;
import io.fila.core.hook.Failure;
import io.fila.core.hook.FailureDecision;
import io.fila.core.hook.NackReason;
import io.fila.core.journal.Page;
import io.fila.core.journal.SchedulePage;
import io.fila.core.message.Body;
import io.fila.core.message.EnqueueOptions;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.queue.QueueStats;
import io.fila.core.queue.QueueStats.ThrottleStats;
import io.fila.core.queue.QueueSummary;
import io.fila.core.reply.Done;
import io.fila.core.reply.Purged;
import io.fila.core.reply.Reply;
import io.fila.core.throttle.Loan;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of the broker. The edges have already validated the arguments. */
public sealed interface Command {

    /** Creates a queue and its dead letter queue. */
    record CreateQueue(QueueName name, QueueConfig config, Reply<QueueName> reply) implements Command {}

    /** Deletes a queue and its dead letter queue with all their messages. */
    record DeleteQueue(QueueName name, Reply<Done> reply) implements Command {}

    /** Changes a queue's settings; returns the new ones. */
    record UpdateQueue(QueueName name, UnaryOperator<QueueConfig> change, Reply<QueueConfig> reply)
            implements Command {}

    /** Stop or resume deliveries of one fairness key, or of the whole queue if the key is empty. */
    record Pause(QueueName name, String fairnessKey, boolean paused, Reply<Done> reply) implements Command {}

    /** Sets the weight of a fairness key for its waiting messages. */
    record SetWeight(QueueName name, String fairnessKey, long weight, Reply<Done> reply) implements Command {}

    /**
     * Delete up to so many of the messages that wait, of one fairness key or of all if the key is empty, as far as they were
     * accepted before a moment.
     */
    record Purge(QueueName name, String fairnessKey, long acceptedBeforeNanos, int limit, Reply<Purged> reply)
            implements Command {}

    /** Move one waiting message to another queue. */
    record Move(QueueName name, MessageId id, QueueName target, Reply<Done> reply) implements Command {}

    /**
     * Delete the message that has a dedup key, if it waits: neither with a consumer nor gone. Tells which that was.
     *
     * @param found that message as it was on disk, of use if it is not in memory; null if nobody has looked
     */
    record Cancel(
            QueueName queue, String dedupKey, @Nullable Message found, Reply<Cancelled> reply) implements Command {
        public Cancel(QueueName queue, String dedupKey, Reply<Cancelled> reply) {
            this(queue, dedupKey, null, reply);
        }
    }

    /** Tell of all queues, sorted by name. */
    record ListQueues(Reply<List<QueueSummary>> reply) implements Command {}

    /** Tell how the broker stands, and of some queues in more detail. */
    record Observe(List<Focus> focus, Reply<BrokerGauges> reply) implements Command {
        public Observe {
            focus = List.copyOf(focus);
        }
    }

    /** Tell of one queue. */
    record GetStats(QueueName name, Reply<QueueStats> reply) implements Command {}

    /**
     * Tell why something waits: a message; or the next message of a key, if none is named; or the next of the queue, if the key
     * is empty.
     */
    record Explain(
            QueueName name, String fairnessKey, @Nullable MessageId id, Reply<Explanation> reply) implements Command {}

    /** Accept a message. The id is new, made by whoever sends the command. */
    record Enqueue(
            QueueName queue,
            MessageId id,
            Scheduling scheduling,
            EnqueueOptions options,
            Body body,
            Reply<Accepted> reply)
            implements Command {
        public Enqueue(QueueName queue, MessageId id, Scheduling scheduling, Body body, Reply<Accepted> reply) {
            this(queue, id, scheduling, EnqueueOptions.NONE, body, reply);
        }
    }

    /**
     * Accept a message that its queue's script did not schedule straight into the dead letter queue.
     *
     * @param asked what its producer asked for
     */
    record EnqueueDeadLetter(
            QueueName queue,
            MessageId id,
            Scheduling asked,
            String dedupKey,
            String reason,
            Body body,
            Reply<Accepted> reply)
            implements Command {}

    /**
     * Attaches a consumer: deliveries go to the sink, no more than its credit.
     *
     * @param grantsCredit whether the credit is the client's own; where it is not, the broker sees to it that messages do not
     *     wait long in the client's hands
     */
    record Attach(
            QueueName queue,
            ConsumerId consumer,
            DeliverySink sink,
            boolean grantsCredit,
            int credit,
            Reply<Done> reply)
            implements Command {}

    /** Let a consumer have more deliveries. */
    record Grant(QueueName queue, ConsumerId consumer, int credit) implements Command {}

    /** Detaches a consumer. Its messages stay leased until their deadlines. After the answer, no more deliveries come. */
    record Detach(QueueName queue, ConsumerId consumer, Reply<Done> reply) implements Command {
        public Detach(QueueName queue, ConsumerId consumer) {
            this(queue, consumer, Reply.unheard());
        }
    }

    /** Acks a message, which is deleted. A lease id of 0 means the current lease. */
    record Ack(QueueName queue, MessageId id, long leaseId, Reply<Done> reply) implements Command {
        public Ack(QueueName queue, MessageId id, Reply<Done> reply) {
            this(queue, id, 0, reply);
        }
    }

    /** Nacks a message: it is retried or dead-lettered, as the queue's policy says. */
    record Nack(QueueName queue, MessageId id, long leaseId, NackReason reason, Reply<Done> reply) implements Command {
        public Nack(QueueName queue, MessageId id, String error, Reply<Done> reply) {
            this(queue, id, 0, NackReason.of(error), reply);
        }
    }

    /** Extends a lease to this long from now; 0 means the queue's visibility timeout. Returns the new deadline. */
    record Extend(QueueName queue, MessageId id, long leaseId, long nanos, Reply<Long> reply) implements Command {}

    /** The on_failure script has decided about a nacked message. */
    record FailureDecided(
            QueueId queue, QueueName queueName, Failure failure, FailureDecision decision, Reply<Done> reply)
            implements Command {}

    /** Moves at most this many of the oldest dead letters back to their source queue; returns how many. */
    record Redrive(QueueName deadLetters, int limit, Reply<Integer> reply) implements Command {}

    /** The on_enqueue script of the source queue has decided about dead letters on their way back. */
    record RedriveDecided(QueueId deadLetters, List<Redriven> redriven, Reply<Integer> reply) implements Command {}

    /** A dead letter, and how it is to be scheduled from now on; null if its script does not take it back and it stays. */
    record Redriven(MessageId id, @Nullable Scheduling scheduling) {}

    /** Give a runtime setting a value; an empty one removes it. */
    record SetConfig(String key, String value, Reply<Done> reply) implements Command {}

    /** Tell a runtime setting. */
    record GetConfig(String key, Reply<String> reply) implements Command {}

    /** Tell all runtime settings whose names begin so, sorted. */
    record ListConfig(String prefix, Reply<List<Setting>> reply) implements Command {}

    /** What brokers that share settings, keys and throttles between shards ask. */
    sealed interface OfShards extends Command {}

    /** Tells the shard that a queue was placed on; -1 if it was on none. */
    record FindPlace(String queue, Reply<Integer> reply) implements OfShards {}

    /** Places a queue on a shard for good, unless it has been placed; tells where it is. */
    record Place(String queue, int shard, Reply<Integer> reply) implements OfShards {}

    /**
     * Makes these all the settings and keys there are in a range. The buckets that they set are another shard's: tokens come by
     * {@link Credit} alone.
     *
     * @param term of whoever says so; an earlier one than before is refused
     */
    record Adopt(
            long term,
            NameRange settingsIn,
            List<Setting> settings,
            NameRange keysIn,
            List<ApiKey> keys,
            Reply<Done> reply)
            implements OfShards {
        public Adopt {
            settings = List.copyOf(settings);
            keys = List.copyOf(keys);
        }
    }

    /** Spends up to so many tokens of a throttle key for another shard; tells how many. */
    record Lend(String throttleKey, int wanted, Reply<Loan> reply) implements OfShards {}

    /** Adds tokens that another shard has spent. */
    record Credit(String throttleKey, int tokens, Reply<Done> reply) implements OfShards {}

    /** Tells which tokens of other shards could be used now, and how many. */
    record FindWants(Reply<Map<String, Integer>> reply) implements OfShards {}

    /** Is answered when somebody waits for tokens of other shards, or somebody else asks this. */
    record AwaitWants(Reply<Done> reply) implements OfShards {}

    /** Tells how the buckets of these throttle keys stand; none of those that there are not. */
    record FindThrottles(List<String> keys, Reply<List<ThrottleStats>> reply) implements OfShards {
        public FindThrottles {
            keys = List.copyOf(keys);
        }
    }

    /** What is asked about keys, each on somebody's behalf but the last. */
    sealed interface OfKeys extends Command {}

    /** Make a key. */
    record CreateKey(Authority by, ApiKey key, Reply<ApiKey> reply) implements OfKeys {}

    /** Revokes a key. */
    record RevokeKey(Authority by, String id, Reply<Done> reply) implements OfKeys {}

    /** Tell of all keys, sorted by id. */
    record ListKeys(Authority by, Reply<List<ApiKey>> reply) implements OfKeys {}

    /** Tell of one key. */
    record GetKey(Authority by, String id, Reply<ApiKey> reply) implements OfKeys {}

    /** Replaces the permissions of a key. */
    record SetPermissions(Authority by, String id, List<Permission> permissions, Reply<Done> reply) implements OfKeys {
        public SetPermissions {
            permissions = List.copyOf(permissions);
        }
    }

    /** Sets the limits of a key. */
    record SetKeyLimits(Authority by, String id, KeyLimits limits, Reply<Done> reply) implements OfKeys {}

    /** Gives a key a new token; the current one ends after this long. */
    record RotateKey(Authority by, String id, String digest, long graceNanos, Reply<ApiKey> reply) implements OfKeys {}

    /** A key was used about then; said seldom. */
    record KeyUsed(String id, long atMillis) implements OfKeys {}

    /** Heads of a lane were read from disk. */
    record PageLoaded(QueueId queue, String fairnessKey, String lane, long ticket, Page page) implements Command {}

    /** The messages of a queue that are due next have been read from disk. */
    record ScheduleLoaded(QueueId queue, long ticket, SchedulePage page) implements Command {}

    /** The stored body of a leased message is damaged or missing: set the message aside, if it is still under this lease. */
    record SetAside(QueueId queue, MessageId id, long leaseId, String reason) implements Command {}

    /** The disk became too full for new messages, or has room again. */
    record DiskSpace(boolean low) implements Command {}
}
