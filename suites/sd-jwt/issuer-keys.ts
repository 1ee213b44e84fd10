import { type CheckContext, finding, type Inspection, inconclusive, showValue } from '../../model/finding.ts'
import { explainLimit } from '../../protocol/artefacts/budget.ts'
import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { type Jwk, listKeys } from '../../protocol/jose/jwk.ts'
import {
  isKeyFor,
  isSignatureAlgorithm,
  type Verification,
  verifySignature,
} from '../../protocol/jose/signature-algorithms.ts'
import type { IssuerSignature } from '../../protocol/sd-jwt/presentation.ts'
import { readChain } from '../../protocol/x509/certificate.ts'
import { exportKey, findChainFaults, findValidityFaults, isAnchored } from '../../protocol/x509/chain.ts'

/** The keys that a signature may be by, or why there is none. */
type FoundKeys =
  | { readonly keys: readonly Jwk[]; readonly untried?: number }
  | { readonly unknown: string }
  | { readonly unfit: string }

/** Keys that a signature is tried with. */
const maxTried = 16

/** Checks a signature of the issuer by the keys that were given, or by a chain that ends at a trusted root. */
export function* checkIssuerSignature(signed: IssuerSignature, payload: JsonObject, context: CheckContext): Inspection {
  const { alg } = signed.header
  if (alg === undefined) return inconclusive('the header has no `alg`')
  if (typeof alg !== 'string' || isUnknown(alg))
    return inconclusive(`assay does not know the algorithm ${showValue(alg)}`)
  const found = findIssuerKeys(signed.header, payload, context)
  if ('unknown' in found) return inconclusive(found.unknown)
  const at = `${signed.at}/signature`
  if ('unfit' in found) {
    yield finding(at, 'a signature by a key of the issuer', found.unfit)
    return undefined
  }
  if (!context.budget.take('signatures', found.keys.length)) return inconclusive(explainLimit('signatures'))
  const tried = found.keys.map((key) => verifySignature(alg, key, signed.signingInput, signed.signature))
  if (tried.some(({ isValid }) => isValid)) return undefined
  if (found.untried)
    return inconclusive(`${maxTried} keys did not make the signature, and ${found.untried} were not tried`)
  yield finding(at, 'a signature by a key of the issuer', describeFailure(tried))
  return undefined
}

/** An algorithm of others may be a good one. `none` is no algorithm, and MACs are known. */
const isUnknown = (alg: string): boolean => !isSignatureAlgorithm(alg) && !/^(?:none|HS\d+)$/i.test(alg)

const describeFailure = ([first]: readonly Verification[]): string =>
  first && !first.isValid ? first.reason : 'no key suits it'

function findIssuerKeys(header: JsonObject, { iss }: JsonObject, context: CheckContext): FoundKeys {
  const { x5c } = header
  if (context.issuerMetadata) return readMetadataKeys(header, iss, context.issuerMetadata, context.jwks)
  if (context.jwks) return selectKeys(header, context.jwks)
  if (x5c === undefined) return { unknown: 'the keys of the issuer are unknown: give --jwks' }
  return context.anchors
    ? readChainKey(x5c, context.anchors, context.now)
    : { unknown: 'the issuer names its key by `x5c`: give --anchors, the roots that are trusted' }
}

/** The keys in the metadata of an issuer, or at the address that it names (SD-JWT VC, section 4). */
function readMetadataKeys(
  header: JsonObject,
  iss: unknown,
  { issuer, jwks, jwks_uri: address }: JsonObject,
  retrieved: JsonObject | undefined,
): FoundKeys {
  if (issuer !== iss) return { unfit: 'the issuer metadata is that of another issuer' }
  if (isObject(jwks)) return selectKeys(header, jwks)
  if (retrieved) return selectKeys(header, retrieved)
  return { unknown: `the keys of the issuer are at ${showValue(address)}: give them as --jwks` }
}

/** The keys of a set that a header may mean. A key without `kid` may be any. */
function selectKeys({ kid, alg }: JsonObject, jwks: JsonObject): FoundKeys {
  const given = listKeys(jwks)
  const withId = kid === undefined ? given : given.filter((key) => key.kid === kid)
  const withoutId = kid === undefined ? [] : given.filter((key) => key.kid === undefined)
  const named = [...withId, ...withoutId]
  const fit = named.filter((key) => isKeyFor(key, alg))
  if (fit.length > 0) return { keys: fit.slice(0, maxTried), untried: Math.max(0, fit.length - maxTried) }
  if (named.length > 0) return { unfit: `its key does not suit ${showValue(alg)}` }
  const known = given.slice(0, 8).map((key) => showValue(key.kid))
  return { unfit: `\`kid\` is ${showValue(kid)}; the keys that were given are ${known.join(', ') || 'none'}` }
}

function readChainKey(x5c: unknown, anchors: readonly string[], now: number | undefined): FoundKeys {
  const read = attempt(() => readChain(x5c))
  if ('problem' in read) return { unfit: `\`x5c\` cannot be read: ${read.problem.message}` }
  const chain = read.value
  const moment = now === undefined ? undefined : new Date(now * 1000)
  const [fault] = [...findChainFaults(chain), ...(moment ? findValidityFaults(chain, moment) : [])]
  if (fault) return { unfit: `certificate ${fault.index} ${fault.message}` }
  if (!isAnchored(chain, anchors)) return { unfit: 'its certificates end at no trusted root' }
  const [leaf] = chain
  if (leaf && moment && (moment < leaf.notBefore || moment > leaf.notAfter))
    return { unfit: 'its certificate is not valid now' }
  const key = leaf && exportKey(leaf)
  return key ? { keys: [key] } : { unfit: 'the key in its certificate cannot be used' }
}
