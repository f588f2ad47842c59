package io.fila.cluster;

import org.apache.ratis.conf.Parameters;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.jspecify.annotations.Nullable;

/** Objects of ours that the engine is given, beside its {@link EngineProperties}. */
final class EngineParameters {
    private EngineParameters() {}

    /** @param tls null for plaintext */
    static Parameters of(@Nullable NodeTls tls, VotesOnDisk votes) {
        Parameters parameters = new Parameters();
        if (tls != null) {
            GrpcConfigKeys.TLS.setConf(parameters, tls.forEngine());
        }
        GrpcConfigKeys.Server.setServicesCustomizer(parameters, (port, services) -> port.intercept(votes));
        return parameters;
    }
}
