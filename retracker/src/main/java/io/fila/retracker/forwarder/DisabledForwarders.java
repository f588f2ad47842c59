package io.fila.retracker.forwarder;

import java.util.Map;

/** The forwarders that refuse further announces, by name and with what they said; remembered across restarts. */
interface DisabledForwarders {
    Map<String, String> read();

    void add(String forwarder, String sentence);

    void remove(String forwarder);
}
