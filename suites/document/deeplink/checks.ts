import { type Check, checkArtefact } from '../../../model/check.ts'
import { collectContents, groupBySession, selectMessagesTo } from '../../../model/exchange.ts'
import { finding, inconclusive, passedLeniently } from '../../../model/finding.ts'
import type { ArtefactContents } from '../../../protocol/artefacts/artefact.ts'
import { parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { checkMessages } from '../model/check.ts'
import type { ParsedMessage } from '../model/exchange.ts'
import { listFetchedOffers, listPushes, readCode, readPushedOffer } from '../offer/offers.ts'
import { DISCOVERY, PARAMETER, URI } from './decisions.ts'
import { LINK } from './requirements.ts'
import { collectTargets, isSameTarget } from './targets.ts'

/** A JWE in either serialization, by its form. Other checks find out whether it can be decrypted. */
const isJwe = (value: string): boolean => isCompactJwe(value) || isJsonJwe(value)

/** Five parts, the first of which is the JSON of a header, however it is spaced. */
function isCompactJwe(value: string): boolean {
  const [header = '', ...others] = value.split('.', 6)
  return others.length === 4 && /^\s*\{/.test(Buffer.from(header, 'base64url').toString('latin1'))
}

function isJsonJwe(value: string): boolean {
  const read = attempt(() => parseJsonObject(value))
  return 'value' in read && typeof read.value.protected === 'string' && typeof read.value.ciphertext === 'string'
}

const oneParameter = checkArtefact(LINK.ONE, 'deeplink', function* ({ parameters, fragment }, { decide }) {
  const wanted = decide(PARAMETER)
  const named = parameters.filter(([name]) => name === wanted)
  const encrypted = parameters.filter(([, value]) => isJwe(value))
  const [request] = encrypted
  const expected = 'one parameter with the encrypted request'
  if (encrypted.length > 1 || named.length > 1) yield finding('query', expected, 'more than one')
  else if (!request)
    yield finding('query', expected, named.length > 0 ? 'a parameter with another value' : 'none', locate(fragment))
  else if (request[0] !== wanted) {
    const diagnosis = `the parameter is called ${request[0]}, as under deeplink.parameter = ${request[0]}`
    if (named.length === 0 && wanted === PARAMETER.default)
      return passedLeniently(`the document does not name the parameter; ${diagnosis}`)
    yield finding('query', `the encrypted request in \`${wanted}\``, 'it is in another parameter', diagnosis)
  }
  return undefined
})

const locate = (fragment: string | undefined): string | undefined =>
  fragment !== undefined && isJwe(fragment.slice(fragment.indexOf('=') + 1)) ? 'it is in the fragment' : undefined

const privateNames = /^(c_)?nonce$|^(pre-authorized_)?code$|^uid$|^((session|access|id)_)?token$|^(client_)?secret$/i

const noPlaintext = checkArtefact(LINK.CLOSED, 'deeplink', function* ({ parameters }) {
  for (const [name, value] of parameters) {
    if (isJwe(value)) continue
    const isPrivate = /^\s*(\{|eyJ)/.test(value) || privateNames.test(name) || /^\d{12}$/.test(value)
    if (isPrivate) yield finding(`?${name}`, 'no private value in plaintext', 'one')
  }
  return undefined
})

/** What programs write where a value is missing. `null` may be a name. */
const missingValues: ReadonlySet<string> = new Set(['undefined', 'NaN', '[object Object]'])

const meant = checkArtefact(LINK.MEANT, 'deeplink', function* ({ parameters }) {
  for (const [name, value] of parameters)
    if (missingValues.has(value)) yield finding(`?${name}`, 'a value, or no parameter', value)
  return undefined
})

/** A shorter value may occur in a link by accident. */
const shortestSecret = 12

/** The values of a session that only its parties may read, each with its name. */
function collectPrivateValues(own: readonly ParsedMessage[], uid: string | undefined) {
  const configs = collectContents(own, 'issuer-config-response')
  const offers = [
    ...listPushes('credential manager', own).flatMap((push) => {
      const offer = readPushedOffer(push)
      return offer ? [offer] : []
    }),
    ...listFetchedOffers(own),
  ]
  const nonces = collectContents(selectMessagesTo(own, 'nonce'), 'nonce-response').flatMap((body) =>
    Object.values(body),
  )
  const attestations = collectContents(own, 'attestation').map(({ jws }) => jws.text)
  const isPrivate = (value: unknown): value is string => typeof value === 'string' && value.length >= shortestSecret
  return [
    ...[...configs.map(({ nonce }) => nonce), ...offers.map(readCode)].map((value) => ['code', value] as const),
    ...nonces.map((value) => ['nonce', value] as const),
    ...attestations.map((value) => ['attestation', value] as const),
    ['identity number', uid] as const,
  ].flatMap(([name, value]) => (isPrivate(value) ? [[name, value] as const] : []))
}

/** The ways to write a value that everyone can undo. A base64 text inside another depends on where the value begins. */
function listEncodings(value: string): readonly string[] {
  const octets = Buffer.from(value)
  const inner = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), octets]).toString('base64url')
    return text.slice(Math.ceil((shift * 4) / 3), -2)
  })
  return [value, octets.toString('hex'), ...inner, [...value].toReversed().join('')]
}

/** The link without the encrypted request, as it is and without percent encoding, each also in other base64. */
function listLinkTexts({ target, parameters, fragment = '' }: ArtefactContents['deeplink']): readonly string[] {
  const rest = parameters.filter(([, value]) => !isJwe(value)).flat()
  const texts = [target, ...rest, isJwe(fragment.slice(fragment.indexOf('=') + 1)) ? '' : fragment]
  const decoded = texts.map((text) =>
    text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  )
  return [...texts, ...decoded].flatMap((text) => [
    text,
    text.toLowerCase(),
    text.replaceAll('+', '-').replaceAll('/', '_'),
  ])
}

const opaque = checkMessages(LINK.OPAQUE, function* (exchange) {
  let links = 0
  for (const [session, own] of groupBySession(exchange)) {
    const values = collectPrivateValues(own, exchange.uids[session])
    for (const link of collectContents(selectMessagesTo(own, 'deeplink'), 'deeplink')) {
      links++
      const texts = listLinkTexts(link)
      const found = values.find(([, value]) =>
        listEncodings(value).some((each) => texts.some((text) => text.includes(each))),
      )
      if (found) yield finding(`${session}: deeplink`, 'no private value', `the ${found[0]}`)
    }
  }
  return links > 0 ? undefined : inconclusive('no deeplink was opened')
})

const target = checkMessages(LINK.TARGET, function* ({ messages }, { decide }) {
  if (decide(DISCOVERY) !== 'configured')
    return inconclusive('the document does not say in which member the URI of the deeplink is announced')
  const targets = collectTargets(messages)
  if (targets.length === 0) return inconclusive('no deeplink was opened')
  const uri = decide(URI)
  for (const each of targets) {
    if (!isSameTarget(each, uri)) yield finding('deeplink', 'the configured URI', 'another URI')
  }
  return undefined
})

export const checks: readonly Check[] = [oneParameter, noPlaintext, meant, opaque, target]
