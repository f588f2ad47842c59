package io.fila.server.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.fila.core.message.Body;
import io.fila.proto.v1.Message;
import org.junit.jupiter.api.Test;

final class EncodedContentTest {
    private final Body body = new Body(Message.newBuilder()
            .putHeaders("first", "1")
            .putHeaders("traceparent", "of this message")
            .putHeaders("traceparend", "2")
            .setPayload(ByteString.copyFromUtf8("traceparent"))
            .build()
            .toByteArray());

    @Test
    void oneHeaderIsFoundAmongOthers() {
        assertThat(EncodedContent.header(body, "traceparent")).isEqualTo("of this message");
        assertThat(EncodedContent.header(body, "tracestate")).isNull();
        assertThat(EncodedContent.header(new Body(new byte[0]), "traceparent")).isNull();
    }
}
