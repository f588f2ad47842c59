package io.fila.cluster;

import org.apache.ratis.conf.Parameters;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.protocol.RaftPeerId;
import org.jspecify.annotations.Nullable;

/** Objects of ours that the engine is given, beside its {@link EngineProperties}. */
final class EngineParameters {
    private EngineParameters() {}

    /** @param tls null for plaintext */
    static Parameters ofCalls(@Nullable NodeTls tls) {
        Parameters parameters = new Parameters();
        if (tls != null) {
            GrpcConfigKeys.TLS.setConf(parameters, tls.forEngine());
        }
        return parameters;
    }

    /**
     * @param tls null for plaintext
     * @param self the peer that listens
     */
    static Parameters ofServer(@Nullable NodeTls tls, VotesOnDisk votes, RaftPeerId self) {
        Parameters parameters = ofCalls(tls);
        Addressee addressee = new Addressee(self);
        GrpcConfigKeys.Server.setServicesCustomizer(
                parameters, (port, services) -> port.intercept(votes).intercept(addressee));
        return parameters;
    }
}
