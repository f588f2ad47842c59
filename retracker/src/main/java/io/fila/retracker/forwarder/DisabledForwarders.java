package io.fila.retracker.forwarder;

import java.util.Map;

/** The forwarders that want to hear nothing more, by name and with what they said; it is remembered across restarts. */
interface DisabledForwarders {
    Map<String, String> read();

    void add(String forwarder, String sentence);

    void remove(String forwarder);
}
