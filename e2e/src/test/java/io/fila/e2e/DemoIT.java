package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.program.Cli;
import io.fila.e2e.program.Finished;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration, as somebody sees it who has just unpacked a release. */
class DemoIT {
    private static final Pattern DATA = Pattern.compile("Its data is in (\\S+) until the demo ends");

    @TempDir
    Path directory;

    @Test
    void quietTenantIsSeenToWaitLessThanInAFifoAndNothingIsLeftBehind() throws IOException, InterruptedException {
        String launcher = BrokerProcess.launcherIn(directory).toString();
        Cli fila = Cli.of(directory, "127.0.0.1:1").with("FILA_LAUNCHER", launcher);

        Finished demo = fila.run("demo", "--seconds", "5");

        assertThat(demo.printed())
                .containsPattern("(?m)^5 s: flood .* in a FIFO, .* in Fila; acme ")
                .containsPattern("In the end acme waited .* behind the flood in a FIFO, and \\d+ ms in Fila\\.");
        Matcher data = DATA.matcher(demo.err());
        assertThat(data.find()).as(demo.err()).isTrue();
        assertThat(Path.of(data.group(1))).doesNotExist();
    }
}
