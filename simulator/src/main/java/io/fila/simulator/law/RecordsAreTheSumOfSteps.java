package io.fila.simulator.law;

import io.fila.core.message.MessageId;
import io.fila.core.record.Record;
import io.fila.core.tape.NetEffect;
import io.fila.simulator.process.Observation;
import java.util.List;
import java.util.Map;

/** What the tape tells of a turn is possible, step by step, and comes to what the turn records. */
final class RecordsAreTheSumOfSteps extends Law {
    RecordsAreTheSumOfSteps() {
        super("What happens to a message in a turn, step by step, comes to what the turn records of it.");
    }

    @Override
    protected void turnEnds(Observation seen) {
        List<Record> records = seen.turn().records();
        Map<MessageId, NetEffect> told = NetEffect.ofSteps(seen.steps(), records);
        Map<MessageId, NetEffect> recorded = NetEffect.ofRecords(records);
        require(recorded.equals(told), () -> "records of " + told, () -> recorded);
    }
}
