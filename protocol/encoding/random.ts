/** The source of random octets. It is passed in: the same octets make the same messages. */
export type Random = (octets: number) => Uint8Array
