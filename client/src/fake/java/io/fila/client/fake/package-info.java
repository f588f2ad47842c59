/** A broker in memory behind a real port: what the contract says, and nothing about how a broker does it. */
@NullMarked
package io.fila.client.fake;

import org.jspecify.annotations.NullMarked;
