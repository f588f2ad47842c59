/** What can go wrong, as types: one class a kind of refusal or failure. */
@NullMarked
package io.fila.client.error;

import org.jspecify.annotations.NullMarked;
