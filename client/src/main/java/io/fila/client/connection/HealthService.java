package io.fila.client.connection;

import com.google.protobuf.Int32Value;
import com.google.protobuf.StringValue;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.protobuf.ProtoUtils;

/**
 * The one call of gRPC's standard health service that we need. Its messages have a string and a number as field 1, like these, so
 * we need no library for it.
 */
public final class HealthService {
    public static final MethodDescriptor<StringValue, Int32Value> CHECK =
            MethodDescriptor.<StringValue, Int32Value>newBuilder()
                    .setType(MethodType.UNARY)
                    .setFullMethodName("grpc.health.v1.Health/Check")
                    .setRequestMarshaller(ProtoUtils.marshaller(StringValue.getDefaultInstance()))
                    .setResponseMarshaller(ProtoUtils.marshaller(Int32Value.getDefaultInstance()))
                    .build();

    /** The broker as a whole. */
    public static final StringValue EVERYTHING = StringValue.getDefaultInstance();

    private static final int SERVING = 1;

    private HealthService() {}

    public static boolean isServing(Int32Value status) {
        return status.getValue() == SERVING;
    }
}
