package io.fila.simulator.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.throttle.Rate;
import io.fila.core.throttle.TokenBucket;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Small changes in a class of the broker. */
final class MutatorTest {
    private static final String BUCKET = TokenBucket.class.getName();

    private final ClassLoader loader = MutatorTest.class.getClassLoader();

    @Test
    void everyPlaceOfAClassIsFoundAndEachMutantLoads() throws Exception {
        Mutator mutator = bucket();
        List<Mutation> all = mutator.all();

        assertThat(all).hasSizeGreaterThan(30).extracting(Mutation::kind).contains(Mutation.Kind.values());
        for (Mutation mutation : all) {
            MutantLoader mutant = new MutantLoader(loader, BUCKET, mutator.mutate(mutation));
            assertThat(Class.forName(BUCKET, true, mutant).getDeclaredMethods()).isNotEmpty();
        }
    }

    /** The bucket that is asked for a token says the opposite. */
    @Test
    void mutantBehavesDifferently() throws Exception {
        Mutator mutator = bucket();
        Mutation opposite = mutator.all().stream()
                .filter(mutation -> mutation.method().equals("holds"))
                .filter(mutation -> mutation.kind() == Mutation.Kind.OPPOSITE_ANSWER)
                .findFirst()
                .orElseThrow();
        MutantLoader mutant = new MutantLoader(loader, BUCKET, mutator.mutate(opposite));
        Class<?> rate = mutant.loadClass(Rate.class.getName());
        Class<?> type = mutant.loadClass(BUCKET);
        Object full = type.getConstructor(rate, long.class)
                .newInstance(rate.getConstructor(double.class, double.class).newInstance(1.0, 5.0), 0L);
        Method holds = type.getMethod("holds", int.class, long.class);

        assertThat(holds.invoke(full, 1, 0L)).isEqualTo(false);
        assertThat(new TokenBucket(new Rate(1, 5), 0).holds(1, 0)).isTrue();
    }

    private Mutator bucket() throws ClassNotFoundException {
        return new Mutator(BUCKET, Agent.original(BUCKET), loader);
    }
}
