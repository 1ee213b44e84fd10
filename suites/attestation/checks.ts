import {
  type Check,
  type Context,
  cannotTell,
  check,
  finding,
  type Inspection,
  notHere,
  readable,
  same,
  show,
} from '../../src/model/check.ts'
import type { Requirement } from '../../src/model/requirement.ts'
import type { Attestation } from '../../src/protocol/attestation.ts'
import { looksLikeDer } from '../../src/protocol/es256.ts'
import { isObject, type JsonObject } from '../../src/protocol/json.ts'
import { faultOfPoint, isP256, secretsIn, thumbprint } from '../../src/protocol/jwk.ts'
import { isSignedBy } from '../../src/protocol/jws.ts'
import type { Certificate } from '../../src/protocol/x509.ts'
import { type ChainFault, endsAt, faultsOfChain, leafKey, validityFaults } from '../../src/protocol/x509-chain.ts'
import { SKEW } from '../credential/decisions.ts'
import { shaped } from '../shaped.ts'
import * as signatures from '../signatures.ts'
import { isTime, timestamp } from '../times.ts'
import { androidChecks } from './android-checks.ts'
import { ANCHORS, EXPIRY, KEYS, MAX_AGE, TYP } from './decisions.ts'
import { ATT } from './requirements.ts'

const typ = check(ATT.TYP, 'attestation', function* ({ jws }, { decide }) {
  const decided = decide(TYP)
  const known = ['keyattestation+jwt', 'key-attestation+jwt']
  const { typ: actual } = jws.header
  if (decided === 'either' ? known.some((each) => each === actual) : actual === decided) return undefined
  const other = known.find((each) => each === actual)
  const diagnosis = other && `this is the name under attestation.typ = ${other}`
  yield finding('/header/typ', decided === 'either' ? known.join(' or ') : show(decided), show(actual), diagnosis)
  return undefined
})

/** A check on the chain of the device, where it can be read. */
const onChain = (
  requirement: Requirement,
  inspect: (chain: readonly Certificate[], attestation: Attestation, context: Context) => Inspection,
): Check =>
  check(requirement, 'attestation', function* (attestation, context) {
    const { chain, chainProblem } = attestation
    if (!chain) return cannotTell(`the chain cannot be read: ${chainProblem?.message}`)
    return yield* inspect(chain, attestation, context)
  })

function* asFindings(faults: readonly ChainFault[]): Inspection {
  for (const { index, message } of faults) yield finding(`/header/x5c/${index}`, 'a link of the chain', message)
  return undefined
}

const authority = new Set(['ca', 'key-usage', 'path-length'])

const chainHolds = onChain(ATT.CHAIN, (chain) =>
  asFindings(faultsOfChain(chain).filter(({ fault }) => !authority.has(fault))),
)

const authorities = onChain(ATT.CA, (chain) =>
  asFindings(faultsOfChain(chain).filter(({ fault }) => authority.has(fault))),
)

const valid = onChain(ATT.VALID, function* (chain, _, { now }) {
  if (now === undefined) return cannotTell('the time is not known: give --now')
  return yield* asFindings(validityFaults(chain, new Date(now * 1000)))
})

const anchored = onChain(ATT.ANCHOR, function* (chain, _, { anchors, decide }) {
  decide(ANCHORS)
  if (anchors === undefined) return notHere('no trusted certificate was given')
  if (!endsAt(chain, anchors)) yield finding('/header/x5c', 'a chain that ends at a trusted certificate', 'another')
  return undefined
})

const der = check(ATT.DER, 'attestation', function* ({ jws, chainProblem }) {
  const { x5c } = jws.header
  const listed = Array.isArray(x5c) && x5c.length > 0 && x5c.every((element) => typeof element === 'string')
  if (!listed) return cannotTell('`x5c` is no list of texts')
  if (chainProblem) yield finding('/header/x5c', 'padded base64 of one DER certificate each', chainProblem.message)
  return undefined
})

/** By whom an attestation is signed that its first certificate does not vouch for. */
function* otherSigners({ jws, chain }: Attestation): Generator<string> {
  for (const [i, certificate] of (chain ?? []).entries()) {
    const key = leafKey(certificate)
    if (i > 0 && 'key' in key && isSignedBy(jws, key.key)) yield `the key of certificate ${i}`
  }
  const { attested_keys: attested } = jws.payload
  for (const [i, jwk] of (Array.isArray(attested) ? attested : []).entries()) {
    if (isObject(jwk) && isP256(jwk) && isSignedBy(jws, signatures.keyObject(jwk))) yield `attested key ${i}`
  }
}

/** Whose signature it is: the leaf's, somebody else's that we know, or nobody's. */
function signerOf(attestation: Attestation): 'leaf' | { readonly other: string } | 'nobody' | undefined {
  const [leaf] = attestation.chain ?? []
  const key = leaf && leafKey(leaf)
  if (!key || !('key' in key) || attestation.jws.signature.length !== 64) return undefined
  if (isSignedBy(attestation.jws, key.key)) return 'leaf'
  const [other] = otherSigners(attestation)
  return other === undefined ? 'nobody' : { other }
}

const leafSigns = check(ATT.LEAF, 'attestation', function* (attestation) {
  const [leaf] = attestation.chain ?? []
  if (!leaf) return cannotTell('there is no certificate that can be read')
  const key = leafKey(leaf)
  if ('reason' in key) {
    yield finding('/header/x5c/0', 'a certificate of an EC key on P-256', key.reason)
    return undefined
  }
  const signer = signerOf(attestation)
  if (signer === undefined || signer === 'nobody') return cannotTell('the signature does not verify')
  if (signer !== 'leaf') yield finding('signature', 'a signature of the key in the first certificate', signer.other)
  return undefined
})

