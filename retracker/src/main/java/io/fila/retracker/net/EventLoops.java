package io.fila.retracker.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** The threads that wait for sockets, and the kinds of socket they can wait for. */
public final class EventLoops implements AutoCloseable {
    /** More threads do not help: a request takes microseconds. */
    private static final int MOST_THREADS = 4;

    private static final int STOP_MILLIS = 1_000;

    private final boolean epoll = Epoll.isAvailable();
    private final EventLoopGroup group;

    public EventLoops() {
        int threads = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
        group = new MultiThreadIoEventLoopGroup(
                threads,
                new DefaultThreadFactory("retracker-port"),
                epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }

    public EventLoopGroup group() {
        return group;
    }

    public Class<? extends ServerSocketChannel> serverSocket() {
        return epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    public Class<? extends DatagramChannel> datagram() {
        return epoll ? EpollDatagramChannel.class : NioDatagramChannel.class;
    }

    /** Waits until a socket is bound; where it is bound to is then known. */
    public static Channel bound(ChannelFuture binding) throws IOException {
        ChannelFuture done = binding.awaitUninterruptibly();
        Throwable failure = done.cause();
        if (failure != null) {
            throw new IOException(failure.getMessage(), failure);
        }
        return done.channel();
    }

    /** The port of a socket that is bound. */
    public static int portOf(Channel channel) {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, STOP_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly(STOP_MILLIS);
    }
}
