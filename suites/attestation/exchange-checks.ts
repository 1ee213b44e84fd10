import { cannotTell, finding, notHere, show } from '../../src/model/check.ts'
import { across, at, type ExchangeCheck, readIn, sessionsIn } from '../../src/model/exchange-check.ts'
import { isObject, type JsonObject, type JsonValue } from '../../src/protocol/json.ts'
import { HOLDER_KEY } from '../credential/decisions.ts'
import { type BoundKeys, boundKeysOf, distinct, type Issuance, issuancesIn } from '../issuance.ts'
import { ATT } from './requirements.ts'

const bound = across(ATT.BOUND, function* (exchange, { decide }) {
  if (decide(HOLDER_KEY) === 'identity-app')
    return notHere("credentials are bound to the identity app's key, by decision")
  const known = issuancesIn(exchange).flatMap((issuance) => boundKeysOf(issuance) ?? [])
  if (known.length === 0) return cannotTell('no attestation could be read together with the credentials for it')
  for (const { session, attested, bound } of known) {
    for (const [i, key] of bound.entries()) {
      if (!attested.includes(key)) {
        yield finding(`credential ${i + 1} /cnf/jwk`, 'one of the attested keys', `another, in the session ${session}`)
      }
    }
  }
  return undefined
})

/** One credential of its own is neither none nor two. A key that is listed twice may get two. */
const batch = across(ATT.BATCH, function* (exchange, { decide }) {
  if (decide(HOLDER_KEY) === 'identity-app')
    return notHere("credentials are bound to the identity app's key, by decision")
  const known = issuancesIn(exchange).flatMap(wholeBatch)
  if (known.length === 0) return cannotTell('no attestation could be read together with all credentials for it')
  const fitting = known.filter(({ attested, bound }) => bound.every((key) => attested.includes(key)))
  if (fitting.length === 0) return cannotTell('the credentials are bound to keys that were not attested')
  for (const { session, attested, bound } of fitting) {
    for (const [i, key] of [...new Set(attested)].entries()) {
      const [count, listed] = [bound, attested].map((keys) => keys.filter((each) => each === key).length)
      if (count === 1 || count === listed) continue
      yield finding(`attested key ${i + 1}`, 'one credential', `${count || 'none'}, in the session ${session}`)
    }
  }
  return undefined
})

/** The keys of an issuance of which every credential could be read. Who delivers may have dropped some. */
function wholeBatch(issuance: Issuance): readonly BoundKeys[] {
  const credentials = distinct(issuance.credentials)
  const keys = boundKeysOf({ ...issuance, credentials })
  const isWhole = issuance.response !== undefined && !issuance.isPartial && keys?.bound.length === credentials.length
  return isWhole && keys ? [keys] : []
}

/** Who announces only what section 2.5 does not know leaves a wallet no choice: that is not the wallet's doing. */
const announced = across(ATT.ANNOUNCED, function* (exchange) {
  const announcing = [...sessionsIn(exchange).values()].flatMap((own) => {
    const algorithms = readIn(at(own, 'issuerMetadata'), 'metadata').flatMap(algorithmsIn)
    const attestations = readIn([...at(own, 'deeplink'), ...at(own, 'validate')], 'attestation')
    return algorithms.includes('ES256') ? [{ algorithms, attestations }] : []
  })
  if (announcing.length === 0) return notHere('the metadata announce no algorithm that section 2.5 knows')
  if (announcing.every(({ attestations }) => attestations.length === 0))
    return cannotTell('no attestation could be read')
  for (const { algorithms, attestations } of announcing) {
    const stray = attestations.find(({ jws }) => !algorithms.includes(jws.header.alg ?? null))
    if (stray) yield finding('/header/alg', algorithms.map(show).join(' or '), show(stray.jws.header.alg))
  }
  return undefined
})

/** The algorithms that metadata announce for attestations, over all templates. */
function algorithmsIn({ credential_configurations_supported: templates }: JsonObject): readonly JsonValue[] {
  const proofs = Object.values(isObject(templates) ? templates : {}).map((template) =>
    isObject(template) && isObject(template.proof_types_supported) ? template.proof_types_supported.attestation : null,
  )
  return proofs.flatMap((proof) => {
    const algorithms = isObject(proof) ? proof.proof_signing_alg_values_supported : undefined
    return Array.isArray(algorithms) ? algorithms : []
  })
}

export const exchangeChecks: readonly ExchangeCheck[] = [bound, batch, announced]