const signed = check(ATT.SIGNED, 'attestation', function* (attestation) {
  const { signature } = attestation.jws
  if (looksLikeDer(signature)) return cannotTell('the signature is in DER form')
  if (signature.length !== 64) {
    yield finding(
      'signature',
      'a signature of 64 octets',
      signature.length === 0 ? 'nothing' : `${signature.length} octets`,
    )
    return undefined
  }
  const signer = signerOf(attestation)
  if (signer === undefined) return cannotTell('there is no key to verify it with')
  if (signer === 'nobody') yield finding('signature', 'a signature that verifies', 'one that does not')
  return undefined
})

const keysOf = ({ jws }: Attestation): readonly JsonObject[] => {
  const { attested_keys: keys } = jws.payload
  return Array.isArray(keys) ? keys.filter(isObject) : []
}

const points = check(ATT.POINT, 'attestation', function* (attestation) {
  for (const [i, { kty, crv, x, y }] of keysOf(attestation).entries()) {
    if (kty !== 'EC' || crv !== 'P-256') continue
    const fault = faultOfPoint(x, y)
    if (fault === 'the point is not on P-256')
      yield finding(`/payload/attested_keys/${i}`, 'a point of P-256', 'another')
  }
  return undefined
})

const publicKeys = check(ATT.PUBLIC, 'attestation', function* (attestation) {
  for (const [i, key] of keysOf(attestation).entries()) {
    const secrets = secretsIn(key)
    if (secrets.length > 0)
      yield finding(`/payload/attested_keys/${i}`, 'a public key', `one with ${secrets.join(', ')}`)
  }
  return undefined
})

const leafAttested = onChain(ATT['LEAF-ATTESTED'], function* ([leaf], attestation, { decide }) {
  if (decide(KEYS) === 'free') return notHere('the attested keys may be any, by decision')
  const key = leaf && leafKey(leaf)
  if (!key || !('jwk' in key)) return cannotTell('the key of the device cannot be read')
  const attested = keysOf(attestation).map(thumbprint)
  if (!attested.includes(thumbprint(key.jwk)))
    yield finding('/payload/attested_keys', 'the key of the device', 'others')
  return undefined
})

const iat = check(ATT.IAT, 'attestation', function* ({ jws }, context) {
  yield* timestamp('/payload/iat', jws.payload.iat, context)
  return undefined
})

const fresh = check(ATT.FRESH, 'attestation', function* ({ jws }, { now, decide }) {
  const { iat: made } = jws.payload
  if (now === undefined) return cannotTell('the time of the request is not known: give --now')
  if (!isTime(made)) return cannotTell('`iat` is no time')
  const [skew, limit] = [Number(decide(SKEW)), Number(decide(MAX_AGE))]
  if (made > now + skew) yield finding('/payload/iat', 'a time that has come', `${made - now} s ahead`)
  if (made < now - limit - skew) yield finding('/payload/iat', `at most ${limit} s ago`, `${now - made} s ago`)
  return undefined
})

const expiry = check(ATT.EXP, 'attestation', function* ({ jws }, { now, decide }) {
  const { exp } = jws.payload
  if (exp === undefined || decide(EXPIRY) === 'none') return notHere('it has no `exp` that counts')
  if (!isTime(exp)) return yield* timestampOnly(exp)
  if (now === undefined) return cannotTell('the time of the request is not known: give --now')
  if (exp < now - Number(decide(SKEW))) yield finding('/payload/exp', 'a time to come', `${now - exp} s ago`)
  return undefined
})

function* timestampOnly(exp: unknown): Inspection {
  yield finding('/payload/exp', 'a number of seconds since 1970', show(exp))
  return undefined
}

const compact = check(ATT.COMPACT, 'attestation', function* ({ jws }) {
  yield* signatures.noCritical(jws)
  if (jws.header.b64 !== undefined) yield finding('/header/b64', 'nothing', show(jws.header.b64))
  return undefined
})

const form = check(ATT.P1363, 'attestation', function* ({ jws }) {
  yield* signatures.form(jws)
  return undefined
})

const oneKey = check(ATT['ONE-KEY'], 'attestation', function* ({ jws }) {
  for (const name of ['jwk', 'jku', 'x5u']) yield* same(`/header/${name}`, jws.header[name], undefined)
  return undefined
})

export const checks: readonly Check[] = [
  typ,
  shaped(ATT.ALG, 'attestation'),
  shaped(ATT.X5C, 'attestation'),
  chainHolds,
  leafSigns,
  signed,
  shaped(ATT.NONCE, 'attestation'),
  iat,
  fresh,
  shaped(ATT.KEYS, 'attestation'),
  shaped(ATT.KTY, 'attestation'),
  shaped(ATT.CRV, 'attestation'),
  shaped(ATT.X, 'attestation'),
  shaped(ATT.Y, 'attestation'),
  leafAttested,
  compact,
  readable(ATT.COMPACT, 'attestation', ['jws-parts']),
  readable(ATT.ENCODED, 'attestation', ['base64url', 'utf8', 'json', 'not-an-object']),
  der,
  form,
  points,
  publicKeys,
  oneKey,
  expiry,
  authorities,
  valid,
  anchored,
  ...androidChecks,
]
