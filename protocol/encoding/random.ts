/** Where random octets come from. Whoever writes messages passes it in: the same octets make the same messages. */
export type Random = (octets: number) => Uint8Array
