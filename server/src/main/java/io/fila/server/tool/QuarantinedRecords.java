package io.fila.server.tool;

import io.fila.server.log.JsonText;
import io.fila.storage.Examination;
import io.fila.storage.Quarantine.Exhibit;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** The damaged records that were set aside in a data directory. */
final class QuarantinedRecords {
    /** Records that are shown or written at most; more than that are a case for the bytes of the directory itself. */
    private static final int LIMIT = 1_000_000;

    private final Path directory;

    QuarantinedRecords(Path directory) {
        this.directory = directory;
    }

    int list(PrintStream out) {
        List<Exhibit> exhibits = read();
        if (exhibits.isEmpty()) {
            out.println("The quarantine is empty.");
        }
        for (Exhibit exhibit : exhibits) {
            out.println(exhibit.setAsideAt() + " " + exhibit.family() + " "
                    + HexFormat.of().formatHex(exhibit.key()) + ", " + exhibit.value().length + " bytes: "
                    + exhibit.reason());
        }
        return 0;
    }

    /** A file that is there already is not written over. */
    int export(Path file, PrintStream out) throws IOException {
        List<Exhibit> exhibits = read();
        List<String> lines = exhibits.stream().map(QuarantinedRecords::json).toList();
        try {
            Files.write(file, lines, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException there) {
            throw new IOException("Expected to write " + file + " but it is there already; name another file.", there);
        } catch (NoSuchFileException nowhere) {
            throw new IOException(
                    "Expected to write " + file + " but there is no such directory; make it first.", nowhere);
        }
        out.println("Wrote " + lines.size() + " record" + (lines.size() == 1 ? "" : "s") + " to " + file);
        return 0;
    }

    private List<Exhibit> read() {
        try (Examination examination = Examination.of(directory)) {
            return examination.quarantine().list(LIMIT);
        }
    }

    private static String json(Exhibit exhibit) {
        return "{\"set_aside_at\":" + JsonText.quoted(exhibit.setAsideAt().toString())
                + ",\"kind\":" + JsonText.quoted(exhibit.family())
                + ",\"key_hex\":" + JsonText.quoted(HexFormat.of().formatHex(exhibit.key()))
                + ",\"value_base64\":"
                + JsonText.quoted(Base64.getEncoder().encodeToString(exhibit.value()))
                + ",\"reason\":" + JsonText.quoted(exhibit.reason()) + "}";
    }
}
