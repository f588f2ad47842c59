package io.fila.server.metrics;

/** Writes metrics down, a family after the other, in the form somebody reads. Its names and types are Prometheus'. */
public interface MetricWriter {
    /** Begins a family; its values follow. */
    MetricWriter counter(String family, String help);

    MetricWriter gauge(String family, String help);

    MetricWriter histogram(String family, String help);

    /** A value of the family; names and values of labels follow each other. */
    MetricWriter value(double value, String... labels);

    MetricWriter value(long value, String... labels);

    MetricWriter value(Histogram histogram, String... labels);
}
