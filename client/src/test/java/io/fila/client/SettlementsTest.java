package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Timestamp;
import io.fila.proto.v1.ConsumeCommand;
import io.fila.proto.v1.SettlementKind;
import io.fila.proto.v1.SettlementResult;
import io.fila.proto.v1.StreamRefusal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SettlementsTest {
    private final Settlements settlements = new Settlements();

    @Test
    void settlementsShareACommandWhileOthersAreUnderWay() {
        ack("a");
        assertThat(command().getAcksCount()).isEqualTo(1);
        ack("b");
        assertThat(command().getAcksCount()).isEqualTo(1);
        ack("c");
        ack("d");

        assertThat(settlements.addTo(ConsumeCommand.newBuilder(), false, 0)).isFalse();
        settlements.answered(result("a").build());

        assertThat(command().getAcksCount()).isEqualTo(2);
    }

    @Test
    void beforeTheEndEverythingLeaves() {
        for (int i = 0; i < 2_500; i++) {
            ack("m" + i);
        }
        List<Integer> counts = new ArrayList<>();

        for (ConsumeCommand.Builder command = ConsumeCommand.newBuilder();
                settlements.addTo(command, true, 0);
                command = ConsumeCommand.newBuilder()) {
            counts.add(command.getAcksCount());
        }

        assertThat(counts).containsExactly(1_000, 1_000, 500);
    }

    @Test
    void longErrorsAreSpreadOverCommands() {
        for (int i = 0; i < 1_000; i++) {
            settlements.add(new Settlement.Nack("orders", "m" + i, 7, "\u20ac".repeat(20_000), 0, ""), Long.MAX_VALUE);
        }
        int count = 0;

        for (ConsumeCommand.Builder command = ConsumeCommand.newBuilder();
                settlements.addTo(command, true, 0);
                command = ConsumeCommand.newBuilder()) {
            assertThat(command.build().getSerializedSize()).isLessThan(4 << 20);
            count += command.getNacksCount();
        }

        assertThat(count).isEqualTo(1_000);
    }

    @Test
    void anExtensionAndTheAckAfterItAreToldApart() {
        Settlement extension = new Settlement.Extend("orders", "a", 7, 0);
        settlements.add(extension, 100);
        command();
        Settlement ack = new Settlement.Ack("orders", "a", 7);
        settlements.add(ack, 100);
        command();

        assertThat(answered(result("a"))).isEqualTo(ack);
        assertThat(answered(result("a").setExpiresAt(Timestamp.getDefaultInstance())))
                .isEqualTo(extension);
        assertThat(settlements.isEmpty()).isTrue();
    }

    @Test
    void refusalByABrokerThatDoesNotSayOfWhatIsForTheFirst() {
        Settlement extension = new Settlement.Extend("orders", "a", 7, 0);
        Settlement nack = new Settlement.Nack("orders", "a", 7, "failed", 0, "");
        settlements.add(extension, 100);
        settlements.add(nack, 100);
        command();

        assertThat(answered(result("a").setRefusal(StreamRefusal.getDefaultInstance())))
                .isEqualTo(extension);
        assertThat(answered(result("a").setRefusal(StreamRefusal.getDefaultInstance())))
                .isEqualTo(nack);
        assertThat(settlements.answered(result("a").build())).isNull();
    }

    @Test
    void whatWasUnderWayOnABrokenStreamLeavesAgainFirstAndInOrder() {
        ack("a");
        command();
        ack("b");
        command();
        ack("c");

        settlements.turnBack();

        assertThat(command().getAcksList())
                .extracting(io.fila.proto.v1.Settlement::getMessageId)
                .containsExactly("a", "b", "c");
    }

    @Test
    void eachOfSeveralAboutOneDeliveryGetsItsOwnRefusal() {
        settlements.add(new Settlement.Extend("orders", "a", 7, 1_000), Long.MAX_VALUE);
        settlements.add(new Settlement.Nack("orders", "a", 7, "failed", 0, ""), Long.MAX_VALUE);
        settlements.add(new Settlement.Ack("orders", "a", 7), Long.MAX_VALUE);
        command();

        assertThat(answered(refused(SettlementKind.SETTLEMENT_KIND_NACK))).isInstanceOf(Settlement.Nack.class);
        assertThat(answered(refused(SettlementKind.SETTLEMENT_KIND_ACK))).isInstanceOf(Settlement.Ack.class);
        assertThat(answered(refused(SettlementKind.SETTLEMENT_KIND_EXTENSION))).isInstanceOf(Settlement.Extend.class);
    }

    private static SettlementResult.Builder refused(SettlementKind kind) {
        return result("a").setKind(kind).setRefusal(StreamRefusal.newBuilder().setCode(3));
    }

    @Test
    void settlementsExpireWhereverTheyAre() {
        settlements.add(new Settlement.Ack("orders", "a", 7), 50);
        command();
        settlements.add(new Settlement.Ack("orders", "b", 7), 70);
        List<String> expired = new ArrayList<>();

        assertThat(settlements.expire(60, entry -> expired.add(entry.settlement.messageId())))
                .isEqualTo(10);
        assertThat(settlements.expire(80, entry -> expired.add(entry.settlement.messageId())))
                .isEqualTo(Long.MAX_VALUE);

        assertThat(expired).containsExactly("a", "b");
        assertThat(settlements.isEmpty()).isTrue();
    }

    private void ack(String messageId) {
        settlements.add(new Settlement.Ack("orders", messageId, 7), Long.MAX_VALUE);
    }

    private ConsumeCommand command() {
        ConsumeCommand.Builder command = ConsumeCommand.newBuilder();
        assertThat(settlements.addTo(command, false, 0)).isTrue();
        return command.build();
    }

    private Settlement answered(SettlementResult.Builder result) {
        Settlements.Entry entry = settlements.answered(result.build());
        assertThat(entry).isNotNull();
        return entry.settlement;
    }

    private static SettlementResult.Builder result(String messageId) {
        return SettlementResult.newBuilder().setMessageId(messageId).setLeaseId(7);
    }
}
