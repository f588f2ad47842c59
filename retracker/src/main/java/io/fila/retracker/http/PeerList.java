package io.fila.retracker.http;

import io.fila.retracker.bencode.BencodeWriter;
import io.fila.retracker.torrent.Contact;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.PeerId;
import java.nio.ByteBuffer;
import java.util.List;

/** Peers in an answer: packed, or in words. */
final class PeerList {
    /** How a client wants them. */
    enum Style {
        COMPACT,
        WITH_IDS,
        WITHOUT_IDS
    }

    private PeerList() {}

    static void write(BencodeWriter writer, List<Contact> contacts, Style style) {
        if (style == Style.COMPACT) {
            writeCompact(writer, contacts);
        } else {
            writeDictionaries(writer, contacts, style);
        }
    }

    private static void writeCompact(BencodeWriter writer, List<Contact> contacts) {
        writer.put(
                "peers",
                packed(contacts.stream().filter(each -> each.endpoint().isV4()).toList()));
        List<Contact> v6 =
                contacts.stream().filter(each -> !each.endpoint().isV4()).toList();
        if (!v6.isEmpty()) {
            writer.put("peers6", packed(v6));
        }
    }

    private static byte[] packed(List<Contact> contacts) {
        ByteBuffer bytes = ByteBuffer.allocate(contacts.size() * Endpoint.V6_LENGTH);
        contacts.forEach(contact -> contact.endpoint().write(bytes));
        byte[] written = new byte[bytes.position()];
        bytes.flip().get(written);
        return written;
    }

    private static void writeDictionaries(BencodeWriter writer, List<Contact> contacts, Style style) {
        writer.name("peers").beginSequence();
        for (Contact contact : contacts) {
            writer.beginDictionary().put("ip", contact.endpoint().host());
            PeerId id = contact.id();
            if (id != null && style == Style.WITH_IDS) {
                writer.put("peer id", id.bytes());
            }
            writer.put("port", contact.endpoint().port()).endDictionary();
        }
        writer.endSequence();
    }
}
