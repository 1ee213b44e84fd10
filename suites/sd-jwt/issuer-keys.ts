import { type CheckContext, finding, type Inspection, inconclusive, showValue } from '../../model/finding.ts'
import { explainLimit } from '../../protocol/artefacts/budget.ts'
import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { isSignatureAlgorithm, type Verification, verifySignature } from '../../protocol/jose/signature-algorithms.ts'
import type { IssuerSignature } from '../../protocol/sd-jwt/presentation.ts'
import { type FoundKeys, readChainKey, readOwnChain, selectKeys } from '../jose/signer-keys.ts'

/**
 * Checks a signature of the issuer by the keys that were given, or by a chain that ends at a trusted root. One way to find
 * its keys is sufficient (SD-JWT VC, section 2.5): a signature is forged where each that applies says so.
 */
export function* checkIssuerSignature(signed: IssuerSignature, payload: JsonObject, context: CheckContext): Inspection {
  const { alg } = signed.header
  if (alg === undefined) return inconclusive('the header has no `alg`')
  if (typeof alg !== 'string' || isUnknown(alg))
    return inconclusive(`Assay does not know the algorithm ${showValue(alg)}`)
  const ways = listWays(signed.header, payload, context)
  if (!context.budget.take('signatures', ways.flatMap((way) => ('keys' in way ? way.keys : [])).length))
    return inconclusive(explainLimit('signatures'))
  const ends = ways.map((way) => tryKeys(way, alg, signed))
  if (ends.some(({ isValid }) => isValid)) return undefined
  const open = ends.find((end) => end.open !== undefined)?.open
  if (open !== undefined) return inconclusive(open)
  yield finding(`${signed.at}/signature`, 'a signature with a key of the issuer', ends[0]?.failure ?? 'no key suits it')
  return undefined
}

/** What a signature comes to by the keys that one way leads to. */
interface WayEnd {
  readonly isValid?: boolean
  readonly failure?: string
  /** Why it says nothing. */
  readonly open?: string
}

function tryKeys(found: FoundKeys, alg: string, { signingInput, signature }: IssuerSignature): WayEnd {
  if ('unknown' in found) return { open: found.unknown }
  if ('unfit' in found) return { failure: found.unfit }
  const tried = found.keys.map((key) => verifySignature(alg, key, signingInput, signature))
  if (tried.some(({ isValid }) => isValid)) return found.open === undefined ? { isValid: true } : { open: found.open }
  return found.missing === undefined ? { failure: describeFailure(tried) } : { open: found.missing }
}

/** An algorithm of others may be a good one. `none` is no algorithm, and MACs are known. */
const isUnknown = (alg: string): boolean => !isSignatureAlgorithm(alg) && !/^(?:none|HS\d+)$/i.test(alg)

const describeFailure = ([first]: readonly Verification[]): string =>
  first && !first.isValid ? first.reason : 'no key suits it'

/** The ways to the keys of an issuer that apply: by the certificates in the header, by keys that it publishes, or by both. */
function listWays(header: JsonObject, payload: JsonObject, context: CheckContext): readonly FoundKeys[] {
  const published = () => findPublishedKeys(header, payload, context)
  const { x5c } = header
  if (x5c === undefined) return [published()]
  if (!context.anchors) return [readOwnChain(x5c, context, 'the issuer'), published()]
  const chain = readChainKey(x5c, context.anchors, context.now)
  return context.issuerMetadata || context.jwks ? [chain, published()] : [chain]
}

function findPublishedKeys(header: JsonObject, { iss }: JsonObject, { issuerMetadata, jwks }: CheckContext): FoundKeys {
  if (issuerMetadata) return readMetadataKeys(header, iss, issuerMetadata, jwks)
  return jwks ? selectKeys(header, jwks) : { unknown: 'the keys of the issuer are unknown: pass --jwks' }
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
  return { unknown: `the keys of the issuer are at ${showValue(address)}: pass them as --jwks` }
}
