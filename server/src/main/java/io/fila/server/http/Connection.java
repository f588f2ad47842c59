package io.fila.server.http;

import io.fila.core.reply.Refusal;
import io.fila.server.enqueue.BytesUnderWay;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.ChannelFutureListener;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpContent;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpHeaderValues;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpObject;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpRequest;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponseStatus;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpUtil;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpVersion;
import io.grpc.netty.shaded.io.netty.handler.codec.http.LastHttpContent;
import io.grpc.netty.shaded.io.netty.handler.timeout.IdleStateEvent;
import io.grpc.netty.shaded.io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection: reads a request, answers it, and only then reads the next. For the event loop of the connection.
 */
final class Connection extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(Connection.class);

    private final Site site;
    private final BytesUnderWay bodies;
    private final int bodyBytes;
    private final RequestDeadline deadline;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private int held;
    private @Nullable HttpRequest head;
    private @Nullable Exchange current;

    /**
     * A connection that has sent nothing yet.
     *
     * @param bodies what is held of the bodies of all requests
     * @param bodyBytes how large one may be
     */
    Connection(Site site, BytesUnderWay bodies, int bodyBytes, RequestDeadline deadline) {
        this.site = site;
        this.bodies = bodies;
        this.bodyBytes = bodyBytes;
        this.deadline = deadline;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (message instanceof HttpObject part) {
                take(context, part);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void take(ChannelHandlerContext context, HttpObject part) {
        if (current != null || !part.decoderResult().isSuccess()) {
            // Neither a request that can't be read nor one ahead of its answer has a place in the order of answers.
            giveUp(
                    context,
                    HttpResponseStatus.BAD_REQUEST,
                    "Expected one HTTP/1.1 request at a time, with headers of at" + " most " + HttpPort.HEADER_BYTES
                            + " bytes, but found something else.");
            return;
        }
        if (part instanceof HttpRequest request) {
            begin(context, request);
        }
        if (part instanceof HttpContent content && head != null) {
            add(context, content.content());
        }
        if (part instanceof LastHttpContent && head != null) {
            dispatch(context, head);
        }
    }

    private void begin(ChannelHandlerContext context, HttpRequest request) {
        head = request;
        if (HttpUtil.getContentLength(request, 0L) > bodyBytes) {
            tooLarge(context);
        } else if (HttpUtil.is100ContinueExpected(request)) {
            var _ = context.writeAndFlush(new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
        }
    }

    private void add(ChannelHandlerContext context, ByteBuf content) {
        int bytes = content.readableBytes();
        if (bytes == 0) {
            return;
        }
        if (body.size() + bytes > bodyBytes) {
            tooLarge(context);
        } else if (!bodies.take(bytes)) {
            giveUp(
                    context,
                    HttpResponseStatus.TOO_MANY_REQUESTS,
                    "Expected at most " + bodies.limit()
                            + " bytes of requests under way but there are that many; try again in a moment.");
        } else {
            held += bytes;
            try {
                content.readBytes(body, bytes);
            } catch (IOException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    private void dispatch(ChannelHandlerContext context, HttpRequest request) {
        deadline.met();
        head = null;
        Exchange exchange = new Exchange(context.channel(), request, body.toByteArray(), this::answered);
        body.reset();
        current = exchange;
        try {
            site.handle(exchange);
        } catch (RuntimeException failure) {
            log.error("A request for {} failed.", exchange.path(), failure);
            exchange.answer(
                    Answer.of(500, Answer.JSON, Answer.error("INTERNAL", "The request failed; see the broker's log.")));
        }
    }

    private void answered() {
        current = null;
        giveBack();
    }

    private void giveBack() {
        bodies.giveBack(held);
        held = 0;
    }

    private void tooLarge(ChannelHandlerContext context) {
        giveUp(
                context,
                HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
                "Expected a body of at most " + bodyBytes + " bytes but it is larger; send less, or by gRPC.");
    }

    /** Answers what can't be gone on with, and ends the connection: what comes behind it is not a request. */
    private void giveUp(ChannelHandlerContext context, HttpResponseStatus status, String sentence) {
        head = null;
        Refusal.Code code = status.equals(HttpResponseStatus.TOO_MANY_REQUESTS)
                ? Refusal.Code.RESOURCE_EXHAUSTED
                : Refusal.Code.INVALID_ARGUMENT;
        byte[] answer = Answer.of(status.code(), Answer.JSON, Answer.error(code.name(), sentence))
                .body();
        DefaultFullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(answer));
        response.headers().set("content-type", Answer.JSON).set("connection", HttpHeaderValues.CLOSE);
        response.headers().set("content-length", answer.length);
        var _ = context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        // Only a client may keep a connection waiting that has nothing to wait for; an answer takes as long as it
        // takes.
        boolean working = current != null && !current.isAnswered();
        if (event instanceof IdleStateEvent && !working) {
            var _ = context.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        Exchange left = current;
        current = null;
        giveBack();
        if (left != null) {
            left.leave();
        }
        var _ = context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        log.debug("A connection of {} failed.", context.channel().remoteAddress(), failure);
        var _ = context.close();
    }
}
