package io.fila.server.config;

import io.fila.server.settings.EditDistance;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges unknown settings. One that is merely unknown causes a warning. One that asks for protection is refused, because the
 * broker must not run without protection that somebody believes it has.
 */
final class Protection {
    /** Sections that protect. */
    private static final List<String> SECTIONS = List.of("tls", "auth", "audit", "cluster");

    /** Words in a key that speak of who may do what, who may listen, or where copies are. */
    private static final Set<String> WORDS = Set.of(
            "acl",
            "apikey",
            "audit",
            "auth",
            "authentication",
            "authorization",
            "cluster",
            "durability",
            "encrypt",
            "encryption",
            "fsync",
            "mtls",
            "peers",
            "permissions",
            "raft",
            "replicas",
            "replication",
            "security",
            "ssl",
            "sync",
            "tls");

    /** Letters by which a section may differ from one that protects to be taken for it, misspelt. */
    private static final int MISSPELT = 2;

    private Protection() {}

    /** Why a key or a section that is not known can't be ignored; null if it can. */
    static @Nullable String objection(String name) {
        String section = name.contains(".") ? name.substring(0, name.indexOf('.')) : name;
        for (String word : name.split("[._]", -1)) {
            if (WORDS.contains(word)) {
                return "Expected only settings that this broker knows but found " + name
                        + ", which speaks of protection (\"" + word
                        + "\") and is not ignored; correct it, or remove it to run without.";
            }
        }
        return Keys.SECTIONS.contains(section) ? null : objectionToMisspelt(section);
    }

    private static @Nullable String objectionToMisspelt(String section) {
        return SECTIONS.stream()
                .filter(meant -> EditDistance.between(meant, section) <= MISSPELT)
                .findFirst()
                .map(meant -> "Expected a section that this broker knows but found [" + section
                        + "], which may be meant as [" + meant
                        + "] and is not ignored; correct it, or remove it to run without.")
                .orElse(null);
    }
}
