import { type CheckContext, finding, type Inspection, inconclusive, showValue } from '../../model/finding.ts'
import { explainLimit } from '../../protocol/artefacts/budget.ts'
import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { isSignatureAlgorithm, type Verification, verifySignature } from '../../protocol/jose/signature-algorithms.ts'
import type { IssuerSignature } from '../../protocol/sd-jwt/presentation.ts'
import { type FoundKeys, readChainKey, selectKeys } from '../jose/signer-keys.ts'

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
  if (found.missing !== undefined) return inconclusive(found.missing)
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
