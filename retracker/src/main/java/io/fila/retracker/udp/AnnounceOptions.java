package io.fila.retracker.udp;

import io.fila.retracker.torrent.Latin1;
import io.fila.retracker.torrent.MalformedException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** What may follow a UDP announce (BEP 41): the path and query that the address of a tracker has beside host and port. */
public final class AnnounceOptions {
    private static final int END = 0;
    private static final int NOTHING = 1;
    private static final int URL_DATA = 2;
    private static final int MOST_DATA = 255;

    private AnnounceOptions() {}

    /**
     * Reads the path and query; empty if there is none. Two clients in three send something here, be it a few zeros.
     *
     * @throws MalformedException if an option is longer than what follows
     */
    static String readUrlData(ByteBuffer from) {
        StringBuilder url = new StringBuilder();
        while (from.hasRemaining()) {
            int option = from.get();
            if (option == END) {
                break;
            }
            if (option == NOTHING) {
                continue;
            }
            int length = from.hasRemaining() ? from.get() & 0xff : 0;
            if (length > from.remaining()) {
                throw new MalformedException("Expected an option of " + length + " bytes but fewer follow.");
            }
            byte[] data = new byte[length];
            from.get(data);
            if (option == URL_DATA) {
                url.append(Latin1.text(data));
            }
        }
        return url.toString();
    }

    /** Writes a path and query, in as many pieces as necessary. */
    public static byte[] writeUrlData(String url) {
        byte[] data = Latin1.bytes(url);
        ByteArrayOutputStream options = new ByteArrayOutputStream();
        for (int start = 0; start < data.length; start += MOST_DATA) {
            int length = Math.min(MOST_DATA, data.length - start);
            options.write(URL_DATA);
            options.write(length);
            options.write(data, start, length);
        }
        if (data.length > 0) {
            options.write(END);
        }
        return options.toByteArray();
    }
}
