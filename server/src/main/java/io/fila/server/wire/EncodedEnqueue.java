package io.fila.server.wire;

import com.google.protobuf.WireFormat;
import io.fila.core.message.Body;
import io.fila.proto.v1.EnqueueRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An EnqueueRequest of which only the fields that decide something were read. Headers and payload, whose numbers are those
 * of Message, stay encoded as they came and are the body. Fields of other numbers are dropped.
 *
 * @param headers how many header entries there are, repeated names included
 * @param headerBytes bytes of all header names and values
 */
public record EncodedEnqueue(
        String queue,
        String fairnessKey,
        long weight,
        List<String> throttleKeys,
        EncodedOptions options,
        int headers,
        int headerBytes,
        int payloadBytes,
        Body body) {
    private static final int QUEUE = text(EnqueueRequest.QUEUE_FIELD_NUMBER);
    private static final int HEADERS = text(EnqueueRequest.HEADERS_FIELD_NUMBER);
    private static final int PAYLOAD = text(EnqueueRequest.PAYLOAD_FIELD_NUMBER);
    private static final int FAIRNESS_KEY = text(EnqueueRequest.FAIRNESS_KEY_FIELD_NUMBER);
    private static final int WEIGHT = tag(EnqueueRequest.WEIGHT_FIELD_NUMBER, WireFormat.WIRETYPE_VARINT);
    private static final int THROTTLE_KEYS = text(EnqueueRequest.THROTTLE_KEYS_FIELD_NUMBER);
    private static final int DELAY = tag(EnqueueRequest.DELAY_MS_FIELD_NUMBER, WireFormat.WIRETYPE_VARINT);
    private static final int DELIVER_AT = text(EnqueueRequest.DELIVER_AT_FIELD_NUMBER);
    private static final int DEDUP_KEY = text(EnqueueRequest.DEDUP_KEY_FIELD_NUMBER);
    private static final int TTL = tag(EnqueueRequest.TTL_MS_FIELD_NUMBER, WireFormat.WIRETYPE_VARINT);
    private static final int SECONDS = tag(1, WireFormat.WIRETYPE_VARINT);
    private static final int NANOS = tag(2, WireFormat.WIRETYPE_VARINT);
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int ENTRY_KEY = text(1);
    private static final int ENTRY_VALUE = text(2);

    public static EncodedEnqueue read(byte[] request) throws MalformedException {
        return new Scan(request).run(new FieldReader(request, 0, request.length));
    }

    /** Reads a request that is part of a larger message. */
    static EncodedEnqueue read(byte[] bytes, int start, int end) throws MalformedException {
        return new Scan(bytes).run(new FieldReader(bytes, start, end));
    }

    private static int text(int field) {
        return tag(field, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    }

    private static int tag(int field, int wireType) {
        return (field << 3) | wireType;
    }

    private static final class Scan {
        private final byte[] request;
        private String queue = "";
        private String fairnessKey = "";
        private long weight;
        private List<String> throttleKeys = List.of();
        private int headers;
        private int headerBytes;
        private int payloadBytes;
        private long delayMillis;
        private boolean timed;
        private long seconds;
        private int nanos;
        private String dedupKey = "";
        private long ttlMillis;

        /** The stretch of headers and payload, as long as nothing stood between them. */
        private int bodyStart;

        private int bodyEnd;
        private boolean scattered;
        private int payloadStart = -1;

        Scan(byte[] request) {
            this.request = request;
        }

        EncodedEnqueue run(FieldReader in) throws MalformedException {
            while (in.hasNext()) {
                int start = in.position();
                int tag = in.tag();
                if (tag == PAYLOAD) {
                    payloadBytes = in.lengthDelimited();
                    scattered |= payloadStart >= 0;
                    payloadStart = start;
                    keep(start, in.position());
                } else if (tag == HEADERS) {
                    readHeader(in);
                    keep(start, in.position());
                } else if (tag == QUEUE) {
                    queue = in.text();
                } else if (tag == FAIRNESS_KEY) {
                    fairnessKey = in.text();
                } else if (tag == WEIGHT) {
                    weight = in.varint() & 0xFFFF_FFFFL;
                } else if (tag == THROTTLE_KEYS) {
                    addThrottleKey(in.text());
                } else if (!readTerm(tag, in)) {
                    in.skip(tag);
                }
            }
            Body body = new Body(scattered ? gather() : Arrays.copyOfRange(request, bodyStart, bodyEnd));
            return new EncodedEnqueue(
                    queue, fairnessKey, weight, throttleKeys, options(), headers, headerBytes, payloadBytes, body);
        }

        private boolean readTerm(int tag, FieldReader in) throws MalformedException {
            if (tag == DELAY) {
                delayMillis = in.varint();
            } else if (tag == DELIVER_AT) {
                timed = true;
                readMoment(in.nested());
            } else if (tag == DEDUP_KEY) {
                dedupKey = in.text();
            } else if (tag == TTL) {
                ttlMillis = in.varint();
            } else {
                return false;
            }
            return true;
        }

        private void readMoment(FieldReader in) throws MalformedException {
            while (in.hasNext()) {
                int tag = in.tag();
                if (tag == SECONDS) {
                    seconds = in.varint();
                } else if (tag == NANOS) {
                    nanos = (int) in.varint();
                } else {
                    in.skip(tag);
                }
            }
        }

        private EncodedOptions options() {
            long farthest = Long.MAX_VALUE / NANOS_PER_SECOND - 3;
            long whole = Math.clamp(seconds, -farthest, farthest);
            EncodedOptions options =
                    new EncodedOptions(delayMillis, timed, whole * NANOS_PER_SECOND + nanos, dedupKey, ttlMillis);
            return options.isNone() ? EncodedOptions.NONE : options;
        }

        private void readHeader(FieldReader in) throws MalformedException {
            FieldReader entry = in.nested();
            headers++;
            while (entry.hasNext()) {
                int tag = entry.tag();
                if (tag == ENTRY_KEY || tag == ENTRY_VALUE) {
                    headerBytes += entry.utf8();
                } else {
                    entry.skip(tag);
                }
            }
        }

        private void addThrottleKey(String key) {
            if (throttleKeys.isEmpty()) {
                throttleKeys = new ArrayList<>();
            }
            throttleKeys.add(key);
        }

        private void keep(int start, int end) {
            if (bodyEnd == 0) {
                bodyStart = start;
            } else if (start != bodyEnd) {
                scattered = true;
            }
            bodyEnd = end;
        }

        /** Copies the kept fields together; of a payload that came twice the last counts. */
        private byte[] gather() throws MalformedException {
            byte[] body = new byte[bodyEnd - bodyStart];
            int length = 0;
            FieldReader in = new FieldReader(request, bodyStart, bodyEnd);
            while (in.hasNext()) {
                int start = in.position();
                int tag = in.tag();
                in.skip(tag);
                if (tag == HEADERS || (tag == PAYLOAD && start == payloadStart)) {
                    System.arraycopy(request, start, body, length, in.position() - start);
                    length += in.position() - start;
                }
            }
            return Arrays.copyOf(body, length);
        }
    }
}
