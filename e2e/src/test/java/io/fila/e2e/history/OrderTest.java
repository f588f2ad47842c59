package io.fila.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.history.Call.Answer;
import io.fila.e2e.history.Call.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OrderTest {
    private static final int HISTORIES = 300;
    private static final List<Kind> KINDS = List.of(Kind.values());

    private static Call done(Kind kind, String value, long invoked, long returned) {
        return Call.answered(kind, value, Answer.DONE, invoked, returned);
    }

    private static Call refused(Kind kind, String value, long invoked, long returned) {
        return Call.answered(kind, value, Answer.REFUSED, invoked, returned);
    }

    @Test
    void oneAfterTheOtherIsInOrder() {
        assertThat(Order.exists(List.of(
                        done(Kind.READ, "", 1, 2),
                        done(Kind.PUT, "a", 3, 4),
                        done(Kind.READ, "a", 5, 6),
                        done(Kind.PUT, "", 7, 8),
                        done(Kind.READ, "", 9, 10))))
                .isTrue();
    }

    @Test
    void whatWasReplacedIsNotReadAnyMore() {
        assertThat(Order.exists(
                        List.of(done(Kind.PUT, "a", 1, 2), done(Kind.PUT, "b", 3, 4), done(Kind.READ, "a", 5, 6))))
                .isFalse();
    }

    @Test
    void whileItIsReplacedBothMayBeRead() {
        Call first = done(Kind.PUT, "a", 1, 2);
        Call second = done(Kind.PUT, "b", 3, 10);

        assertThat(Order.exists(List.of(first, second, done(Kind.READ, "a", 4, 5), done(Kind.READ, "b", 6, 7))))
                .isTrue();
        assertThat(Order.exists(List.of(first, second, done(Kind.READ, "b", 4, 5), done(Kind.READ, "a", 6, 7))))
                .as("back to the former value")
                .isFalse();
    }

    @Test
    void whatWasNotAnsweredMayHappenLateOrNever() {
        Call unanswered = Call.unanswered(Kind.PUT, "a", 1);

        assertThat(Order.exists(List.of(unanswered, done(Kind.READ, "", 2, 3), done(Kind.READ, "", 4, 5))))
                .isTrue();
        assertThat(Order.exists(List.of(unanswered, done(Kind.READ, "", 2, 3), done(Kind.READ, "a", 4, 5))))
                .isTrue();
        assertThat(Order.exists(List.of(
                        unanswered, done(Kind.READ, "a", 2, 3), done(Kind.PUT, "b", 4, 5), done(Kind.READ, "a", 6, 7))))
                .as("it happens once")
                .isFalse();
    }

    @Test
    void nothingHappensBeforeItIsAskedFor() {
        assertThat(Order.exists(List.of(done(Kind.READ, "a", 1, 2), Call.unanswered(Kind.PUT, "a", 3))))
                .isFalse();
    }

    @Test
    void onlyOneOfTwoCreates() {
        assertThat(Order.exists(List.of(
                        done(Kind.CREATE, "a", 1, 4), refused(Kind.CREATE, "b", 2, 3), done(Kind.READ, "a", 5, 6))))
                .isTrue();
        assertThat(Order.exists(List.of(done(Kind.CREATE, "a", 1, 4), done(Kind.CREATE, "b", 2, 3))))
                .isFalse();
    }

    @Test
    void whatIsNotThereIsNeitherChangedNorDeleted() {
        assertThat(Order.exists(List.of(
                        refused(Kind.UPDATE, "a", 1, 2),
                        refused(Kind.DELETE, "", 3, 4),
                        done(Kind.CREATE, "b", 5, 6),
                        done(Kind.UPDATE, "c", 7, 8),
                        done(Kind.DELETE, "", 9, 10),
                        refused(Kind.DELETE, "", 11, 12))))
                .isTrue();
        assertThat(Order.exists(List.of(
                        done(Kind.CREATE, "b", 1, 2), done(Kind.DELETE, "", 3, 4), done(Kind.UPDATE, "c", 5, 6))))
                .isFalse();
        assertThat(Order.exists(List.of(done(Kind.CREATE, "b", 1, 2), refused(Kind.DELETE, "", 3, 4))))
                .isFalse();
    }

    /** Against the naive way for small histories: trying all orders. */
    @Test
    void findsAnOrderWheneverThereIsOne() {
        int found = 0;
        for (int seed = 0; seed < HISTORIES; seed++) {
            List<Call> history = any(new Random(seed));
            boolean exists = existsByTryingAll(history);
            found += exists ? 1 : 0;
            assertThat(Order.exists(history)).as("seed %d: %s", seed, history).isEqualTo(exists);
        }
        assertThat(found).as("histories with an order").isBetween(HISTORIES / 20, HISTORIES - HISTORIES / 20);
    }

    private static List<Call> any(Random random) {
        List<Call> history = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Kind kind = KINDS.get(random.nextInt(KINDS.size()));
            String value = random.nextBoolean() ? "a" : "b";
            long invoked = random.nextInt(12);
            boolean read = kind == Kind.READ;
            if (!read && random.nextInt(4) == 0) {
                history.add(Call.unanswered(kind, value, invoked));
            } else {
                Answer answer = read || kind == Kind.PUT || random.nextInt(3) > 0 ? Answer.DONE : Answer.REFUSED;
                history.add(Call.answered(kind, value, answer, invoked, invoked + 1 + random.nextInt(12)));
            }
        }
        return history;
    }

    private static boolean existsByTryingAll(List<Call> history) {
        return tryAll(new ArrayList<>(history), "");
    }

    private static boolean tryAll(List<Call> left, String value) {
        if (left.stream().noneMatch(Call::isAnswered)) {
            return true;
        }
        long firstAnswer = Collections.min(left.stream().map(Call::returned).toList());
        for (Call next : List.copyOf(left)) {
            String after = next.after(value);
            if (next.invoked() < firstAnswer && after != null) {
                List<Call> rest = new ArrayList<>(left);
                rest.remove(next);
                if (tryAll(rest, after)) {
                    return true;
                }
            }
        }
        return false;
    }
}
