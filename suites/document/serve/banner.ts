import type { Paint } from '../../../reporters/text/paint.ts'
import { sanitize, writeJson } from '../../../reporters/text/sanitize.ts'
import type { ReadyOffer } from '../reference/offer.ts'
import { formatCurlCommands } from './curl.ts'
import type { ServerFacts } from './server-facts.ts'

/** What people see when a server has started. */
export function* formatBanner(facts: ServerFacts, paint: Paint): Generator<string> {
  const { url, roles, signing, offer, warnings } = facts
  yield `${paint('strong', url)}  ${roles.join(', ')}`
  yield* formatFault(facts, paint)
  for (const warning of warnings) yield paint('doubt', `! ${warning}`)
  yield* formatSection('endpoints', formatEndpoints(facts), paint)
  yield* formatSection('keys', [`${signing.jwks}  kid ${signing.kid}`], paint)
  yield* formatSection('accounts', formatAccounts(facts), paint)
  if (offer) yield* formatSection(`offer, valid for ${offer.goodFor} seconds`, formatOffer(offer), paint)
  else if (roles.includes('issuer'))
    yield* formatSection('no offer', ['the reference identity app rejects the Issuer Config of this server'], paint)
  yield* formatSection('try it', formatCurlCommands(facts), paint)
  yield ''
  yield paint('quiet', `${formatSettings(facts)}  stop with Ctrl-C`)
}

function* formatOffer({ offer, link, credentialIdentifier }: ReadyOffer): Generator<string> {
  yield writeJson(offer)
  yield link
  yield `credential_identifier ${credentialIdentifier}`
}

function* formatSection(title: string, lines: Iterable<string>, paint: Paint): Generator<string> {
  yield ''
  yield paint('strong', title)
  for (const line of lines) yield `  ${line}`
}

function* formatFault({ fault }: ServerFacts, paint: Paint): Generator<string> {
  if (!fault) return
  const { id, description, breaks } = fault
  yield breaks.length > 0
    ? paint('bad', `✖ fault ${id}: ${sanitize(description)} (breaks ${breaks.join(', ')})`)
    : paint('doubt', `! variant ${id}: ${sanitize(description)} (legal)`)
}

function* formatEndpoints({ endpoints, guarded }: ServerFacts): Generator<string> {
  const width = Math.max(...endpoints.map(({ url }) => url.length))
  for (const { endpoint, method, url } of endpoints) {
    const needs = guarded.some((one) => one === endpoint) ? '  requires a session token' : ''
    yield `${method.padEnd(4)} ${url.padEnd(width)}  ${endpoint}${needs}`
  }
}

function* formatAccounts({ accounts, token: { header, format } }: ServerFacts): Generator<string> {
  for (const { uid, sessionToken } of accounts) {
    yield `uid ${uid}  ${header}: ${format === 'bearer' ? 'Bearer ' : ''}${sessionToken}`
  }
}

/** The settings that start the same server again. */
function formatSettings({ profile, decisions, seed, now, state }: ServerFacts): string {
  const answers = Object.entries(decisions).map(([key, value]) => `${key}=${value}`)
  const time = now === undefined ? [] : [`time ${now}`]
  const store = state === undefined ? [] : [`state in ${state}`]
  return [`profile ${profile}`, ...answers, `seed ${seed}`, ...time, ...store].join('  ')
}
