package io.fila.retracker.outbound;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** A tracker that is asked over UDP. */
public final class UdpForwarder implements Forwarder {
    /** Bytes of an answer that are read. */
    private static final int PACKET_BYTES = 8 * 1024;

    /** How long a worker that is told to stop may go on waiting. */
    private static final int SLICE_MILLIS = 500;

    private final String host;
    private final int port;
    private final String urlData;
    private final Duration timeout;
    private final InstantSource clock;
    private final RandomGenerator random = new SecureRandom();

    /**
     * @param uri its address; path and query, which may hold a passkey, are sent along (BEP 41)
     */
    public UdpForwarder(URI uri, Duration timeout, InstantSource clock) {
        this.host = uri.getHost();
        this.port = uri.getPort();
        this.urlData = (uri.getRawPath() == null ? "" : uri.getRawPath())
                + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
        this.timeout = timeout;
        this.clock = clock;
    }

    @Override
    public ForwarderReply ask(ForwardedAnnounce announce) throws InterruptedException {
        try {
            InetAddress address = InetAddress.getByName(host);
            try (DatagramSocket socket = new DatagramSocket()) {
                // From now on the system passes on only what comes from there, and says if nobody listens.
                socket.connect(new InetSocketAddress(address, port));
                return converse(
                        socket,
                        new UdpExchange(
                                announce, urlData, address instanceof Inet6Address, timeout, random, clock.millis()));
            }
        } catch (UnknownHostException unknown) {
            return new ForwarderReply.Failed("There is no host of its name.");
        } catch (PortUnreachableException refused) {
            return new ForwarderReply.Failed("Nobody listens there.");
        } catch (IOException broken) {
            return new ForwarderReply.Failed("It could not be sent to.");
        }
    }

    private ForwarderReply converse(DatagramSocket socket, UdpExchange exchange)
            throws IOException, InterruptedException {
        DatagramPacket incoming = new DatagramPacket(new byte[PACKET_BYTES], PACKET_BYTES);
        ForwarderReply reply = null;
        while (reply == null) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            byte[] outgoing = exchange.packet(clock.millis());
            if (outgoing != null) {
                socket.send(new DatagramPacket(outgoing, outgoing.length));
            }
            socket.setSoTimeout(Math.clamp(exchange.nextMillis() - clock.millis(), 1, SLICE_MILLIS));
            try {
                socket.receive(incoming);
                reply = exchange.hear(ByteBuffer.wrap(incoming.getData(), 0, incoming.getLength()), clock.millis());
            } catch (SocketTimeoutException silent) {
                // Time may be over, or there may be something to send again.
            }
            reply = reply == null ? exchange.expired(clock.millis()) : reply;
            incoming.setLength(PACKET_BYTES);
        }
        return reply;
    }
}
