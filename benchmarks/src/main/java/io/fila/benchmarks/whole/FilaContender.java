package io.fila.benchmarks.whole;

import io.fila.benchmarks.contender.Contender;
import io.fila.benchmarks.contender.FilaProcess;
import io.fila.benchmarks.contender.Memory;
import io.fila.benchmarks.contender.Resident;
import io.fila.client.FilaClient;
import java.io.IOException;

/** A broker of ours in a process of its own, whichever way messages go in and out. */
public abstract sealed class FilaContender implements Contender permits FilaFrames, FilaJavaClient, FilaUnary {
    private final FilaProcess process;
    private final String durability;
    private final FilaClient client;

    FilaContender(FilaProcess process, String durability, FilaClient client) {
        this.process = process;
        this.durability = durability;
        this.client = client;
    }

    public final FilaClient client() {
        return client;
    }

    @Override
    public final String durability() {
        return durability;
    }

    @Override
    public String settings() {
        return "";
    }

    @Override
    public final Resident resident() {
        return process.resident();
    }

    /** What is on the heap of the broker after a collection, in bytes. */
    final long heapBytes() throws IOException {
        return Memory.of(process.pid()).heapBytes();
    }

    @Override
    public final double brokerCpuSeconds() {
        return process.cpuSeconds();
    }

    @Override
    public final void createQueue(String queue) {
        client.admin().createQueue(queue);
    }

    @Override
    public final void deleteQueue(String queue) {
        client.admin().deleteQueue(queue);
    }

    @Override
    public void close() {
        client.close();
        process.close();
    }
}
