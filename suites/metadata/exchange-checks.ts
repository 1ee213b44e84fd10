import { cannotTell, finding, type Inspection, notHere, show } from '../../src/model/check.ts'
import { across, at, type ExchangeCheck, isAnswered, type Passage, readIn } from '../../src/model/exchange-check.ts'
import { readDeeplink } from '../../src/protocol/deeplink.ts'
import { isObject } from '../../src/protocol/json.ts'
import { type Jwe, openJweWithAny, readJwe } from '../../src/protocol/jwe.ts'
import { type Jwk, keysOf, thumbprint } from '../../src/protocol/jwk.ts'
import { attempt } from '../../src/protocol/problem.ts'
import { mediaTypeIn } from '../media-type.ts'
import { insertedIn } from './address.ts'
import { KEY_SOURCE, METHOD, PATH, PROFILE } from './decisions.ts'
import { META } from './requirements.ts'

const wellKnown = '/.well-known/openid-credential-issuer'

/** Answers that say that nothing is there, in contrast to those that only keep it back. */
const absent: readonly (number | undefined)[] = [404, 410]

const address = across(META.ADDRESS, function* ({ passages }, { decide }) {
  const asked = at(passages, 'issuerMetadata').filter(({ hop }) => hop.asked.url.includes(wellKnown))
  // Who answers nowhere else either is at another place altogether, which says nothing of this path.
  const isThere = passages.some((each) => each.hop.to === 'issuer' && isAnswered(each))
  // The document shows no method, and some answer 404 to the wrong one; the standard knows only GET.
  const isMethodOpen = decide(METHOD) === 'GET' && decide(PATH) === 'literal'
  const missing = isThere ? asked.filter(({ hop }) => absent.includes(hop.replied?.status)) : []
  for (const { hop } of missing) {
    const { status } = hop.replied ?? {}
    if (!isMethodOpen || status === 410) yield finding(wellKnown, 'metadata', `status ${status}`)
  }
  if (missing.length > 0 && isMethodOpen)
    return cannotTell('nothing was found there with GET; with POST it may be: endpoints.issuerMetadata.method')
  return asked.some(isAnswered) ? undefined : cannotTell('nobody was served metadata at the well-known path')
})

const inserted = across(META.INSERTED, function* ({ passages }, { issuer, decide }) {
  if (decide(PATH) !== 'insertion') return notHere('the address of the metadata is made otherwise, by decision')
  if (issuer === undefined) return cannotTell('the address of the issuer is not known: give --issuer')
  const isThere = passages.some((each) => each.hop.to === 'issuer' && isAnswered(each))
  const asked = at(passages, 'issuerMetadata').filter(({ hop }) => hop.asked.url === insertedIn(issuer))
  const missing = isThere ? asked.filter(({ hop }) => absent.includes(hop.replied?.status)) : []
  for (const { hop } of missing) yield finding(wellKnown, 'metadata', `status ${hop.replied?.status}`)
  const found = asked.filter(isAnswered)
  for (const { credential_issuer: named } of decide(PROFILE) === 'none' ? [] : readIn(found, 'metadata')) {
    // An identifier at another host is for the row that compares identifiers.
    if (typeof named !== 'string' || !isOfHost(named, issuer) || insertedIn(named) === insertedIn(issuer)) continue
    yield finding('/credential_issuer', 'an identifier whose path stands behind the well-known path', 'another path')
  }
  return found.length > 0 ? undefined : cannotTell('nobody was served metadata at that address')
})

const isOfHost = (url: string, other: string): boolean =>
  URL.canParse(url) && URL.canParse(other) && new URL(url).origin === new URL(other).origin

/** Whether a caller takes JSON: who takes anything, or does not say, does. */
const takesJson = (accept = ''): boolean => accept === '' || /\*\/\*|application\/(?:\*|json)/i.test(accept)

const json = across(META.JSON, function* ({ passages }) {
  const answers = at(passages, 'issuerMetadata').filter(
    (each) => isAnswered(each) && takesJson(each.hop.asked.headers.accept),
  )
  if (answers.length === 0) return cannotTell('nobody who takes JSON was served metadata')
  for (const { hop } of answers) {
    const type = mediaTypeIn(hop.replied)
    if (type !== 'application/json') yield finding('Content-Type', 'application/json', type ?? 'nothing')
  }
  return undefined
})

/** What a deeplink carries that is encrypted. */
function sealedIn({ hop }: Passage): readonly Jwe[] {
  const link = attempt(() => readDeeplink(hop.asked.url))
  const values = 'value' in link ? link.value.parameters.map(([, value]) => value) : []
  return values.flatMap((value) => {
    const read = attempt(() => readJwe(value))
    return 'value' in read ? [read.value] : []
  })
}

const keyUsed = across(META['KEY-USED'], function* ({ passages }, { keys, decide }) {
  if (decide(KEY_SOURCE) !== 'metadata') return notHere('the key does not come from the metadata, by decision')
  let judged = 0
  for (const link of at(passages, 'deeplink')) {
    const published = publishedBefore(link, passages)
    if (published.length === 0) continue
    for (const jwe of sealedIn(link)) {
      judged++
      const doubt = yield* usesOneOf(published, jwe, keys ?? [])
      if (doubt) return doubt
    }
  }
  return judged > 0 ? undefined : cannotTell('no request was seen together with metadata that publish a key')
})

/** Every key that had been published by then: an issuer that changes its key has to open what was on its way. */
const publishedBefore = ({ hop: { number } }: Passage, passages: readonly Passage[]): readonly Jwk[] =>
  readIn(
    at(passages, 'issuerMetadata').filter((each) => isAnswered(each) && each.hop.number < number),
    'metadata',
  ).flatMap(({ credential_request_encryption: found }) => (isObject(found) ? keysOf(found.jwks) : []))

/** A key shows in what it opens; where the private keys are not ours, in the id that the message gives. */
function* usesOneOf(published: readonly Jwk[], jwe: Jwe, keys: readonly Jwk[]): Inspection {
  const prints = new Set(published.map(thumbprint))
  const opened = attempt(() => openJweWithAny(jwe, keys))
  if ('value' in opened) {
    if (!prints.has(thumbprint(opened.value.key))) yield finding('deeplink', 'a key of the metadata', 'another key')
    return undefined
  }
  const { kid } = jwe.header
  const named = published.find((key) => typeof kid === 'string' && key.kid === kid)
  const isOurs = keys.some((key) => prints.has(thumbprint(key)))
  if (isOurs && opened.problem.code === 'jwe-decrypt') {
    yield finding('deeplink', 'a key of the metadata', 'none of them opens it')
  } else if (kid !== undefined && !named && published.every((key) => key.kid !== undefined)) {
    yield finding('deeplink › header/kid', 'the id of a key of the metadata', 'another')
  } else if (named?.alg !== undefined && jwe.header.alg !== named.alg) {
    yield finding('deeplink › header/alg', show(named.alg), show(jwe.header.alg))
  } else if (!named) return cannotTell('the request does not name its key, and was not opened')
  return undefined
}

export const exchangeChecks: readonly ExchangeCheck[] = [address, inserted, json, keyUsed]
