package io.fila.cli;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Option;
import io.fila.cli.arguments.WrongUsage;
import io.fila.cli.output.Format;
import io.fila.client.ClientOptions;
import io.fila.client.Tls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options that every command has, before or after its name. */
final class GlobalOptions {
    static final Option HELP = Option.flag("--help", "Show this help; -h for short.");
    static final Option VERSION = Option.flag("--version", "Show the version.");

    private static final String DEFAULT_ADDRESS = "http://localhost:5555";
    private static final Option ADDRESS = Option.value(
            "--addr", "ADDRESS", "The broker: host:port or a URL. Default: FILA_ADDR, or " + DEFAULT_ADDRESS + ".");
    private static final Option API_KEY = Option.value("--api-key", "KEY", "The API key. Default: FILA_API_KEY.");
    private static final Option API_KEY_FILE = Option.value(
            "--api-key-file",
            "FILE",
            "Read the API key from a file. Unlike --api-key, it does not show in the process list.");
    private static final Option TLS = Option.flag("--tls", "Use TLS. Implied by https:// and by the options below.");
    private static final Option CA_CERTIFICATE =
            Option.value("--tls-ca-cert", "FILE", "Trust this certificate authority (PEM) instead of the system's.");
    private static final Option CERTIFICATE =
            Option.value("--tls-cert", "FILE", "Present this certificate (PEM) to the broker.");
    private static final Option KEY = Option.value("--tls-key", "FILE", "The key (PEM) of that certificate.");
    private static final Option OUTPUT = Option.value("--output", "text|json", "The format of results. Default: text.");

    static final List<Option> ALL =
            List.of(ADDRESS, API_KEY, API_KEY_FILE, TLS, CA_CERTIFICATE, CERTIFICATE, KEY, OUTPUT, VERSION, HELP);

    private GlobalOptions() {}

    static Format format(Arguments arguments) {
        String format = arguments.getOr(OUTPUT.name(), "text");
        return switch (format) {
            case "text" -> Format.TEXT;
            case "json" -> Format.JSON;
            default -> throw new WrongUsage("Expected --output to be text or json but found \"" + format + "\"");
        };
    }

    /** How to connect, by the options and then by the environment. */
    static ClientOptions client(Arguments arguments, Map<String, String> environment) {
        return WrongUsage.unless(() -> {
            String address = either(arguments.get(ADDRESS.name()), environment.get("FILA_ADDR"));
            ClientOptions options = ClientOptions.of(address == null ? DEFAULT_ADDRESS : address)
                    .withApiKey(apiKey(arguments, environment))
                    // A person sees at once that the broker is gone, and a script has its exit code.
                    .withoutReconnect();
            boolean files = arguments.has(CA_CERTIFICATE.name())
                    || arguments.has(CERTIFICATE.name())
                    || arguments.has(KEY.name());
            return files || arguments.has(TLS.name()) ? options.withTls(tls(arguments)) : options;
        });
    }

    private static @Nullable String apiKey(Arguments arguments, Map<String, String> environment) {
        String file = arguments.get(API_KEY_FILE.name());
        String typed = arguments.get(API_KEY.name());
        if (file == null) {
            return either(typed, environment.get("FILA_API_KEY"));
        }
        if (typed != null) {
            throw new WrongUsage("Expected --api-key or --api-key-file but found both");
        }
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException unreadable) {
            throw new WrongUsage("Expected a readable file after --api-key-file but can't read " + file);
        }
    }

    private static Tls tls(Arguments arguments) {
        return new Tls(
                file(arguments.get(CA_CERTIFICATE.name())),
                file(arguments.get(CERTIFICATE.name())),
                file(arguments.get(KEY.name())));
    }

    private static @Nullable Path file(@Nullable String name) {
        return name == null ? null : Path.of(name);
    }

    private static @Nullable String either(@Nullable String typed, @Nullable String inherited) {
        if (typed != null) {
            return typed;
        }
        return inherited == null || inherited.isEmpty() ? null : inherited;
    }
}
