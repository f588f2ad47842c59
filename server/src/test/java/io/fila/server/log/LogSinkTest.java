package io.fila.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class LogSinkTest {
    private static final String ENGINE = "org.apache.ratis.server.RaftServer";

    @AfterEach
    void usual() {
        LogSink.set(LogFormat.TEXT, LogLevel.INFO);
    }

    @Test
    void theClustersEngineIsQuietUnlessSomebodyLooksForACause() {
        LogSink.set(LogFormat.TEXT, LogLevel.INFO);
        assertThat(LogSink.admits(ENGINE, Level.ERROR)).isTrue();
        assertThat(LogSink.admits(ENGINE, Level.WARN)).isFalse();

        LogSink.set(LogFormat.TEXT, LogLevel.DEBUG);
        assertThat(LogSink.admits(ENGINE, Level.WARN)).isTrue();
        assertThat(LogSink.admits(ENGINE, Level.INFO)).isFalse();
    }
}
