/** The key management algorithms for each key type. */
export const algorithms: ReadonlyMap<unknown, RegExp> = new Map([
  ['RSA', /^RSA-OAEP(-(256|384|512))?$/],
  ['EC', /^ECDH-ES(\+A(128|192|256)KW)?$/],
])
