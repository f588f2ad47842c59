package io.fila.retracker.config;

import static io.fila.retracker.torrent.Torrents.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.retracker.swarm.SwarmLimits;
import io.fila.server.settings.ConfigException;
import io.fila.server.settings.Key;
import io.fila.server.settings.ListenAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RetrackerConfigTest {
    @TempDir
    Path folder;

    @Test
    void defaultsAreTheOnesPromised() throws Exception {
        RetrackerConfig config =
                RetrackerConfig.read(Optional.empty(), Map.of()).config();

        assertThat(config.listen()).isEqualTo(new ListenAddress("", 6969));
        assertThat(config.udpListen()).isEmpty();
        assertThat(config.announceInterval()).isEqualTo(Duration.ofMinutes(30));
        assertThat(config.retryPeriod()).isEqualTo(Duration.ofMinutes(5));
        assertThat(config.believesProxies()).isFalse();
        assertThat(config.swarms())
                .isEqualTo(new SwarmLimits(Duration.ofHours(3), 1_000_000, 2_000_000, 5_000, 10_000_000));
        ForwardingConfig forwarding = config.forwarding();
        assertThat(forwarding.broker()).isEmpty();
        assertThat(forwarding.dataDirectory()).isEqualTo(Path.of("retracker-data"));
        assertThat(forwarding.concurrencyPerForwarder()).isEqualTo(4);
        assertThat(forwarding.queueSize()).isEqualTo(10_000);
        assertThat(forwarding.workers()).isEqualTo(10);
        assertThat(forwarding.maxWorkers()).isEqualTo(20);
        assertThat(forwarding.scaleThresholdPercent()).isEqualTo(60);
        assertThat(forwarding.rateLimitThresholdPercent()).isEqualTo(80);
        assertThat(forwarding.throttleThresholdPercent()).isEqualTo(60);
        assertThat(forwarding.throttleTopN()).isEqualTo(20);
        assertThat(forwarding.maxForwardersPerAnnounce()).isEqualTo(100);
        assertThat(forwarding.initialPerSecond()).isEqualTo(100);
        assertThat(forwarding.initialBurst()).isEqualTo(200);
        assertThat(forwarding.timeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(forwarding.suspension()).isEqualTo(Duration.ofMinutes(5));
        assertThat(forwarding.failThreshold()).isEqualTo(10);
        assertThat(forwarding.forwarders()).isEmpty();
    }

    @Test
    void fileThenEnvironmentOverride() throws Exception {
        RetrackerConfig config = RetrackerConfig.read(
                        Optional.of(file("age = 5\nx_real_ip = true\ntrusted_proxies = [\"10.0.0.0/8\"]\n")),
                        Map.of(
                                "FILA_RETRACKER__AGE", "7",
                                "FILA_RETRACKER__TRUSTED_PROXIES", "::1, 127.0.0.1",
                                "FILA_RETRACKER__UDP_LISTEN", "127.0.0.1:1"))
                .config();

        assertThat(config.swarms().age()).isEqualTo(Duration.ofMinutes(7));
        assertThat(config.believesProxies()).isTrue();
        assertThat(config.trustedProxies()).hasSize(2);
        assertThat(config.udpListen()).contains(new ListenAddress("127.0.0.1", 1));
    }

    @Test
    void forwardersAreNamedAfterWhereTheyAreUnlessTheyHaveAName() throws Exception {
        ForwardingConfig forwarding = read("""
                [[forwarders]]
                uri = "http://tracker.example/announce?passkey=s%20cret"
                [[forwarders]]
                uri = "https://tracker.example/announce"
                [[forwarders]]
                uri = "udp://tracker.example:80"
                name = "third"
                ip = "192.0.2.1"
                host = "other.example"
                """).forwarding();

        assertThat(forwarding.forwarders())
                .extracting(ForwarderConfig::name)
                .containsExactly("http://tracker.example:80", "https://tracker.example:443", "third");
        assertThat(forwarding.forwarders()).asString().doesNotContain("cret");
        assertThat(forwarding.forwarders().getFirst().uri().getRawQuery()).isEqualTo("passkey=s%20cret");
        assertThat(forwarding.forwarders().getLast().announcedAddress()).isEqualTo(at("192.0.2.1", 0));
        assertThat(forwarding.forwarders().getLast().host()).isEqualTo("other.example");
        assertThat(forwarding.forwarders().getFirst().host()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "age = 0                                      | Expected a whole number from 1",
                "listen = 'nowhere'                           | Expected a string such as \":6969\"",
                "udp_listen = 'nowhere'                       | Expected a string such as",
                "x_real_ip = 1                                | Expected true or false",
                "trusted_proxies = ['x']                      | Expected a list of addresses",
                "forwarder_workers = 30                       | Expected max_forwarder_workers to be at least",
                "[[forwarders]]                               | Forwarder 1: Expected uri to begin",
                "[[forwarders]]~uri = 'ftp://a/b'             | Forwarder 1: Expected uri to begin",
                "[[forwarders]]~uri = 'http://a b/s3cret'     | Forwarder 1: Expected an address for uri",
                "[[forwarders]]~uri = 'udp://a'               | Forwarder 1: Expected a port",
                "[[forwarders]]~uri = 'udp://a:65536/s3cret'  | Forwarder 1: Expected a port from 1 to 65535",
                "[[forwarders]]~uri = 'http://a:0/s3cret'     | Forwarder 1: Expected a port from 1 to 65535",
                "[[forwarders]]~uri = 'http://a/b#s3cret'     | Forwarder 1: Expected uri without a #",
                "[[forwarders]]~uri = 'http://a'~host = 'b c' | Forwarder 1: Expected host as it stands in a header",
                "[[forwarders]]~uri = 'http://a'~host = 'ü'   | Forwarder 1: Expected host as it stands in a header",
                "[[forwarders]]~uri = 'http://a'~ip = 'b'     | Forwarder 1: Expected an address in numbers",
                "[[forwarders]]~uri = 'http://a/x'~[[forwarders]]~uri = 'http://a:80/y' | Forwarder 2: Expected a name of its own",
                "[[forwarders]]~uri = 'http://a'~name = '0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789' | at most 128 bytes",
                "[forwarders]                                 | Expected [[forwarders]]",
            })
    void mistakeIsNamedWithoutSecrets(String lines, String sentence) {
        assertThatThrownBy(() -> read(lines.replace('~', '\n')))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(sentence)
                .message()
                .doesNotContain("s3cret");
    }

    @Test
    void unknownKeyIsAWarning() throws Exception {
        assertThat(RetrackerConfig.read(
                                Optional.of(file("agee = 1\n[[forwarders]]\nuri = \"http://a\"\nnaem = \"x\"")),
                                Map.of())
                        .warnings())
                .hasSize(2)
                .anyMatch(warning -> warning.contains("did you mean age?"))
                .anyMatch(warning -> warning.contains("did you mean name?"));
    }

    @Test
    void exampleFileNamesEveryKeyWithItsDefault() throws Exception {
        String example = Files.readString(Path.of("retracker.toml"));

        for (Key<?> key : RetrackerKeys.ALL) {
            assertThat(example).contains("\n#" + key.name() + " = " + key.shown() + "\n");
        }
        for (Key<?> key : RetrackerKeys.OF_A_FORWARDER) {
            assertThat(example).contains("\n#" + key.name() + " = ");
        }
        RetrackerConfig.Outcome uncommented = RetrackerConfig.read(
                Optional.of(file(example.lines()
                        .map(line -> line.matches("#[a-z_\\[].*") ? line.substring(1) : line)
                        .reduce("", (before, line) -> before + line + "\n"))),
                Map.of());
        assertThat(uncommented.warnings()).isEmpty();
        assertThat(uncommented.config().forwarding().forwarders()).hasSize(2);
    }

    private RetrackerConfig read(String lines) throws IOException, ConfigException {
        return RetrackerConfig.read(Optional.of(file(lines)), Map.of()).config();
    }

    private Path file(String lines) throws IOException {
        return Files.writeString(folder.resolve("retracker.toml"), lines);
    }
}
