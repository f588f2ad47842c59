package io.fila.server.port;

import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.bootstrap.ServerBootstrap;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.IoHandlerFactory;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.grpc.netty.shaded.io.netty.util.concurrent.Future;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The threads that serve a port. They end with it: gRPC's own live on for a while, and a JVM that exits while a thread waits in
 * native code waits 300 ms for it.
 */
public final class EventLoops implements AutoCloseable {
    private static final int ACCEPTING = 1;

    /** Netty's own choice: twice as many as there are processors. */
    public static final int AS_MANY_AS_FIT = 0;

    private static final long QUIET_MILLIS = 0;
    private static final long CLOSE_TIMEOUT_MILLIS = 1_000;

    private final EventLoopGroup accepting;
    private final EventLoopGroup serving;

    /**
     * Threads for one port.
     *
     * @param name what the threads that serve are called
     * @param threads how many of them there are
     */
    public EventLoops(String name, int threads) {
        IoHandlerFactory io = Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        accepting = new MultiThreadIoEventLoopGroup(ACCEPTING, new DefaultThreadFactory(name + "-accept", true), io);
        serving = new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name, true), io);
    }

    /** Serves a port of gRPC's; connections go past the limit before anything else. */
    public void serve(NettyServerBuilder port, ConnectionLimit limit) {
        port.bossEventLoopGroup(accepting).workerEventLoopGroup(serving).channelFactory(() -> channel(limit));
    }

    /** Serves a port of our own in the same way. */
    public void serve(ServerBootstrap port, ConnectionLimit limit) {
        var _ = port.group(accepting, serving).channelFactory(() -> channel(limit));
    }

    private static ServerChannel channel(ConnectionLimit limit) {
        ServerChannel channel = Epoll.isAvailable() ? new EpollServerSocketChannel() : new NioServerSocketChannel();
        var _ = channel.pipeline().addLast(limit);
        return channel;
    }

    /** Waits for the threads; the connections must be closed before. */
    @Override
    public void close() {
        List<Future<?>> ends = List.of(end(accepting), end(serving));
        ends.forEach(end -> end.awaitUninterruptibly(CLOSE_TIMEOUT_MILLIS));
    }

    private static Future<?> end(EventLoopGroup group) {
        return group.shutdownGracefully(QUIET_MILLIS, CLOSE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    }
}
