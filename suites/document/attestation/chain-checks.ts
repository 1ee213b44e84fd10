import { type ArtefactCheck, checkArtefact } from '../../../model/check.ts'
import { type CheckContext, finding, type Inspection, inconclusive } from '../../../model/finding.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { Attestation } from '../../../protocol/artefacts/attestation.ts'
import { isObject } from '../../../protocol/encoding/json.ts'
import { looksLikeDer } from '../../../protocol/jose/es256.ts'
import { importP256, isP256Key } from '../../../protocol/jose/jwk.ts'
import { isSignedBy } from '../../../protocol/jose/jws.ts'
import type { Certificate } from '../../../protocol/x509/certificate.ts'
import {
  type ChainFault,
  findChainFaults,
  findValidityFaults,
  isAnchored,
  readLeafKey,
} from '../../../protocol/x509/chain.ts'
import { hasWrongLength } from '../../kit/signatures.ts'
import { SKEW } from '../credential/decisions.ts'
import { ANCHORS } from './decisions.ts'
import { ATT } from './requirements.ts'

/** A check on the certificate chain, where it can be read. */
export const checkChain = (
  requirement: Requirement,
  inspect: (chain: readonly Certificate[], attestation: Attestation, context: CheckContext) => Inspection,
): ArtefactCheck =>
  checkArtefact(requirement, 'attestation', function* (attestation, context) {
    const { chain, chainProblem } = attestation
    if (!chain) return inconclusive(`the certificate chain could not be read: ${chainProblem?.message}`)
    return yield* inspect(chain, attestation, context)
  })

function* reportFaults(faults: readonly ChainFault[]): Inspection {
  for (const { index, message } of faults) yield finding(`/header/x5c/${index}`, 'a valid chain', message)
  return undefined
}

const caFaults = new Set(['ca', 'key-usage', 'path-length'])

const chainHolds = checkChain(ATT.CHAIN, (chain, _, { derive }) =>
  reportFaults(derive(findChainFaults, chain).filter(({ fault }) => !caFaults.has(fault))),
)

/** RFC 5280, section 6.1: a self-signed certificate at the end is the trust anchor, and no part of the path. */
const isBelowAnchor =
  (chain: readonly Certificate[]) =>
  ({ index }: ChainFault): boolean =>
    index < chain.length - 1 || chain[index]?.issuer.equals(chain[index].subject) === false

const authorities = checkChain(ATT.CA, (chain, _, { derive }) =>
  reportFaults(
    derive(findChainFaults, chain)
      .filter(({ fault }) => caFaults.has(fault))
      .filter(isBelowAnchor(chain)),
  ),
)

const valid = checkChain(ATT.VALID, function* (chain, _, { now, decide }) {
  if (now === undefined) return inconclusive('the current time is unknown: pass --now')
  const skew = Number(decide(SKEW))
  const at = (seconds: number, wanted: ChainFault['fault']): readonly ChainFault[] =>
    findValidityFaults(chain, new Date(seconds * 1000)).filter(({ fault }) => fault === wanted)
  return yield* reportFaults(
    [...at(now - skew, 'expired'), ...at(now + skew, 'not-yet-valid')].filter(isBelowAnchor(chain)),
  )
})

const anchored = checkChain(ATT.ANCHOR, function* (chain, _, { anchors = [], hasOtherAnchors, decide }) {
  decide(ANCHORS)
  if (isAnchored(chain, anchors)) return undefined
  const isUnknown = hasOtherAnchors ?? anchors.length === 0
  if (isUnknown && chain.length > 0)
    return inconclusive('no trust anchor of these devices is configured: pass --anchors')
  yield finding('/header/x5c', 'a chain that ends at a trust anchor', 'another root certificate')
  return undefined
})

const der = checkArtefact(ATT.DER, 'attestation', function* ({ jws, chainProblem }) {
  const { x5c } = jws.header
  const listed = Array.isArray(x5c) && x5c.length > 0 && x5c.every((element) => typeof element === 'string')
  if (!listed) return inconclusive('`x5c` is not an array of strings')
  if (chainProblem) yield finding('/header/x5c', 'padded base64 of one DER certificate each', chainProblem.message)
  return undefined
})

/** The number of attested keys that are tried: with thousands of keys, a wrong signature would cost a minute. */
const triedKeys = 8

/** Looks for the key of a signature that the first certificate does not verify. */
function* findOtherSigners({ jws, chain }: Attestation): Generator<string> {
  for (const [i, certificate] of (chain ?? []).entries()) {
    const key = readLeafKey(certificate)
    if (i > 0 && 'key' in key && isSignedBy(jws, key.key)) yield `the key of certificate ${i}`
  }
  const { attested_keys: attested } = jws.payload
  for (const [i, jwk] of (Array.isArray(attested) ? attested.slice(0, triedKeys) : []).entries()) {
    if (isObject(jwk) && isP256Key(jwk) && isSignedBy(jws, importP256(jwk))) yield `attested key ${i}`
  }
}

type Signer = 'leaf' | 'unknown' | { readonly other: string } | undefined

/** Finds the key that verifies the signature: the leaf key, another known key, or an unknown one. */
function findSigner(attestation: Attestation): Signer {
  const [leaf] = attestation.chain ?? []
  const key = leaf && readLeafKey(leaf)
  if (!key || !('key' in key) || attestation.jws.signature.length !== 64) return undefined
  if (isSignedBy(attestation.jws, key.key)) return 'leaf'
  const [other] = findOtherSigners(attestation)
  return other === undefined ? 'unknown' : { other }
}

const leafSigns = checkArtefact(ATT.LEAF, 'attestation', function* (attestation, { derive }) {
  const [leaf] = attestation.chain ?? []
  if (!leaf) return inconclusive('no certificate could be read')
  const key = readLeafKey(leaf)
  if ('reason' in key) {
    yield finding('/header/x5c/0', 'a certificate with an EC key on P-256', key.reason)
    return undefined
  }
  const signer = derive(findSigner, attestation)
  if (signer === undefined || signer === 'unknown') return inconclusive('the signature does not verify')
  if (signer !== 'leaf')
    yield finding('signature', 'a signature by the key in the first certificate', `a signature by ${signer.other}`)
  return undefined
})

const signed = checkArtefact(ATT.SIGNED, 'attestation', function* (attestation, { derive }) {
  const { signature } = attestation.jws
  if (looksLikeDer(signature)) return inconclusive('the signature is DER-encoded')
  if (hasWrongLength(attestation.jws)) return inconclusive('the signature does not have 64 octets')
  if (signature.length !== 64) {
    yield finding(
      'signature',
      'a signature of 64 octets',
      signature.length === 0 ? 'nothing' : `${signature.length} octets`,
    )
    return undefined
  }
  const signer = derive(findSigner, attestation)
  if (signer === undefined) return inconclusive('there is no key to verify the signature with')
  if (signer === 'unknown') yield finding('signature', 'a valid signature', 'an invalid signature')
  return undefined
})

/** The checks on the device certificates and on the signature. */
export const chainChecks: readonly ArtefactCheck[] = [chainHolds, authorities, valid, anchored, der, leafSigns, signed]
