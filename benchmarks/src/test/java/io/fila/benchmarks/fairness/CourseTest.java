package io.fila.benchmarks.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CourseTest {
    private static final Duration WINDOW = Duration.ofNanos(10);

    private final Course course = new Course();

    @Test
    void sharesFollowWhenTheWindowFromThereOnIsAsItShouldBe() {
        serve("0101010101" + "0000" + "1111011110" + "1111011110" + "1");

        // Of the ten services from moment 13 on, eight are of tenant 1.
        assertThat(course.nanosUntilShare(1, 0.8, 0.01, 10, WINDOW)).hasValue(3);
    }

    @Test
    void theyFollowAtOnceWhenNothingHadToChange() {
        serve("0101010101" + "0101010101" + "0");

        assertThat(course.nanosUntilShare(1, 0.5, 0, 5, WINDOW)).hasValue(0);
    }

    @Test
    void aWindowThatIsNotOverSaysNothing() {
        serve("0101010101");

        assertThat(course.nanosUntilShare(1, 0.5, 0, 0, WINDOW)).isEmpty();
    }

    @Test
    void sharesThatNeverFollowAreNotFound() {
        serve("0".repeat(50));

        assertThat(course.nanosUntilShare(1, 0.8, 0.1, 10, WINDOW)).isEmpty();
    }

    /** One service a nanosecond, from 0 on. */
    private void serve(String tenants) {
        for (int i = 0; i < tenants.length(); i++) {
            course.served(tenants.charAt(i) - '0', i);
        }
    }
}
