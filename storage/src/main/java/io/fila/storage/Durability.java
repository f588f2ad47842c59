package io.fila.storage;

/** What has happened to a turn's records before its answers go out. */
public enum Durability {
    /** They are on the disk, by one sync for the whole turn: they survive a power cut. */
    GROUP,
    /** They are with the operating system: they survive the death of the process, not a power cut. */
    OS
}
