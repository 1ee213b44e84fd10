import type { FoundationProof } from '../../model/foundation/proof.ts'
import { isObject, type JsonObject, parseJsonObject } from '../../protocol/encoding/json.ts'
import type { JweRule } from './jwe-rules.ts'

/** A change of a compact JWE. */
export type JweChange = (text: string) => string

/** Changes one of the five parts of a compact JWE. */
export const changePart =
  (index: number, change: (part: string) => string): JweChange =>
  (text) =>
    text
      .split('.')
      .map((part, i) => (i === index ? change(part) : part))
      .join('.')

/** Another header, which was not there when the message was encrypted: what is wrong with it shows before decryption. */
const changeHeader = (change: (header: JsonObject) => JsonObject): JweChange =>
  changePart(0, (part) => {
    const header = parseJsonObject(Buffer.from(part, 'base64url').toString())
    return Buffer.from(JSON.stringify(change(header))).toString('base64url')
  })

const changeKey = (change: (epk: JsonObject) => JsonObject | undefined): JweChange =>
  changeHeader(({ epk, ...header }) => {
    const changed = isObject(epk) ? change(epk) : undefined
    return { ...header, ...(changed && { epk: changed }) }
  })

const setParameters = (members: JsonObject): JweChange => changeHeader((header) => ({ ...header, ...members }))

const change = (name: JweRule, description: string, how: JweChange) => ({ name, description, change: how })

const ofOtherCurve = { kty: 'OKP', crv: 'X25519', x: 'hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo' }

const otherCompression = change('JWE-HEADER', 'is compressed by another algorithm', setParameters({ zip: 'GZIP' }))
const otherCurve = change(
  'JWE-EPK',
  'has an ephemeral key on another curve',
  changeKey(() => ofOtherCurve),
)

/** Encrypted messages that break a rule. They agree on a key and have no encrypted one. */
export const jweProof: FoundationProof<JweRule, JweChange> = {
  faults: [
    change(
      'JWE-PARTS',
      'has an authentication tag of 12 octets',
      changePart(4, (tag) => tag.slice(0, 16)),
    ),
    change(
      'JWE-PARTS',
      'has an authentication tag of 4 octets',
      changePart(4, () => 'AAAAAA'),
    ),
    change(
      'JWE-PARTS',
      'has an initialization vector of 16 octets',
      changePart(2, () => 'A'.repeat(22)),
    ),
    change(
      'JWE-PARTS',
      'has an encrypted key beside the agreed one',
      changePart(1, () => 'AAAA'),
    ),
    change('JWE-HEADER', 'needs an extension', setParameters({ crit: ['x-note'], 'x-note': 1 })),
    otherCompression,
    change('JWE-HEADER', 'names a party in plain text', setParameters({ apu: 'a wallet' })),
    change('JWE-HEADER', 'names a party by a number', setParameters({ apv: 1 })),
    change('JWE-HEADER', 'has a number as its content type', setParameters({ cty: 5 })),
    change('JWE-HEADER', 'has an object as its type', setParameters({ typ: { type: 'JWT' } })),
    change(
      'JWE-EPK',
      'has no ephemeral key',
      changeKey(() => undefined),
    ),
    change(
      'JWE-EPK',
      'shows its private ephemeral key',
      changeKey((epk) => ({ ...epk, d: 'AQ' })),
    ),
    change(
      'JWE-EPK',
      'has an ephemeral key that is not on its curve',
      changeKey(({ x = '', ...epk }) => ({ ...epk, x, y: x })),
    ),
    otherCurve,
  ],
  variants: [],
}

/** Those that break no row on whole exchanges, about compression and about ephemeral keys that are new each time. */
export const jweFaultsOfExchange = jweProof.faults.filter((each) => each !== otherCompression && each !== otherCurve)
