package io.fila.retracker.forwarder;

import io.fila.client.Admin;
import io.fila.client.error.FilaException;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps disabled forwarders as keys of the broker's runtime configuration. Calls wait for the broker. */
final class ConfiguredDisablings implements DisabledForwarders {
    private static final Logger log = LoggerFactory.getLogger(ConfiguredDisablings.class);
    private static final String PREFIX = "retracker.disabled.";

    /** A key without a value does not exist. */
    private static final String WITHOUT_A_WORD = "It said nothing more.";

    private final Admin admin;

    ConfiguredDisablings(Admin admin) {
        this.admin = admin;
    }

    @Override
    public Map<String, String> read() {
        Map<String, String> disabled = new HashMap<>();
        admin.listConfig(PREFIX).forEach((key, sentence) -> disabled.put(key.substring(PREFIX.length()), sentence));
        return disabled;
    }

    @Override
    public void add(String forwarder, String sentence) {
        try {
            admin.setConfig(PREFIX + forwarder, sentence.isEmpty() ? WITHOUT_A_WORD : sentence);
        } catch (FilaException away) {
            log.warn("Forwarder {} is disabled, but that will be forgotten at a restart.", forwarder, away);
        }
    }

    @Override
    public void remove(String forwarder) {
        admin.setConfig(PREFIX + forwarder, "");
    }
}
