package io.fila.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.junit.jupiter.api.Test;

/** What nodes tell each other of their parts in shards. */
final class PartTest {
    private static final RaftPeer ONE =
            RaftPeer.newBuilder().setId("1-aa").setAddress("10.0.0.1:5557").build();
    private static final RaftPeer TWO =
            RaftPeer.newBuilder().setId("2-bb").setAddress("10.0.0.2:5557").build();

    @Test
    void whatANodeTellsIsWhatTheOtherHears() throws IOException {
        Part leads = new Part(Part.State.HELD, true, 7, ONE, List.of(ONE, TWO), Set.of(ONE.getId()));
        Part none = new Part(Part.State.GIVEN_UP, false, 0, null, List.of(), Set.of());
        Part.OfNode told = new Part.OfNode(new NodeAddress("10.0.0.1", 5555), true, List.of(leads, none));

        Part.OfNode heard = Part.OfNode.decode(told.encode());

        assertThat(heard).isEqualTo(told);
        assertThat(heard.shards().getFirst().members())
                .extracting(RaftPeer::getAddress)
                .containsExactly("10.0.0.1:5557", "10.0.0.2:5557");
        assertThat(heard.shard(2)).isNull();
    }

    @Test
    void questionsAreUnderstood() {
        for (Question question : List.of(
                new Question.Parts(),
                new Question.Take(2),
                new Question.GiveUp(1),
                new Question.IsMember(RaftPeerId.valueOf("1-aa")),
                new Question.CatchUp())) {
            assertThat(Question.decode(question.encode().getContent())).isEqualTo(question);
        }
    }

    /** Who leads knows best; of others, whoever is in the latest term. */
    @Test
    void theNodeThatLeadsIsBelieved() {
        Part follows = new Part(Part.State.HELD, false, 9, TWO, List.of(ONE, TWO), Set.of());
        Part behind = new Part(Part.State.HELD, false, 8, ONE, List.of(ONE, TWO), Set.of());
        Part leads = new Part(Part.State.HELD, true, 8, ONE, List.of(ONE, TWO), Set.of());
        Part knowsNobody = new Part(Part.State.HELD, false, 9, null, List.of(ONE, TWO), Set.of());
        Part none = new Part(Part.State.NONE, false, 0, null, List.of(), Set.of());

        assertThat(best(behind, follows, none)).isEqualTo(follows);
        assertThat(best(follows, leads)).isEqualTo(leads);
        assertThat(best(knowsNobody, follows)).isEqualTo(follows);
        assertThat(Locator.best(0, List.of(node(none)))).isNull();
    }

    private static Part best(Part... parts) {
        Part best = Locator.best(0, List.of(parts).stream().map(PartTest::node).toList());
        assertThat(best).isNotNull();
        return best;
    }

    private static Part.OfNode node(Part part) {
        return new Part.OfNode(new NodeAddress("10.0.0.1", 5555), true, List.of(part));
    }
}
