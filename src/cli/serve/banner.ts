import type { Paint } from '../../../reporters/blocks.ts'
import { harmless } from '../../../reporters/escape.ts'
import type { OfferMade } from '../../assembly/offer-made.ts'
import { curlLines } from './curl.ts'
import type { Facts } from './facts.ts'

/** What a person is told when a server begins. */
export function* banner(facts: Facts, paint: Paint): Generator<string> {
  const { url, roles, signing, offer, warnings } = facts
  yield `${paint('strong', url)}  ${roles.join(', ')}`
  yield* deedLines(facts, paint)
  for (const warning of warnings) yield paint('doubt', `! ${warning}`)
  yield* titled('endpoints', endpointLines(facts), paint)
  yield* titled('keys', [`${signing.jwks}  kid ${signing.kid}`], paint)
  yield* titled('accounts', accountLines(facts), paint)
  if (offer) yield* titled(`an offer, good for ${offer.goodFor} seconds`, offerLines(offer), paint)
  else if (roles.includes('issuer'))
    yield* titled('no offer', ['an identity app accepts nothing from Issuer Config here'], paint)
  yield* titled('to try at once', curlLines(facts), paint)
  yield ''
  yield paint('quiet', `${settingOf(facts)}  Ctrl-C ends it`)
}

function* offerLines({ offer, link, credentialIdentifier }: OfferMade): Generator<string> {
  yield JSON.stringify(offer)
  yield link
  yield `credential_identifier ${credentialIdentifier}`
}

function* titled(title: string, lines: Iterable<string>, paint: Paint): Generator<string> {
  yield ''
  yield paint('strong', title)
  for (const line of lines) yield `  ${line}`
}

function* deedLines({ deed }: Facts, paint: Paint): Generator<string> {
  if (!deed) return
  const { id, breaks } = deed
  yield breaks.length > 0
    ? paint('bad', `✖ ${id} is in force: it ${harmless(deed.deed)}, which breaks ${breaks.join(', ')}`)
    : paint('doubt', `! ${id} is in force: it ${harmless(deed.deed)}, which is legal`)
}

function* endpointLines({ endpoints, guarded }: Facts): Generator<string> {
  const width = Math.max(...endpoints.map(({ url }) => url.length))
  for (const { endpoint, method, url } of endpoints) {
    const needs = guarded.some((one) => one === endpoint) ? '  with a session token' : ''
    yield `${method.padEnd(4)} ${url.padEnd(width)}  ${endpoint}${needs}`
  }
}

function* accountLines({ accounts, token: { header, format } }: Facts): Generator<string> {
  for (const { uid, sessionToken } of accounts) {
    yield `uid ${uid}  ${header}: ${format === 'bearer' ? 'Bearer ' : ''}${sessionToken}`
  }
}

/** Whatever it takes to have the same server again. */
function settingOf({ profile, decisions, seed, now, state }: Facts): string {
  const answers = Object.entries(decisions).map(([key, value]) => `${key}=${value}`)
  const time = now === undefined ? [] : [`the time stands still at ${now}`]
  const book = state === undefined ? [] : [`state in ${state}`]
  return [`profile ${profile}`, ...answers, `seed ${seed}`, ...time, ...book].join('  ')
}
