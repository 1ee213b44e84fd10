import type { Passage } from '../model/exchange-check.ts'
import type { Role } from '../model/requirement.ts'
import type { Endpoint, Hop } from '../model/wire.ts'
import type { Exhibit, Kind } from '../protocol/evidence.ts'
import type { JsonObject } from '../protocol/json.ts'
import { open } from '../protocol/open.ts'

/** What kind of message goes to an endpoint, and what kind comes back. */
const kindsAt: Readonly<Record<Endpoint, { readonly asked?: Kind; readonly replied?: Kind }>> = {
  issuerConfig: { asked: 'issuer-config-request', replied: 'issuer-config-response' },
  offerPush: { asked: 'offer' },
  offer: { replied: 'offer' },
  issuerMetadata: { replied: 'metadata' },
  nonce: { replied: 'nonce-response' },
  deeplink: { asked: 'deeplink' },
  validate: { asked: 'validation-request', replied: 'validation-response' },
  walletCallback: { asked: 'callback' },
  jwks: { replied: 'jwks' },
  status: { replied: 'status-token' },
  presentation: {},
}

/** Messages that were taken apart already: the record, the lies and the judges all want to see them. */
const passages = new WeakMap<readonly JsonObject[], WeakMap<Hop, Passage>>()

/** Takes both sides of a message apart. What was refused or lost shows nothing but what was asked. */
export function passageOf(hop: Hop, keys: readonly JsonObject[]): Passage {
  const known = passages.get(keys) ?? new WeakMap<Hop, Passage>()
  passages.set(keys, known)
  const passage = known.get(hop) ?? takenApart(hop, keys)
  known.set(hop, passage)
  return passage
}

function takenApart(hop: Hop, keys: readonly JsonObject[]): Passage {
  const { asked, replied } = kindsAt[hop.endpoint]
  return {
    hop,
    asked: asked ? askedIn(hop, asked, keys) : [],
    replied: replied && isSuccess(hop) ? open(replied, hop.replied?.body ?? '', keys) : [],
  }
}

function askedIn({ endpoint, asked: { url, body = '' }, clear }: Hop, kind: Kind, keys: readonly JsonObject[]) {
  if (endpoint === 'deeplink') {
    // What is in it is opened where it arrives, or shown by whoever sealed it.
    return [...open(kind, url).slice(0, 1), ...(clear === undefined ? [] : open('request', clear, keys))]
  }
  if (endpoint === 'offerPush' && body.startsWith('openid-credential-offer:')) return []
  return open(kind, body, keys)
}

const isSuccess = ({ replied }: Hop): boolean => replied !== undefined && replied.status >= 200 && replied.status < 300

/** The layers of a play as their makers sent them: a request that was shown in clear is not opened a second time. */
export function exhibitsBy(passages: readonly Passage[], counts: (role: Role) => boolean): readonly Exhibit[] {
  const isShown = passages.some(({ hop: { clear } }) => clear !== undefined)
  const sent = new Set(passages.flatMap(sentIn))
  return passages.flatMap(({ hop, asked, replied }) => {
    const isForwarded = hop.endpoint === 'validate' && asked.some(({ kind, text }) => isSealed(kind) && sent.has(text))
    const makerOf = (kind: Kind): Role => (isForwarded && (isSealed(kind) || inRequest(kind)) ? 'wallet' : hop.from)
    return [
      ...asked.filter(
        ({ kind }) => counts(makerOf(kind)) && !(isShown && hop.endpoint === 'validate' && inRequest(kind)),
      ),
      ...(counts(hop.to) ? replied : []),
    ]
  })
}

/** What a wallet handed on in a deeplink: whoever passes it on did not make it. */
const sentIn = ({ hop, asked }: Passage): readonly string[] =>
  hop.endpoint !== 'deeplink'
    ? []
    : asked.flatMap((each) =>
        isOf(each, 'deeplink') ? (each.content?.parameters ?? []).map(([, value]) => value) : [],
      )

const isOf = <K extends Kind>(exhibit: Exhibit, kind: K): exhibit is Exhibit<K> => exhibit.kind === kind

const isSealed = (kind: Kind): boolean => kind === 'encrypted-request'

const inRequest = (kind: Kind): boolean => kind === 'request' || kind === 'attestation'

/** One side of a message, and who sent it. */
export interface Shown {
  readonly by: Role
  readonly exhibits: readonly Exhibit[]
}

/** Both sides of a message that were taken apart. */
export function shownIn(hop: Hop, keys: readonly JsonObject[]): readonly Shown[] {
  const { asked, replied } = passageOf(hop, keys)
  const sides = [
    { by: hop.from, exhibits: asked },
    { by: hop.to, exhibits: replied },
  ]
  return sides.filter(({ exhibits }) => exhibits.length > 0)
}
