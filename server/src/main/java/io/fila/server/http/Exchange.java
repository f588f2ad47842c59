package io.fila.server.http;

import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFutureListener;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultHttpContent;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.FullHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderNames;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderValues;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpMethod;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpRequest;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponseStatus;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpUtil;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpVersion;
import io.grpc.netty.shaded.io.netty.handler.codec.http.LastHttpContent;
import io.grpc.netty.shaded.io.netty.handler.codec.http.QueryStringDecoder;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One request and its answer, which is given once: whole, or piece by piece. Any thread may answer. */
final class Exchange {
    /** Bytes that may wait for a client that reads slowly before it is sent no more. */
    private static final int WAITING_BYTES = 256 * 1024;

    private static final String SCHEME = "Bearer ";

    private final Channel channel;
    private final HttpRequest head;
    private final byte[] body;
    private final QueryStringDecoder target;
    private final Runnable whenDone;
    private final AtomicBoolean answered = new AtomicBoolean();

    // The event loop of the connection.
    private Runnable onReady = () -> {};
    private Runnable onGone = () -> {};
    private boolean gone;

    /** @param whenDone told on the event loop when the answer has gone out and the connection can take another request */
    Exchange(Channel channel, HttpRequest head, byte[] body, Runnable whenDone) {
        this.channel = channel;
        this.head = head;
        this.body = body;
        this.whenDone = whenDone;
        this.target = new QueryStringDecoder(head.uri());
    }

    String method() {
        return head.method().name();
    }

    String path() {
        return target.rawPath();
    }

    byte[] body() {
        return body;
    }

    /** A parameter of the query, or null. */
    @Nullable String parameter(String name) {
        List<String> values = target.parameters().get(name);
        return values == null ? null : values.getFirst();
    }

    @Nullable String header(String name) {
        return head.headers().get(name);
    }

    /** The key that was shown, or null. */
    @Nullable String token() {
        String shown = header("authorization");
        return shown != null && shown.startsWith(SCHEME) ? shown.substring(SCHEME.length()) : null;
    }

    @Nullable InetSocketAddress from() {
        return channel.remoteAddress() instanceof InetSocketAddress address ? address : null;
    }

    /** The thread of the connection, for work that others should not do. */
    ScheduledExecutorService loop() {
        return channel.eventLoop();
    }

    boolean isAnswered() {
        return answered.get();
    }

    void answer(Answer answer) {
        if (answered.compareAndSet(false, true)) {
            channel.eventLoop().execute(() -> write(answer));
        }
    }

    private void write(Answer answer) {
        byte[] bytes = answer.body();
        boolean bodyless = head.method().equals(HttpMethod.HEAD);
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(answer.status()),
                bodyless ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(bytes));
        describe(response, answer.type());
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, bytes.length);
        answer.headers().forEach(response.headers()::set);
        finish(response);
    }

    private static void describe(HttpResponse response, String type) {
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, type)
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
                .set("x-content-type-options", "nosniff");
    }

    private void finish(Object last) {
        boolean goesOn = HttpUtil.isKeepAlive(head);
        if (last instanceof HttpResponse response) {
            HttpUtil.setKeepAlive(response, goesOn);
        }
        var _ = channel.writeAndFlush(last).addListener(written -> {
            if (goesOn && written.isSuccess()) {
                whenDone.run();
            } else {
                var _ = channel.close();
            }
        });
    }

    /**
     * Begins an answer of which nobody knows the end.
     *
     * @param ready told on the event loop when there is room again
     * @param left told there when the client is gone
     */
    Stream stream(String type, Runnable ready, Runnable left) {
        if (!answered.compareAndSet(false, true)) {
            throw new IllegalStateException("Expected to begin an answer but there is one.");
        }
        channel.eventLoop().execute(() -> {
            onReady = ready;
            onGone = left;
            if (gone) {
                left.run();
                return;
            }
            HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
            describe(response, type);
            HttpUtil.setTransferEncodingChunked(response, true);
            HttpUtil.setKeepAlive(response, HttpUtil.isKeepAlive(head));
            var _ = channel.writeAndFlush(response);
        });
        return new Stream();
    }

    /** The connection is gone. On the event loop. */
    void leave() {
        gone = true;
        onGone.run();
    }

    /** What is left of an answer that has begun. Any thread. */
    final class Stream {
        private final AtomicLong waiting = new AtomicLong();

        private Stream() {}

        /** Whether the client takes what it is sent. */
        boolean isReady() {
            return waiting.get() < WAITING_BYTES;
        }

        void write(byte[] bytes) {
            waiting.addAndGet(bytes.length);
            channel.eventLoop().execute(() -> {
                var _ = channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(bytes)))
                        .addListener((ChannelFutureListener) written -> {
                            long before = waiting.getAndAdd(-bytes.length);
                            if (before >= WAITING_BYTES && isReady()) {
                                onReady.run();
                            }
                        });
            });
        }

        void end() {
            channel.eventLoop().execute(() -> {
                onReady = () -> {};
                onGone = () -> {};
                finish(LastHttpContent.EMPTY_LAST_CONTENT);
            });
        }
    }
}
