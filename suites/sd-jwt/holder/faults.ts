import type { Requirement } from '../../../model/requirement.ts'
import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import {
  type ActorFault,
  type ActorVariant,
  type Mutation,
  makeActorFault,
  makeActorVariant,
  setActorSteps,
} from '../../kit/actor-changes.ts'
import type { HolderSteps } from '../actors/holder-steps.ts'
import { KBJWT, SDHOLD, SDJWT } from '../requirements.ts'
import { invalidTasks } from './tasks.ts'

export type HolderMutation = Mutation<HolderSteps>
type HolderFault = ActorFault<HolderSteps>

const fault = (
  breaks: Requirement,
  description: string,
  change: Partial<HolderSteps>,
  alsoBreaks: readonly Requirement[] = [],
): HolderFault => makeActorFault<HolderSteps>()(breaks, description, setActorSteps(change), alsoBreaks)

/** The same signature with the other of its two values for `s`: it is valid as well. */
function negateSignature(jwt: string): string {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const at = jwt.lastIndexOf('.') + 1
  const octets = Buffer.from(jwt.slice(at), 'base64url')
  const s = (order - BigInt(`0x${octets.subarray(32).toString('hex')}`)).toString(16).padStart(64, '0')
  return `${jwt.slice(0, at)}${Buffer.concat([octets.subarray(0, 32), Buffer.from(s, 'hex')]).toString('base64url')}`
}

const isInside = (pointer: string, wanted: readonly string[]): boolean =>
  wanted.some((each) => pointer.startsWith(`${each}/`))

/** The requirements that an SD-JWT can break when a holder receives it. */
export const rejectedRows: readonly string[] = [...new Set(invalidTasks.map(({ breaks }) => breaks.id))]

// biome-ignore format: a table, one row a line.
export const holderFaults: readonly HolderFault[] = [
  fault(SDHOLD.SELECTED, 'shows nothing where array elements are to be disclosed', { select: (selected, { wanted }) => wanted.some((each) => /\/\d+$/.test(each)) && wanted.length === 1 ? [] : selected }),
  fault(SDHOLD.SELECTED, 'leaves out what is around the selected claims', { select: (selected, { wanted }) => selected.filter(({ pointer }) => wanted.includes(pointer)) }, [SDJWT.REFERENCED]),
  fault(SDHOLD.SELECTED, 'knows claims by the last part of their names', { select: (selected, { wanted }) => selected.filter(({ pointer }) => pointer.split('/').length < 3 || wanted.length !== 1) }),
  fault(SDHOLD.ONLY, 'shows everything that it has', { select: (_, { all }) => all }),
  fault(SDHOLD.ONLY, 'shows all that is inside of a selected claim', { select: (selected, { all, wanted }) => all.filter((each) => selected.includes(each) || isInside(each.pointer, wanted)) }),
  fault(SDHOLD.ISSUED, 'presents the signature of the issuer in another form', { jwt: negateSignature }),
  fault(SDHOLD.ISSUED, 'adds a disclosure of its own', { add: [encodeBase64url('["a-salt-of-the-holder-01","admin",true]')] }, [SDJWT.REFERENCED]),
  ...rejectedRows.map((id) => fault(SDHOLD.REJECTS, `takes what breaks ${id}`, { ignored: [id] })),
  fault(SDHOLD.TAKES, 'refuses digests without a disclosure', { refuses: (payload) => JSON.stringify(payload).includes('"tags"') }),
  fault(SDHOLD.TAKES, 'refuses an SD-JWT without `_sd_alg`', { refuses: (payload) => payload._sd_alg === undefined }),
  fault(KBJWT.NEEDED, 'never makes a Key Binding JWT', { isBinding: false }),
  fault(KBJWT.HASH, 'hashes the SD-JWT as it was issued', { hashed: (_, issued) => issued }),
  fault(KBJWT.HASH, 'hashes by SHA-256 in any case', { hash: () => 'sha-256' }),
  fault(KBJWT.HASH, 'knows SHA-256 and SHA-512, and takes SHA-256 in place of any other', { hash: (own) => (own === 'sha-512' ? own : 'sha-256') }),
  fault(KBJWT.HASH, 'hashes the SD-JWT without the last `~`', { hashed: (presented) => presented.slice(0, -1) }),
  fault(KBJWT.TRANSACTION, 'uses one nonce for all verifiers', { binding: (payload) => ({ ...payload, nonce: 'the-nonce-of-another' }) }),
  fault(KBJWT.AUDIENCE, 'names the issuer as the audience', { binding: (payload) => ({ ...payload, aud: 'https://issuer.example' }) }),
  fault(KBJWT.FRESH, 'keeps Key Binding JWTs for a day', { binding: (payload) => ({ ...payload, iat: Number(payload.iat) - 86_400 }) }),
  fault(KBJWT.TYP, 'calls its Key Binding JWT a `JWT`', { header: { alg: 'ES256', typ: 'JWT' } }),
]

type HolderVariant = ActorVariant<HolderSteps>

const variant = (description: string, change: Partial<HolderSteps>): HolderVariant =>
  makeActorVariant<HolderSteps>('SDHOLD')(description, setActorSteps(change))

// biome-ignore format: a table, one row a line.
export const holderVariants: readonly HolderVariant[] = [
  variant('is the usual one', {}),
  variant('presents disclosures in the reverse order', { select: (selected) => selected.toReversed() }),
  variant('presents in flattened JSON', { form: 'flattened' }),
  variant('has members of its own in Key Binding JWTs', { header: { alg: 'ES256', typ: 'kb+jwt', 'x-note': 1 }, binding: (payload) => ({ ...payload, exp: Number(payload.iat) + 300, 'x-note': {} }) }),
  variant('has a clock that is a minute behind', { binding: (payload) => ({ ...payload, iat: Number(payload.iat) - 60 }) }),
  variant('lacks key binding, and says so', { lacks: ({ isBound }) => isBound }),
  variant('cannot select array elements, and says so', { lacks: ({ wanted }) => wanted.some((each) => /\/\d/.test(each)) && wanted.length < 3 }),
]
