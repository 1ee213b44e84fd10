import type { Random } from '../../protocol/encoding/random.ts'

interface Encrypting {
  readonly encryptionRandom: (random: Random) => Random
}

const repeat =
  (octet: number): Random =>
  (octets) =>
    Buffer.alloc(octets, octet)

/** An actor that has one ephemeral key for all that it encrypts. */
export const keepEphemeralKey = <S extends Encrypting>(steps: S): S => ({ ...steps, encryptionRandom: () => repeat(1) })

/** An actor that has each ephemeral key for two messages. */
export function repeatEphemeralKeys<S extends Encrypting>(steps: S): S {
  let count = 2
  return { ...steps, encryptionRandom: () => repeat(Math.floor(count++ / 2)) }
}
