package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;
import io.fila.proto.v1.ConsumeBatch;
import io.fila.proto.v1.ConsumeCommand;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;

/** Consumers that ask for all there is and never settle any of it, each over a connection of its own. */
final class StuckConsumers implements Closing {
    /** As much credit as the wire can say. */
    private static final int ALL_THERE_IS = 0xFFFF_FFFF;

    private final List<ManagedChannel> channels = new ArrayList<>();

    /** @param reading whether they read what they are sent */
    StuckConsumers(String address, String queue, int count, boolean reading) {
        for (int i = 0; i < count; i++) {
            ManagedChannel channel = NettyChannelBuilder.forTarget(address)
                    .usePlaintext()
                    .directExecutor()
                    .build();
            channels.add(channel);
            StreamObserver<ConsumeCommand> commands =
                    FilaServiceGrpc.newStub(channel).consumeStream(new Stuck(reading));
            commands.onNext(ConsumeCommand.newBuilder()
                    .setQueue(queue)
                    .setCredit(ALL_THERE_IS)
                    .build());
        }
    }

    private record Stuck(boolean reading) implements ClientResponseObserver<ConsumeCommand, ConsumeBatch> {
        @Override
        public void beforeStart(ClientCallStreamObserver<ConsumeCommand> stream) {
            if (!reading) {
                stream.disableAutoRequestWithInitial(0);
            }
        }

        @Override
        public void onNext(ConsumeBatch batch) {}

        @Override
        public void onError(Throwable ended) {}

        @Override
        public void onCompleted() {}
    }

    @Override
    public void close() {
        channels.forEach(ManagedChannel::shutdownNow);
    }
}
