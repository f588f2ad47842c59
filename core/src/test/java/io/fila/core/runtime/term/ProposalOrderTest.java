package io.fila.core.runtime.term;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

final class ProposalOrderTest {
    private final ProposalOrder order = new ProposalOrder(UUID::randomUUID);

    private boolean admits(ProposalOrder.Ticket ticket) {
        return order.admits(ticket.proposer(), ticket.number());
    }

    @Test
    void afterAGapNothingOfTheTermFollows() {
        ProposalOrder.Ticket first = order.next(3);
        ProposalOrder.Ticket _ = order.next(3);
        ProposalOrder.Ticket third = order.next(3);

        assertThat(admits(first)).isTrue();
        assertThat(admits(third)).isFalse();
        assertThat(admits(order.next(3))).isFalse();
    }

    @Test
    void eachTermHasAnOrderOfItsOwn() {
        assertThat(admits(order.next(3))).isTrue();
        ProposalOrder.Ticket lost = order.next(3);
        assertThat(admits(order.next(4))).isTrue();
        assertThat(admits(order.next(4))).isTrue();

        assertThat(lost.number()).isEqualTo(2);
    }

    @Test
    void whatIsNoTurnStandsForItself() {
        assertThat(order.admits(UUID.randomUUID(), 17)).isTrue();
    }
}
