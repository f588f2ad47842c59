package io.fila.retracker.config;

import io.fila.retracker.net.NumericAddress;
import io.fila.retracker.torrent.Endpoint;
import io.fila.server.settings.ConfigException;
import io.fila.server.settings.Setting;
import io.fila.server.settings.Settings;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The forwarders of a file, parsed and validated. */
final class ForwarderTable {
    /** The name is part of the key by which the broker knows a job. */
    private static final int NAME_BYTES = 128;

    private static final int MAX_PORT = 65_535;

    /** What can stand in a header. */
    private static final Pattern HOST = Pattern.compile("[!-~]*");

    private static final Set<String> SCHEMES = Set.of("http", "https", "udp");

    private final List<ForwarderConfig> forwarders = new ArrayList<>();
    private final Set<String> names = new TreeSet<>();

    private ForwarderTable() {}

    static List<ForwarderConfig> read(List<Map<String, Setting>> tables, Collection<String> warnings)
            throws ConfigException {
        ForwarderTable table = new ForwarderTable();
        for (Map<String, Setting> each : tables) {
            table.add(each, warnings);
        }
        return table.forwarders;
    }

    private void add(Map<String, Setting> table, Collection<String> warnings) throws ConfigException {
        Settings settings = new Settings(RetrackerKeys.OF_A_FORWARDER);
        for (Setting setting : table.values()) {
            String warning = settings.take(setting);
            if (warning != null) {
                warnings.add(warning);
            }
        }
        String where = "Forwarder " + (forwarders.size() + 1);
        URI uri = uri(settings.value(RetrackerKeys.URI), where);
        String given = settings.value(RetrackerKeys.NAME);
        String name = given.isEmpty() ? ForwarderConfig.nameOf(uri) : given;
        if (name.getBytes(StandardCharsets.UTF_8).length > NAME_BYTES) {
            throw new ConfigException(
                    where + ": Expected a name of at most " + NAME_BYTES + " bytes; give it a shorter one with name.");
        }
        if (!names.add(name)) {
            throw new ConfigException(where + ": Expected a name of its own but another forwarder is called " + name
                    + " already; give it another with name.");
        }
        String ip = settings.value(RetrackerKeys.IP);
        Endpoint address = ip.isEmpty() ? null : NumericAddress.parse(ip);
        if (!ip.isEmpty() && address == null) {
            throw new ConfigException(where + ": Expected an address in numbers for ip but found \"" + ip + "\".");
        }
        String host = settings.value(RetrackerKeys.HOST);
        if (!HOST.matcher(host).matches()) {
            throw new ConfigException(
                    where + ": Expected host as it stands in a header, without spaces, but found \"" + host + "\".");
        }
        forwarders.add(new ForwarderConfig(uri, name, address, host.isEmpty() ? null : host));
    }

    /** The sentences do not repeat the address: it may hold a passkey, and they go to a log. */
    private static URI uri(String text, String where) throws ConfigException {
        URI uri;
        try {
            uri = URI.create(text);
        } catch (IllegalArgumentException notAUri) {
            throw new ConfigException(where + ": Expected an address for uri but found something else; write what is no"
                    + " letter or digit as % and two digits.");
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (uri.getHost() == null || !SCHEMES.contains(scheme)) {
            throw new ConfigException(
                    where + ": Expected uri to begin with http://, https:// or udp:// and a host but it does not.");
        }
        if (scheme.equals("udp") && uri.getPort() < 0) {
            throw new ConfigException(where + ": Expected a port in uri, because UDP has no usual one.");
        }
        if (uri.getPort() == 0 || uri.getPort() > MAX_PORT) {
            throw new ConfigException(where + ": Expected a port from 1 to " + MAX_PORT + " in uri but found another.");
        }
        if (uri.getRawFragment() != null) {
            throw new ConfigException(
                    where + ": Expected uri without a #, behind which nothing is sent; write it as %23.");
        }
        return uri;
    }
}
