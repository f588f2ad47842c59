package io.fila.retracker.bencode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.retracker.bencode.Bencoded.Dictionary;
import io.fila.retracker.bencode.Bencoded.Sequence;
import io.fila.retracker.bencode.Bencoded.Text;
import io.fila.retracker.bencode.Bencoded.Whole;
import io.fila.retracker.torrent.Latin1;
import io.fila.retracker.torrent.MalformedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BencodeReaderTest {
    @Test
    void everyKindIsRead() {
        assertThat(read("i-42e")).isEqualTo(new Whole(-42));
        assertThat(read("i0e")).isEqualTo(new Whole(0));
        assertThat(read("i9223372036854775807e")).isEqualTo(new Whole(Long.MAX_VALUE));
        assertThat(read("0:")).isEqualTo(new Text(""));
        assertThat(read("3:\u0000 \u00ff")).isEqualTo(new Text("\u0000 \u00ff"));
        assertThat(read("l1:ai1ee")).isEqualTo(new Sequence(List.of(new Text("a"), new Whole(1))));
        assertThat(read("d1:ai1e1:ble1:cdee"))
                .isEqualTo(new Dictionary(new TreeMap<>(Map.of(
                        "a", new Whole(1), "b", new Sequence(List.of()), "c", new Dictionary(new TreeMap<>())))));
    }

    @Test
    void namesOutOfOrderAreForgivenBecauseTrackersSendThem() {
        assertThat(((Dictionary) read("d1:bi2e1:ai1ee")).whole("a", 0)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "i",
                "ie",
                "i-e",
                "i-0e",
                "i01e",
                "i1",
                "i+1e",
                "i 1e",
                "i9223372036854775808e",
                "i99999999999999999999e",
                "5:abcd",
                "05:abcde",
                "-1:a",
                "1a",
                "99999999999:a",
                "l",
                "li1e",
                "d",
                "di1ei2ee",
                "d1:ae",
                "d1:ai1e1:ai2ee",
                "e",
                "x",
                "i1ei2e",
                "0:\n"
            })
    void whatIsNoBencodeIsRefused(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(MalformedException.class)
                .hasMessageStartingWith("Expected");
    }

    @Test
    void depthAndNumberOfValuesAreBounded() {
        int depth = BencodeReader.MAX_DEPTH;
        assertThat(read("l".repeat(depth) + "e".repeat(depth))).isInstanceOf(Sequence.class);
        assertThatThrownBy(() -> read("l".repeat(1_000_000))).hasMessageContaining("deep");
        assertThatThrownBy(() -> read("l" + "le".repeat(BencodeReader.MAX_VALUES) + "e"))
                .hasMessageContaining("at most " + BencodeReader.MAX_VALUES);
    }

    @Test
    void whatIsWrittenIsReadBack() {
        for (long seed = 0; seed < 2_000; seed++) {
            Bencoded value = random(new Random(seed), 0);
            BencodeWriter writer = new BencodeWriter();
            write(value, writer);

            assertThat(BencodeReader.read(writer.toBytes())).as("seed " + seed).isEqualTo(value);
        }
    }

    @Test
    void garbageEndsInASentenceAndNothingElse() {
        byte[] good = Latin1.bytes("d8:completei3e8:intervali1800e5:peers12:abcdefghijkl6:peers64:\u0000\u00ff:ee");
        for (long seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = good.clone();
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                String favourites = "ilde:-0123456789";
                bytes[random.nextInt(bytes.length)] = random.nextBoolean()
                        ? (byte) favourites.charAt(random.nextInt(favourites.length()))
                        : (byte) random.nextInt();
            }
            try {
                BencodeReader.read(bytes);
            } catch (MalformedException sentence) {
                assertThat(sentence.getMessage()).as("seed " + seed).startsWith("Expected");
            }
        }
    }

    private static Bencoded random(Random random, int depth) {
        int kind = random.nextInt(depth > 4 ? 2 : 4);
        return switch (kind) {
            case 0 ->
                new Whole(random.nextBoolean() ? random.nextInt(100) : Math.max(-Long.MAX_VALUE, random.nextLong()));
            case 1 -> new Text(text(random));
            case 2 -> {
                List<Bencoded> items = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    items.add(random(random, depth + 1));
                }
                yield new Sequence(items);
            }
            default -> {
                TreeMap<String, Bencoded> entries = new TreeMap<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    entries.put(text(random) + i, random(random, depth + 1));
                }
                yield new Dictionary(entries);
            }
        };
    }

    private static String text(Random random) {
        byte[] bytes = new byte[random.nextInt(30)];
        random.nextBytes(bytes);
        return Latin1.text(bytes);
    }

    private static void write(Bencoded value, BencodeWriter to) {
        switch (value) {
            case Whole whole -> to.whole(whole.value());
            case Text text -> to.bytes(Latin1.bytes(text.bytes()));
            case Sequence sequence -> {
                to.beginSequence();
                sequence.items().forEach(item -> write(item, to));
                to.endSequence();
            }
            case Dictionary dictionary -> {
                to.beginDictionary();
                dictionary.entries().forEach((name, item) -> write(item, to.name(name)));
                to.endDictionary();
            }
        }
    }

    private static Bencoded read(String text) {
        return BencodeReader.read(Latin1.bytes(text));
    }
}
