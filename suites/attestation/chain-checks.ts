import {
  type Check,
  type Context,
  cannotTell,
  check,
  finding,
  type Inspection,
  notHere,
} from '../../src/model/check.ts'
import type { Requirement } from '../../src/model/requirement.ts'
import type { Attestation } from '../../src/protocol/attestation.ts'
import { looksLikeDer } from '../../src/protocol/es256.ts'
import { isObject } from '../../src/protocol/json.ts'
import { isP256 } from '../../src/protocol/jwk.ts'
import { isSignedBy } from '../../src/protocol/jws.ts'
import { remembering } from '../../src/protocol/remembering.ts'
import type { Certificate } from '../../src/protocol/x509.ts'
import { type ChainFault, endsAt, faultsOfChain, leafKey, validityFaults } from '../../src/protocol/x509-chain.ts'
import { SKEW } from '../credential/decisions.ts'
import * as signatures from '../signatures.ts'
import { ANCHORS } from './decisions.ts'
import { ATT } from './requirements.ts'

/** A check on the chain of the device, where it can be read. */
export const onChain = (
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

/** Worked out once for all checks: every link is a signature. */
const faultsIn = remembering(faultsOfChain)

const authority = new Set(['ca', 'key-usage', 'path-length'])

const chainHolds = onChain(ATT.CHAIN, (chain) =>
  asFindings(faultsIn(chain).filter(({ fault }) => !authority.has(fault))),
)

const authorities = onChain(ATT.CA, (chain) => asFindings(faultsIn(chain).filter(({ fault }) => authority.has(fault))))

const valid = onChain(ATT.VALID, function* (chain, _, { now, decide }) {
  if (now === undefined) return cannotTell('the time is not known: give --now')
  const skew = Number(decide(SKEW))
  const at = (seconds: number, wanted: ChainFault['fault']): readonly ChainFault[] =>
    validityFaults(chain, new Date(seconds * 1000)).filter(({ fault }) => fault === wanted)
  return yield* asFindings([...at(now - skew, 'expired'), ...at(now + skew, 'not-yet-valid')])
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

/** How many of the attested keys are tried: with thousands of them, a wrong signature would cost a minute. */
const tried = 8

/** By whom an attestation is signed that its first certificate does not vouch for. */
function* otherSigners({ jws, chain }: Attestation): Generator<string> {
  for (const [i, certificate] of (chain ?? []).entries()) {
    const key = leafKey(certificate)
    if (i > 0 && 'key' in key && isSignedBy(jws, key.key)) yield `the key of certificate ${i}`
  }
  const { attested_keys: attested } = jws.payload
  for (const [i, jwk] of (Array.isArray(attested) ? attested.slice(0, tried) : []).entries()) {
    if (isObject(jwk) && isP256(jwk) && isSignedBy(jws, signatures.keyObject(jwk))) yield `attested key ${i}`
  }
}

type Signer = 'leaf' | 'nobody' | { readonly other: string } | undefined

/** Whose signature it is: the leaf's, somebody else's that we know, or nobody's. Worked out once for all checks. */
function signerOf(attestation: Attestation): Signer {
  const known = signers.get(attestation)
  if (known) return known.signer
  const signer = findSigner(attestation)
  signers.set(attestation, { signer })
  return signer
}

const signers = new WeakMap<Attestation, { readonly signer: Signer }>()

function findSigner(attestation: Attestation): Signer {
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

/** What is asked of the certificates of the device, and of the signature that they vouch for. */
export const chainChecks: readonly Check[] = [chainHolds, authorities, valid, anchored, der, leafSigns, signed]
