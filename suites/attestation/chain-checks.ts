import { type ArtefactCheck, checkArtefact } from '../../model/check.ts'
import { type CheckContext, finding, type Inspection, inconclusive, notApplicable } from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Attestation } from '../../protocol/artefacts/attestation.ts'
import { isObject } from '../../protocol/encoding/json.ts'
import { looksLikeDer } from '../../protocol/jose/es256.ts'
import { importP256, isP256Key } from '../../protocol/jose/jwk.ts'
import { isSignedBy } from '../../protocol/jose/jws.ts'
import type { Certificate } from '../../protocol/x509/certificate.ts'
import {
  type ChainFault,
  findChainFaults,
  findValidityFaults,
  isAnchored,
  readLeafKey,
} from '../../protocol/x509/chain.ts'
import { SKEW } from '../credential/decisions.ts'
import { ANCHORS } from './decisions.ts'
import { ATT } from './requirements.ts'

/** A check on the chain of the device, where it can be read. */
export const checkChain = (
  requirement: Requirement,
  inspect: (chain: readonly Certificate[], attestation: Attestation, context: CheckContext) => Inspection,
): ArtefactCheck =>
  checkArtefact(requirement, 'attestation', function* (attestation, context) {
    const { chain, chainProblem } = attestation
    if (!chain) return inconclusive(`the chain cannot be read: ${chainProblem?.message}`)
    return yield* inspect(chain, attestation, context)
  })

function* asFindings(faults: readonly ChainFault[]): Inspection {
  for (const { index, message } of faults) yield finding(`/header/x5c/${index}`, 'a link of the chain', message)
  return undefined
}

const authority = new Set(['ca', 'key-usage', 'path-length'])

const chainHolds = checkChain(ATT.CHAIN, (chain, _, { derive }) =>
  asFindings(derive(findChainFaults, chain).filter(({ fault }) => !authority.has(fault))),
)

const authorities = checkChain(ATT.CA, (chain, _, { derive }) =>
  asFindings(derive(findChainFaults, chain).filter(({ fault }) => authority.has(fault))),
)

const valid = checkChain(ATT.VALID, function* (chain, _, { now, decide }) {
  if (now === undefined) return inconclusive('the time is not known: give --now')
  const skew = Number(decide(SKEW))
  const at = (seconds: number, wanted: ChainFault['fault']): readonly ChainFault[] =>
    findValidityFaults(chain, new Date(seconds * 1000)).filter(({ fault }) => fault === wanted)
  return yield* asFindings([...at(now - skew, 'expired'), ...at(now + skew, 'not-yet-valid')])
})

const anchored = checkChain(ATT.ANCHOR, function* (chain, _, { anchors, decide }) {
  decide(ANCHORS)
  if (anchors === undefined) return notApplicable('no trusted certificate was given')
  if (!isAnchored(chain, anchors)) yield finding('/header/x5c', 'a chain that ends at a trusted certificate', 'another')
  return undefined
})

const der = checkArtefact(ATT.DER, 'attestation', function* ({ jws, chainProblem }) {
  const { x5c } = jws.header
  const listed = Array.isArray(x5c) && x5c.length > 0 && x5c.every((element) => typeof element === 'string')
  if (!listed) return inconclusive('`x5c` is no list of texts')
  if (chainProblem) yield finding('/header/x5c', 'padded base64 of one DER certificate each', chainProblem.message)
  return undefined
})

/** How many of the attested keys are tried: with thousands of them, a wrong signature would cost a minute. */
const tried = 8

/** By whom an attestation is signed that its first certificate does not vouch for. */
function* otherSigners({ jws, chain }: Attestation): Generator<string> {
  for (const [i, certificate] of (chain ?? []).entries()) {
    const key = readLeafKey(certificate)
    if (i > 0 && 'key' in key && isSignedBy(jws, key.key)) yield `the key of certificate ${i}`
  }
  const { attested_keys: attested } = jws.payload
  for (const [i, jwk] of (Array.isArray(attested) ? attested.slice(0, tried) : []).entries()) {
    if (isObject(jwk) && isP256Key(jwk) && isSignedBy(jws, importP256(jwk))) yield `attested key ${i}`
  }
}

type Signer = 'leaf' | 'nobody' | { readonly other: string } | undefined

/** Whose signature it is: the leaf's, somebody else's that we know, or nobody's. */
function findSigner(attestation: Attestation): Signer {
  const [leaf] = attestation.chain ?? []
  const key = leaf && readLeafKey(leaf)
  if (!key || !('key' in key) || attestation.jws.signature.length !== 64) return undefined
  if (isSignedBy(attestation.jws, key.key)) return 'leaf'
  const [other] = otherSigners(attestation)
  return other === undefined ? 'nobody' : { other }
}

const leafSigns = checkArtefact(ATT.LEAF, 'attestation', function* (attestation, { derive }) {
  const [leaf] = attestation.chain ?? []
  if (!leaf) return inconclusive('there is no certificate that can be read')
  const key = readLeafKey(leaf)
  if ('reason' in key) {
    yield finding('/header/x5c/0', 'a certificate of an EC key on P-256', key.reason)
    return undefined
  }
  const signer = derive(findSigner, attestation)
  if (signer === undefined || signer === 'nobody') return inconclusive('the signature does not verify')
  if (signer !== 'leaf') yield finding('signature', 'a signature of the key in the first certificate', signer.other)
  return undefined
})

const signed = checkArtefact(ATT.SIGNED, 'attestation', function* (attestation, { derive }) {
  const { signature } = attestation.jws
  if (looksLikeDer(signature)) return inconclusive('the signature is in DER form')
  if (signature.length !== 64) {
    yield finding(
      'signature',
      'a signature of 64 octets',
      signature.length === 0 ? 'nothing' : `${signature.length} octets`,
    )
    return undefined
  }
  const signer = derive(findSigner, attestation)
  if (signer === undefined) return inconclusive('there is no key to verify it with')
  if (signer === 'nobody') yield finding('signature', 'a signature that verifies', 'one that does not')
  return undefined
})

/** What is asked of the certificates of the device, and of the signature that they vouch for. */
export const chainChecks: readonly ArtefactCheck[] = [chainHolds, authorities, valid, anchored, der, leafSigns, signed]
