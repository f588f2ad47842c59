package io.fila.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A port that leads to another one, over a wire that can be cut, held up, or dead. */
final class TroubledWire implements AutoCloseable {
    private static final int BUFFER_BYTES = 16 << 10;

    private final ServerSocket entrance;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicLong connections = new AtomicLong();
    private final AtomicLong refusals = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean heldUp;
    private volatile boolean dead;

    private TroubledWire(int target) throws IOException {
        this.target = target;
        entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    static TroubledWire to(int port) throws IOException {
        return new TroubledWire(port);
    }

    String address() {
        return "127.0.0.1:" + entrance.getLocalPort();
    }

    /** Connections that were made through it so far. */
    long connections() {
        return connections.get();
    }

    /** Connections that were not let in. */
    long refusals() {
        return refusals.get();
    }

    /** Breaks every connection, with whatever is on the way; new ones are let in. */
    void reset() {
        for (Socket socket : sockets) {
            abort(socket);
        }
    }

    /** Lets nothing through, or everything that was held up and whatever comes. Nobody is told. */
    void holdUp(boolean hold) {
        lock.lock();
        try {
            heldUp = hold;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Breaks every connection and lets no new ones in, or lets them in again. */
    void die(boolean die) {
        dead = die;
        if (die) {
            reset();
        }
    }

    @Override
    public void close() throws IOException {
        entrance.close();
        holdUp(false);
        reset();
    }

    private void accept() {
        while (!entrance.isClosed()) {
            try {
                Socket near = entrance.accept();
                if (dead) {
                    refusals.incrementAndGet();
                    abort(near);
                    continue;
                }
                connections.incrementAndGet();
                Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(near);
                sockets.add(far);
                Thread.ofVirtual().start(() -> carry(near, far));
                Thread.ofVirtual().start(() -> carry(far, near));
            } catch (IOException closed) {
                if (!entrance.isClosed()) {
                    throw new UncheckedIOException(closed);
                }
            }
        }
    }

    private void carry(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                awaitPassage();
                out.write(buffer, 0, count);
            }
        } catch (IOException | InterruptedException broken) {
            // The other half finds out by itself.
            return;
        } finally {
            sockets.remove(from);
        }
    }

    private void awaitPassage() throws InterruptedException {
        lock.lock();
        try {
            while (heldUp) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private static void abort(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException gone) {
            // As it should be.
            return;
        }
    }
}
