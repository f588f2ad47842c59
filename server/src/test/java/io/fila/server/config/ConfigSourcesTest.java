package io.fila.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.core.BrokerSettings;
import io.fila.scripting.CircuitBreaker;
import io.fila.server.config.ConfigSources.Flags;
import io.fila.server.config.ConfigSources.Outcome;
import io.fila.server.settings.ConfigException;
import io.fila.server.settings.ListenAddress;
import io.fila.server.tls.TlsFiles;
import io.fila.storage.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigSourcesTest {
    private static final Flags NO_FLAGS = new Flags(null, null, null);

    @TempDir
    Path directory;

    @Test
    void nothingSetMeansTheDefaultsOfTheContract() throws Exception {
        Config config = read(null, Map.of());

        assertThat(config).isEqualTo(Config.defaults());
        assertThat(config.server().listenAddress()).hasToString("127.0.0.1:5555");
        assertThat(config.server().dataDirectory()).isEqualTo(Path.of("data"));
        assertThat(config.scheduler().commandChannelCapacity()).isEqualTo(10_000);
        assertThat(config.scheduler().broker()).isEqualTo(BrokerSettings.defaults());
        assertThat(config.storage().durability()).isEqualTo(Durability.GROUP);
        assertThat(config.intake().message().payloadBytes()).isEqualTo(4 * 1024 * 1024 - 128 * 1024);
    }

    @Test
    void laterSourcesOverrideEarlierOnes() throws Exception {
        Files.writeString(directory.resolve("fila.toml"), """
                [server]
                listen_addr = "127.0.0.1:1"
                data_dir = "from-file"
                [scheduler]
                quantum = 5
                sparse_allowance = 0
                [storage]
                durability = "os"
                [lua]
                circuit_breaker_counts = "all"
                """);
        Map<String, String> environment = Map.of(
                "FILA_SCHEDULER__QUANTUM", "6",
                "FILA_SERVER__LISTEN_ADDR", "127.0.0.1:2",
                "FILA_DATA_DIR", "from-environment");

        Config config = ConfigSources.read(new Flags(null, "[::1]:3", null), environment, directory)
                .config();

        assertThat(config.server().listenAddress()).isEqualTo(new ListenAddress("::1", 3));
        assertThat(config.server().dataDirectory()).isEqualTo(Path.of("from-environment"));
        assertThat(config.scheduler().broker().quantum()).isEqualTo(6);
        assertThat(config.scheduler().broker().sparseAllowance()).isZero();
        assertThat(config.storage().durability()).isEqualTo(Durability.OS);
        assertThat(config.scripts().breakerCounts()).isEqualTo(CircuitBreaker.Counts.ALL);
    }

    @Test
    void namedFileIsReadInsteadOfTheOneAtHand() throws Exception {
        Files.writeString(directory.resolve("fila.toml"), "scheduler.quantum = 5");
        Files.writeString(directory.resolve("other.toml"), "scheduler.quantum = 7");

        Config config = ConfigSources.read(new Flags("other.toml", null, null), Map.of(), directory)
                .config();

        assertThat(config.scheduler().broker().quantum()).isEqualTo(7);
    }

    @Test
    void namedFileThatIsNotThereIsAnError() {
        assertThatThrownBy(() -> ConfigSources.read(new Flags("missing.toml", null, null), Map.of(), directory))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("missing.toml");
    }

    @Test
    void unknownKeyIsAWarningThatNamesTheNearestKnownOne() throws Exception {
        Files.writeString(directory.resolve("fila.toml"), "[scheduler]\nquantm = 5");

        Outcome read = ConfigSources.read(NO_FLAGS, Map.of("FILA_SERVER__LISTEN_ADRESS", "x"), directory);

        assertThat(read.warnings())
                .containsExactly(
                        "fila.toml line 2: Unknown key scheduler.quantm is ignored; did you mean scheduler.quantum?",
                        "Environment variable FILA_SERVER__LISTEN_ADRESS: Unknown key server.listen_adress is ignored;"
                                + " did you mean server.listen_addr?");
    }

    @Test
    void variablesOfTheCommandLineClientAreLeftAlone() throws Exception {
        Outcome read = ConfigSources.read(NO_FLAGS, Map.of("FILA_ADDR", "x", "FILA_API_KEY", "y"), directory);

        assertThat(read.warnings()).isEmpty();
    }

    @Test
    void valueOfTheWrongTypeIsAnErrorThatNamesFileKeyAndWhatWasExpected() {
        assertThatThrownBy(() -> read("[scheduler]\nquantum = \"many\"", Map.of()))
                .hasMessage("fila.toml line 2: Expected a whole number from 1 to 1000000 for scheduler.quantum"
                        + " but found \"many\".");
        assertThatThrownBy(() -> read("server.listen_addr = 5555", Map.of()))
                .hasMessage("fila.toml line 1: Expected a string such as \"127.0.0.1:5555\" for server.listen_addr"
                        + " but found 5555.");
        assertThatThrownBy(() -> read("storage.durability = \"maybe\"", Map.of()))
                .hasMessage("fila.toml line 1: Expected one of \"group\", \"os\" for storage.durability"
                        + " but found \"maybe\".");
        assertThatThrownBy(() -> read("lua.default_timeout_ms = true", Map.of()))
                .hasMessageContaining("for lua.default_timeout_ms but found true.");
        assertThatThrownBy(() -> read(null, Map.of("FILA_SCHEDULER__QUANTUM", "0")))
                .hasMessage("Environment variable FILA_SCHEDULER__QUANTUM: Expected a whole number from 1 to 1000000"
                        + " for scheduler.quantum but found \"0\".");
    }

    @Test
    void sectionAuthTurnsAuthenticationOn() throws Exception {
        assertThat(read(null, Map.of()).auth().on()).isFalse();
        assertThat(read("[auth]", Map.of()).auth().on()).isTrue();
        assertThat(read("[auth]\nbootstrap_apikey = \"from-the-file\"", Map.of())
                        .auth()
                        .bootstrapKey())
                .contains("from-the-file");
        assertThat(read("auth.bootstrap_apikey = \"k\"", Map.of("FILA_BOOTSTRAP_APIKEY", "from-the-variable"))
                        .auth()
                        .bootstrapKey())
                .contains("from-the-variable");
        assertThat(read(null, Map.of("FILA_AUTH__BOOTSTRAP_APIKEY", "k")).auth().on())
                .isTrue();
    }

    @Test
    void certificatesCountOnlyWhereSomebodyChecksThem() throws Exception {
        String tls = "[tls]\ncert_file = \"a\"\nkey_file = \"b\"\n";

        assertThat(read(tls + "ca_file = \"c\"\n[auth]\ncertificates = true", Map.of())
                        .auth()
                        .certificates())
                .isTrue();
        for (String unchecked : List.of(
                "auth.certificates = true",
                tls + "[auth]\ncertificates = true",
                tls + "ca_file = \"c\"\n[auth]\ncertificates = true\nrequired = false")) {
            assertThatThrownBy(() -> read(unchecked, Map.of()))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("tls.ca_file");
        }
    }

    @Test
    void requiredIsFalseOnlyForABrokerWithoutAKey() throws Exception {
        assertThat(read("auth.required = false", Map.of()).auth().on()).isFalse();
        assertThat(read("auth.required = false", Map.of()).auth().openKnowingly())
                .isTrue();
        assertThat(read("auth.required = false", Map.of("FILA_BOOTSTRAP_APIKEY", "k"))
                        .auth()
                        .on())
                .isTrue();
    }

    @Test
    void keyIsNeverRepeated() throws Exception {
        assertThatThrownBy(() -> read("auth.bootstrap_apikey = 424242", Map.of()))
                .hasMessageContaining("Expected a string for auth.bootstrap_apikey")
                .hasMessageNotContaining("424242");
        assertThatThrownBy(() -> read("auth.bootstrap_apikey = \"two words\"", Map.of()))
                .hasMessageNotContaining("two words");
        assertThat(read(null, Map.of("FILA_BOOTSTRAP_APIKEY", "secret-of-mine")).toString())
                .doesNotContain("secret-of-mine");
    }

    @Test
    void emptyKeyIsRefusedAndAShortOneIsWarnedAbout() throws Exception {
        assertThatThrownBy(() -> read(null, Map.of("FILA_BOOTSTRAP_APIKEY", "")))
                .hasMessage(
                        "Environment variable FILA_BOOTSTRAP_APIKEY: Expected a key but it is empty; set it, or remove"
                                + " the variable.");
        assertThat(ConfigSources.read(NO_FLAGS, Map.of("FILA_BOOTSTRAP_APIKEY", "short"), directory)
                        .warnings())
                .hasSize(1);
    }

    @Test
    void sectionTlsNamesItsFilesRelativeToTheConfiguration() throws Exception {
        assertThat(read(null, Map.of()).tls()).isEmpty();
        assertThat(read("[tls]\ncert_file = \"c.pem\"\nkey_file = \"/etc/k.pem\"", Map.of())
                        .tls())
                .contains(new TlsFiles(directory.resolve("c.pem"), Path.of("/etc/k.pem"), null));
        assertThatThrownBy(() -> read("[tls]\ncert_file = \"c.pem\"", Map.of())).hasMessageContaining("tls.key_file");
        assertThatThrownBy(() -> read(null, Map.of("FILA_TLS__CA_FILE", "k"))).hasMessageContaining("tls.cert_file");
    }

    @Test
    void sectionClusterIsOffUnlessItIsEnabled() throws Exception {
        assertThat(read("[cluster]\nnode_id = 3", Map.of()).cluster()).isEmpty();
        assertThat(read("[cluster]\nenabled = true", Map.of()).cluster())
                .contains(new Config.Cluster(
                        1,
                        new ListenAddress("127.0.0.1", 5557),
                        List.of(),
                        Optional.empty(),
                        Duration.ofMillis(1000),
                        Duration.ofMillis(300),
                        3,
                        3,
                        false));
    }

    @Test
    void clusterIsReadFromTheEnvironmentToo() throws Exception {
        Config.Cluster cluster = read(
                        null,
                        Map.of(
                                "FILA_CLUSTER__ENABLED", "true",
                                "FILA_CLUSTER__NODE_ID", "2",
                                "FILA_CLUSTER__PEERS", "10.0.0.1:5557, 10.0.0.3:5557"))
                .cluster()
                .orElseThrow();

        assertThat(cluster.nodeId()).isEqualTo(2);
        assertThat(cluster.peers())
                .containsExactly(new ListenAddress("10.0.0.1", 5557), new ListenAddress("10.0.0.3", 5557));
    }

    @Test
    void clusterNeedsAddressesThatOthersCanDialAndAHeartbeatThatIsHeard() {
        String on = "[cluster]\nenabled = true\n";

        assertThatThrownBy(() -> read(on + "bind_addr = \"0.0.0.0:5557\"", Map.of()))
                .hasMessage(
                        "Expected a host and a port that others can dial for cluster.bind_addr but found 0.0.0.0:5557;"
                                + " write the address of one machine, and its port.");
        assertThatThrownBy(() -> read(on + "peers = [\"10.0.0.1:0\"]", Map.of()))
                .hasMessageContaining("cluster.peers");
        assertThatThrownBy(() -> read(on + "client_addr = \":5555\"", Map.of()))
                .hasMessageContaining("cluster.client_addr");
        assertThatThrownBy(() -> read(on + "peers = [\"127.0.0.1:5557\"]", Map.of()))
                .hasMessageContaining("which is this node's own");
        assertThatThrownBy(() -> read(on + "peers = [\"here\"]", Map.of())).hasMessageContaining("cluster.peers");
        assertThatThrownBy(() -> read(on + "node_id = 0", Map.of())).hasMessageContaining("cluster.node_id");
        assertThatThrownBy(() -> read(on + "election_timeout_ms = 500\nheartbeat_interval_ms = 500", Map.of()))
                .hasMessageContaining("cluster.heartbeat_interval_ms to be less than");
    }

    @Test
    void heartbeatThatNobodySetFitsTheElectionTimeout() throws Exception {
        Config config = read("[cluster]\nenabled = true\nelection_timeout_ms = 500", Map.of());

        assertThat(config.cluster().orElseThrow().heartbeatInterval()).isEqualTo(Duration.ofMillis(250));
    }

    @Test
    void clientsReachANodeWhereItListensOrOnTheHostThatNodesDial() throws Exception {
        String on = "[cluster]\nenabled = true\nbind_addr = \"10.0.0.7:5557\"\n";
        Config.Cluster cluster = read(on, Map.of()).cluster().orElseThrow();
        Config.Cluster told = read(on + "client_addr = \"fila.example:443\"", Map.of())
                .cluster()
                .orElseThrow();

        assertThat(cluster.clientAddress(new ListenAddress("10.1.0.7", 5555))).hasToString("10.1.0.7:5555");
        assertThat(cluster.clientAddress(new ListenAddress("", 5555))).hasToString("10.0.0.7:5555");
        assertThat(told.clientAddress(new ListenAddress("", 5555))).hasToString("fila.example:443");
    }

    @Test
    void unknownSettingThatSpeaksOfProtectionIsRefused() {
        assertThatThrownBy(() -> read("[server]\ntls_cert = \"c.pem\"", Map.of()))
                .hasMessageContaining("server.tls_cert")
                .hasMessageContaining("protection");
        assertThatThrownBy(() -> read("storage.fsync = true", Map.of())).hasMessageContaining("storage.fsync");
        assertThatThrownBy(() -> read("[atuh]\nkey = \"k\"", Map.of())).hasMessageContaining("[auth]");
        assertThatThrownBy(() -> read("[security]", Map.of())).hasMessageContaining("security");
    }

    @Test
    void unknownSectionThatDoesNotIsAWarning() throws Exception {
        Files.writeString(directory.resolve("fila.toml"), "[dashboard]\ncolour = \"red\"");

        assertThat(ConfigSources.read(NO_FLAGS, Map.of(), directory).warnings())
                .singleElement()
                .asString()
                .contains("dashboard.colour");
    }

    private Config read(@Nullable String file, Map<String, String> environment) throws ConfigException, IOException {
        Path path = directory.resolve("fila.toml");
        Files.deleteIfExists(path);
        if (file != null) {
            Files.writeString(path, file);
        }
        return ConfigSources.read(NO_FLAGS, environment, directory).config();
    }
}
