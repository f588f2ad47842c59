package io.fila.retracker.http;

import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Latin1;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: requests one after the other, also if they are not waited with until the one before is answered. Its event
 * loop alone calls it.
 */
final class HttpConnection extends SimpleChannelInboundHandler<HttpObject> {
    /** For a whole request to arrive, and for its answer, so that slow senders do not hold connections. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Pipelined requests. A client that sends more is disconnected. */
    static final int MOST_WAITING = 100;

    private static final Logger log = LoggerFactory.getLogger(HttpConnection.class);
    private static final int BAD_REQUEST = 400;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int INTERNAL_ERROR = 500;

    private static final List<HttpMethod> METHODS = List.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.POST);
    private static final List<String> PROXY_HEADERS = List.of("X-Real-IP", "X-Forwarded-For", "Forwarded", "Via");

    private final Pages pages;
    private final ClientAddress clients;
    private final InstantSource clock;
    private @Nullable ScheduledFuture<?> deadline;
    private final Deque<HttpRequest> waiting = new ArrayDeque<>();
    private boolean busy;

    HttpConnection(Pages pages, ClientAddress clients, InstantSource clock) {
        this.pages = pages;
        this.clients = clients;
        this.clock = clock;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        waitFor(context);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        stopWaiting();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
        if (!(part instanceof HttpRequest request)) {
            // Content of a request that should have none; the decoder cuts it into pieces, and each is dropped.
            return;
        }
        if (waiting.size() >= MOST_WAITING || (!busy && !context.channel().isWritable())) {
            // A client that asks on without reading its answers would make us keep them all.
            var _ = context.close();
        } else if (busy) {
            waiting.add(request);
            // What is on its way already is kept; the rest stays where it is until this is done.
            context.channel().config().setAutoRead(false);
        } else {
            begin(context, request);
        }
    }

    /** Answers come in the order of the requests: the next request starts when the one before is answered. */
    private void beginNext(ChannelHandlerContext context) {
        if (!busy && context.channel().isWritable()) {
            HttpRequest next = waiting.poll();
            if (next != null) {
                begin(context, next);
            } else if (!context.channel().config().isAutoRead()) {
                context.channel().config().setAutoRead(true);
            }
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        beginNext(context);
    }

    private void begin(ChannelHandlerContext context, HttpRequest request) {
        busy = true;
        waitFor(context);
        if (request.decoderResult().isFailure()) {
            send(context, Body.error(BAD_REQUEST, "Expected an HTTP request of at most 8 kB."), false, false);
        } else if (!METHODS.contains(request.method())) {
            send(context, Body.error(METHOD_NOT_ALLOWED, "Expected GET, HEAD or POST."), false, false);
        } else {
            answer(context, request);
        }
    }

    private void answer(ChannelHandlerContext context, HttpRequest request) {
        boolean headOnly = request.method().equals(HttpMethod.HEAD);
        // A request with content is answered, and the bytes after it are not read as another request.
        boolean keepAlive = HttpUtil.isKeepAlive(request) && !HttpUtil.isContentLengthSet(request);
        var _ = pages.visit(visit(context, request), clock.millis()).whenComplete((body, failure) -> {
            if (failure != null) {
                log.error("A page failed.", failure);
            }
            Body shown = failure == null ? body : Body.error(INTERNAL_ERROR, "The retracker failed.");
            if (context.executor().inEventLoop()) {
                send(context, shown, headOnly, keepAlive);
            } else {
                context.executor().execute(() -> send(context, shown, headOnly, keepAlive));
            }
        });
    }

    private Visit visit(ChannelHandlerContext context, HttpRequest request) {
        String uri = request.uri();
        int question = uri.indexOf('?');
        Endpoint sender = sender(context.channel());
        Endpoint client = clients.of(
                sender,
                request.headers().get("X-Real-IP"),
                forwardedFor(request.headers().getAll("X-Forwarded-For")));
        return new Visit(
                request.method().equals(HttpMethod.POST) ? Visit.Method.POST : Visit.Method.GET,
                question < 0 ? uri : uri.substring(0, question),
                question < 0 ? "" : uri.substring(question + 1),
                client,
                clients.isTrusted(sender),
                PROXY_HEADERS.stream().anyMatch(request.headers()::contains));
    }

    /** The address at the other end, with port 0. */
    static Endpoint sender(Channel channel) {
        return Endpoint.of(((InetSocketAddress) channel.remoteAddress()).getAddress(), 0);
    }

    /** Some proxies add to the line there is, others add a line: together they are one list. */
    private static @Nullable String forwardedFor(List<String> lines) {
        return lines.isEmpty() ? null : String.join(",", lines);
    }

    private void send(ChannelHandlerContext context, Body body, boolean headOnly, boolean keepAlive) {
        byte[] bytes = headOnly ? Latin1.bytes("") : body.bytes();
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(body.status()), Unpooled.wrappedBuffer(bytes));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, body.contentType())
                .setInt(HttpHeaderNames.CONTENT_LENGTH, body.bytes().length)
                .set(HttpHeaderNames.CONNECTION, keepAlive ? HttpHeaderValues.KEEP_ALIVE : HttpHeaderValues.CLOSE);
        busy = false;
        waitFor(context);
        var _ = context.writeAndFlush(response)
                .addListener(keepAlive ? ChannelFutureListener.CLOSE_ON_FAILURE : ChannelFutureListener.CLOSE);
        if (keepAlive) {
            beginNext(context);
        } else {
            waiting.clear();
        }
    }

    private void waitFor(ChannelHandlerContext context) {
        stopWaiting();
        Runnable hangUp = () -> {
            var _ = context.close();
        };
        deadline = context.executor().schedule(hangUp, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void stopWaiting() {
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        log.debug("A connection failed.", cause);
        var _ = context.close();
    }
}
