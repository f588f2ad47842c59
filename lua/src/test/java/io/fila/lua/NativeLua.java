package io.fila.lua;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import party.iroiro.luajava.Lua;
import party.iroiro.luajava.lua54.Lua54;

/** The real Lua 5.4, run many snippets at a time. */
final class NativeLua implements AutoCloseable {
    private final Lua lua = new Lua54();

    NativeLua() {
        lua.openLibraries();
        try (InputStream harness = Objects.requireNonNull(NativeLua.class.getResourceAsStream("oracle.lua"))) {
            lua.run(new String(harness.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** What comes of each snippet, rendered; all run in the same fresh globals after the prelude. */
    List<String> outcomes(String prelude, List<String> snippets) {
        lua.getGlobal("oracle");
        lua.push(direct(prelude.getBytes(StandardCharsets.ISO_8859_1)));
        lua.push(direct(packed(snippets)));
        lua.pCall(2, 1);
        ByteBuffer results = Objects.requireNonNull(lua.toBuffer(-1)).order(ByteOrder.LITTLE_ENDIAN);
        List<String> outcomes = new ArrayList<>();
        while (results.hasRemaining()) {
            byte[] bytes = new byte[results.getInt()];
            results.get(bytes);
            outcomes.add(new String(bytes, StandardCharsets.ISO_8859_1));
        }
        lua.pop(1);
        return outcomes;
    }

    private static byte[] packed(List<String> snippets) {
        int size = 0;
        for (String snippet : snippets) {
            size += 4 + snippet.length();
        }
        ByteBuffer batch = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        for (String snippet : snippets) {
            batch.putInt(snippet.length()).put(snippet.getBytes(StandardCharsets.ISO_8859_1));
        }
        return batch.array();
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    @Override
    public void close() {
        lua.close();
    }
}
