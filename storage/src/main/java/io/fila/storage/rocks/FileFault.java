package io.fila.storage.rocks;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Says what went wrong with a file. Java's own message is only a path. */
public final class FileFault {
    private FileFault() {}

    /** A phrase to follow a colon. */
    public static String explain(IOException failure) {
        return switch (failure) {
            case NoSuchFileException missing -> missing.getFile() + " does not exist";
            case AccessDeniedException denied -> "this user may not use " + denied.getFile();
            case FileAlreadyExistsException other -> other.getFile() + " is not a directory";
            case NotDirectoryException other -> other.getFile() + " is not a directory";
            case FileSystemException other when other.getReason() != null -> other.getFile() + ": " + other.getReason();
            default -> failure.getMessage() == null ? failure.toString() : failure.getMessage();
        };
    }
}
