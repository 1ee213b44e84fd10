import type { Context } from '../../src/model/check.ts'
import { isAnswered, type Passage } from '../../src/model/exchange-check.ts'
import type { ExchangeTamper } from '../../src/model/tamper.ts'
import { claimDigest } from '../../src/protocol/claim.ts'
import { isObject, parseJsonObject } from '../../src/protocol/json.ts'
import { attempt } from '../../src/protocol/problem.ts'
import type { SdJwt } from '../../src/protocol/sd-jwt.ts'
import { exhibits, messages, replying } from '../exchange-tampering.ts'
import { DIGEST } from './decisions.ts'
import { digestsOf, readingOf } from './reading.ts'
import { SD } from './requirements.ts'

/** The digests in the order of the names of their claims. */
function sorted(credential: SdJwt, context: Context): SdJwt {
  const { jws } = credential
  const digests = digestsOf(credential)
  const named = readingOf(credential, context)
    .claims.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((claim) => claimDigest(claim, context.decide(DIGEST)))
    .filter((digest) => digests.includes(digest))
  const others = digests.filter((digest) => !named.includes(digest))
  return { ...credential, jws: { ...jws, payload: { ...jws.payload, _sd: [...named, ...others] } } }
}

/** A verifier that accepts, and reads one claim that is not what was disclosed. */
function misreading(passage: Passage): Passage {
  const body = attempt(() => parseJsonObject(passage.hop.replied?.body ?? ''))
  const isMeant = isAnswered(passage) && 'value' in body && body.value.accepted === true && isObject(body.value.claims)
  return isMeant
    ? replying(passage, () => ({ body: JSON.stringify({ ...body.value, claims: { Vtc: 'tampered' } }) }))
    : passage
}

export const tampers: readonly ExchangeTamper[] = [
  exhibits(SD.SHUFFLED, 'digests in the order of their claims', 'credential', sorted),
  messages(SD['ANY-SUBSET'], 'a verifier that reads something else', ['presentation'], misreading),
]
