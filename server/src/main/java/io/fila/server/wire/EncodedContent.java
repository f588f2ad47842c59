package io.fila.server.wire;

import com.google.protobuf.WireFormat;
import io.fila.core.hook.Content;
import io.fila.core.message.Body;
import io.fila.proto.v1.Message;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a script can see of a body: its headers, decoded when they are asked for, and the size of its payload. */
public final class EncodedContent implements Content {
    private static final int HEADERS = tag(Message.HEADERS_FIELD_NUMBER);
    private static final int PAYLOAD = tag(Message.PAYLOAD_FIELD_NUMBER);
    private static final int ENTRY_KEY = tag(1);
    private static final int ENTRY_VALUE = tag(2);

    private final Map<String, String> headers;
    private final int payloadSize;

    private EncodedContent(Map<String, String> headers, int payloadSize) {
        this.headers = headers;
        this.payloadSize = payloadSize;
    }

    /** Reads a body that was checked when it was taken in. */
    public static EncodedContent of(Body body) {
        Map<String, String> headers = new LinkedHashMap<>();
        int payloadSize = 0;
        FieldReader in = new FieldReader(body.bytes(), 0, body.size());
        try {
            while (in.hasNext()) {
                int tag = in.tag();
                if (tag == HEADERS) {
                    readHeader(in.nested(), headers);
                } else if (tag == PAYLOAD) {
                    payloadSize = in.lengthDelimited();
                } else {
                    in.skip(tag);
                }
            }
        } catch (MalformedException impossible) {
            throw notAsValidated(impossible);
        }
        return new EncodedContent(headers, payloadSize);
    }

    /** The value of one header of such a body, or null if it has none of that name; the others are not decoded. */
    public static @Nullable String header(Body body, String name) {
        String found = null;
        FieldReader in = new FieldReader(body.bytes(), 0, body.size());
        try {
            while (in.hasNext()) {
                int tag = in.tag();
                if (tag == HEADERS) {
                    String value = valueOf(name, in.nested());
                    found = value == null ? found : value;
                } else {
                    in.skip(tag);
                }
            }
        } catch (MalformedException impossible) {
            throw notAsValidated(impossible);
        }
        return found;
    }

    private static @Nullable String valueOf(String name, FieldReader entry) throws MalformedException {
        boolean wanted = false;
        String value = "";
        while (entry.hasNext()) {
            int tag = entry.tag();
            if (tag == ENTRY_KEY) {
                int length = entry.lengthDelimited();
                wanted = length == name.length() && entry.textBefore(length).equals(name);
                if (!wanted) {
                    return null;
                }
            } else if (tag == ENTRY_VALUE) {
                value = entry.text();
            } else {
                entry.skip(tag);
            }
        }
        return wanted ? value : null;
    }

    private static IllegalStateException notAsValidated(MalformedException cause) {
        return new IllegalStateException(
                "Expected a stored body as the server validated it but it is malformed.", cause);
    }

    private static void readHeader(FieldReader entry, Map<String, String> headers) throws MalformedException {
        String name = "";
        String value = "";
        while (entry.hasNext()) {
            int tag = entry.tag();
            if (tag == ENTRY_KEY) {
                name = entry.text();
            } else if (tag == ENTRY_VALUE) {
                value = entry.text();
            } else {
                entry.skip(tag);
            }
        }
        headers.put(name, value);
    }

    private static int tag(int field) {
        return (field << 3) | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    }

    @Override
    public Map<String, String> headers() {
        return headers;
    }

    @Override
    public int payloadSize() {
        return payloadSize;
    }
}
