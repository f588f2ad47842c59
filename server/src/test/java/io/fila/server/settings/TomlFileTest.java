package io.fila.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TomlFileTest {
    @Test
    void tablesKeysAndCommentsAreRead() throws Exception {
        assertThat(values("""
                # A comment
                top = 1
                [server]            # another
                listen_addr = "0.0.0.0:5555" # "with quotes"
                  data_dir='C:\\data'
                "quoted key" = true

                [ a . "b.c" ]
                d.e = false
                """))
                .containsExactlyEntriesOf(ordered(
                        "top",
                        1L,
                        "server.listen_addr",
                        "0.0.0.0:5555",
                        "server.data_dir",
                        "C:\\data",
                        "server.quoted key",
                        true,
                        "a.b.c.d.e",
                        false));
    }

    @Test
    void valuesKeepTheirTypes() throws Exception {
        assertThat(values("""
                a = 10_000
                b = -7
                c = 0
                d = 2.5
                e = 1e3
                f = "tab\\t quote\\" \\u00fc \\U0001F600"
                g = ''
                h = [ "one", 'two' ] # and no more
                i = []
                j = [ 1,
                  2 ]
                k.l = { m = 1 }
                """))
                .containsExactlyEntriesOf(ordered(
                        "a",
                        10_000L,
                        "b",
                        -7L,
                        "c",
                        0L,
                        "d",
                        2.5,
                        "e",
                        1000.0,
                        "f",
                        "tab\t quote\" ü 😀",
                        "g",
                        "",
                        "h",
                        List.of("one", "two"),
                        "i",
                        List.of(),
                        "j",
                        List.of(1L, 2L),
                        "k.l.m",
                        1L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[server                   | Expected ]",
                "[[server]]                | array of tables",
                "key                       | Expected . or =",
                "key =                     | Expected a value in column 6 but found end of input",
                "= 1                       | Expected a key",
                "key = 1 2                 | Expected a newline",
                "key = 012                 | leading zeros are not allowed",
                "key = bare                | Expected a value in column 7 but found 'b'",
                "key = [\"a\" \"b\"]         | Expected ], a comma",
                "key = [\"a\",              | Expected ] or a value",
                "key = 99999999999999999999 | integer is too large",
                "key = \"open              | Expected \" or a character",
                "key = \"\\y\"             | escape sequence",
                "key = \"\\u12\"           | escape sequence",
            })
    void mistakeIsNamedWithItsLine(String line, String sentence) {
        assertThatThrownBy(() -> values("good = 1\n" + line))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("fila.toml line 2: Expected")
                .hasMessageContaining(sentence);
    }

    @Test
    void keyOrTableThatComesTwiceIsRefused() {
        assertThatThrownBy(() -> values("a = 1\na = 2"))
                .hasMessageContaining("fila.toml line 2: Expected TOML but")
                .hasMessageContaining("previously defined at line 1");
        assertThatThrownBy(() -> values("[a]\n[b]\n[a]")).hasMessageContaining("previously defined at line 1");
    }

    @Test
    void mistakeAtWhichTheLibraryFailsIsASentenceWithItsLine() {
        assertThatThrownBy(() -> TomlFile.read("fila.toml", "a = 1\nt=[true,\"\",{1,]\n[h]\nb = 2\n", Set.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("fila.toml line 3: Expected TOML but found a mistake");
    }

    @Test
    void tableThatMayComeSeveralTimesIsReadAsOftenAsItComes() throws Exception {
        TomlFile file = TomlFile.read("fila.toml", """
                top = 1
                [[peer]]
                uri = "a"
                [[peer]]
                uri = "b"
                name = "second"
                [server]
                port = 2
                """, Set.of("peer"));

        assertThat(file.repeated("peer")).extracting(Map::keySet).containsExactly(Set.of("uri"), Set.of("uri", "name"));
        assertThat(file.settings()).containsOnlyKeys("top", "server.port");
        assertThatThrownBy(() -> TomlFile.read("fila.toml", "[peer]", Set.of("peer")))
                .hasMessageContaining("Expected [[peer]]");
    }

    private static Map<String, Object> values(String text) throws ConfigException {
        Map<String, Object> values = new LinkedHashMap<>();
        TomlFile.read("fila.toml", text, Set.of())
                .settings()
                .forEach((key, setting) -> values.put(key, setting.value()));
        return values;
    }

    private static Map<String, Object> ordered(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }
}
