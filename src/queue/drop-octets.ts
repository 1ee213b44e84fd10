/**
 * Gives the memory of octets back at once, if it is theirs alone. Octets of messages are many and large: the collector of garbage,
 * which sees only small objects that hold them, would let them pile up. They are empty afterwards.
 */
export function dropOctets({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached && byteLength === buffer.byteLength) buffer.transfer(0)
}
