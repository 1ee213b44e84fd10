import { type JsonObject, type JsonValue, readText } from '../../../../protocol/encoding/json.ts'
import { writeJws } from '../../../../protocol/jose/jws.ts'
import { chooseHash } from '../../../../protocol/sd-jwt/hash-functions.ts'
import { type AnySdJwt, readAnySdJwt } from '../../../../protocol/sd-jwt/presentation.ts'
import { applyDisclosures } from '../../../../protocol/sd-jwt/processing.ts'
import type { VpChoice, VpWalletSteps } from '../wallet-steps.ts'
import type { VpWalletContext } from './context.ts'

/** A presentation of the credential for one query, signed by its holder. */
export function presentCredential(context: VpWalletContext, { query, claims }: VpChoice): JsonValue {
  const { steps, credential } = context
  const [jwt = '', ...rest] = credential.split('~')
  const all = rest.slice(0, -1)
  const wanted = claims.map(({ path }) => (Array.isArray(path) ? path : []))
  const shown = steps.show(selectDisclosures(readAnySdJwt(credential), all, wanted), all)
  const text = [jwt, ...shown, ''].join('~')
  return steps.presentation(steps.binds(query) ? `${text}${bind(context, text)}` : text, query)
}

type Path = readonly JsonValue[]

/** The disclosures on the way to a claim, of the claim, and inside of it. */
function selectDisclosures(sdJwt: AnySdJwt, all: readonly string[], wanted: readonly Path[]): readonly string[] {
  const processed = applyDisclosures(sdJwt)
  const numbers = [...(processed?.places.keys() ?? [])]
  return all.filter((_, i) => {
    const place = processed?.disclosed[numbers.indexOf(i)]
    return place !== undefined && wanted.some((path) => isOnPath(place, path))
  })
}

function isOnPath(place: string, path: Path): boolean {
  const steps = place.split('/').slice(1)
  return steps.every((step, i) => i >= path.length || path[i] === null || `${path[i]}` === step)
}

/** What says which transactions are authorised (OpenID4VP 1.0, section B.3.3.1). */
function signTransactions({ hashTransaction }: VpWalletSteps, texts: JsonValue | undefined): JsonObject {
  if (!Array.isArray(texts)) return {}
  const isNamed = texts.some((each) => Buffer.from(readText(each), 'base64url').includes('transaction_data_hashes_alg'))
  return {
    transaction_data_hashes: texts.map((each) => hashTransaction(readText(each))),
    ...(isNamed && { transaction_data_hashes_alg: 'sha-256' }),
  }
}

/** A Key Binding JWT over what is shown. */
function bind({ steps, facts, now, holderKey }: VpWalletContext, text: string): string {
  const { client_id: client = '', nonce = '' } = facts.request
  const claims: JsonObject = {
    iat: now(),
    aud: facts.origin === undefined ? client : `origin:${facts.origin}`,
    nonce,
    sd_hash: chooseHash(readAnySdJwt(text).payload)?.compute(text) ?? '',
    ...signTransactions(steps, facts.request.transaction_data),
  }
  const header = { typ: 'kb+jwt', alg: 'ES256' }
  return writeJws(steps.bindingHeader(header), steps.bindingClaims(claims, facts), steps.bindingKey(holderKey))
}
