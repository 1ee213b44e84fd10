import type { IdentityApp, Session, Standing } from '../../model/actors.ts'
import type { Asked, Endpoint, Replied } from '../../model/wire.ts'
import type { Exhibit } from '../../protocol/evidence.ts'
import { type JsonObject, parseJsonObject, writeJson } from '../../protocol/json.ts'
import { readJwe } from '../../protocol/jwe.ts'
import { readSigned } from '../../protocol/jws.ts'
import { open } from '../../protocol/open.ts'
import { attempt } from '../../protocol/problem.ts'
import { configurationId } from '../issuer.ts'
import type { World } from '../world.ts'
import { contentOf, type Desk, type Ports, refusalsOf } from './desk.ts'
import { addressed, called, succeeded } from './http.ts'

/** Who shares, and whether the offer goes as a text or as a URL that leads to it. */
export interface Wish {
  readonly deviceId: string
  readonly uid: string
  readonly sessionToken: string
  readonly offer: 'value' | 'reference'
}

/** An identity app at work, for one holder. */
export interface IdentityAppAtWork {
  /** The holder wants to share: from Issuer Config to the pushed offer. */
  readonly share: (wish: Wish) => Promise<void>
  /** Somebody opens a deeplink: from there to the wallet backend. */
  readonly open: (link: string) => Promise<void>
}

/** An identity app at work: it opens a session, pushes the offer, has the request validated and delivers. */
export function identityAppAtWork(app: IdentityApp, desk: Desk, ports: Ports): IdentityAppAtWork {
  const { terms, world } = desk
  const { addresses } = terms
  let session: Session | undefined // what this app is in the middle of

  const call = (endpoint: Endpoint, asked: Asked): Promise<Replied> =>
    ports.call(endpoint, 'identity app', app.post(asked, endpoint))
  const refuses = (exhibits: readonly Exhibit[], standing: Standing = {}): boolean =>
    refusalsOf(app.validations, { exhibits, known: { now: world.now, issuer: world.issuer }, standing }).length > 0

  async function openSession(wanted: Session): Promise<Session | undefined> {
    const replied = await call('issuerConfig', called(addresses.issuerConfig, app.ask(wanted)))
    if (!succeeded(replied)) return undefined
    const exhibits = open('issuer-config-response', replied.body)
    if (refuses(exhibits)) return undefined
    const { credential_identifier: id, nonce } = contentOf(exhibits, 'issuer-config-response') ?? {}
    session = { ...wanted, credentialIdentifier: String(id), configurationId, code: String(nonce) }
    return session
  }

  async function share({ offer, ...holder }: Wish): Promise<void> {
    const wanted: Session = { ...holder, credentialIdentifier: '', code: '', nonce: '', holder: {} }
    const push = (about: Session): Promise<void> => {
      const pushed = {
        offer: offer === 'value' ? writeJson(app.offer(about)) : referenceTo(desk, about),
        credentialIdentifier: about.credentialIdentifier,
      }
      return app.act(() => ports.push(pushed), 'offerPush')
    }
    await app.begin({ wanted, ask: () => openSession(wanted), push })
  }

  async function openLink(link: string): Promise<void> {
    const { deeplink } = world.dialect
    const [exhibit] = open('deeplink', link)
    const sealed = contentOf(exhibit ? [exhibit] : [], 'deeplink')?.parameters.find(
      ([name]) => name === deeplink.parameter,
    )?.[1]
    if (!session || sealed === undefined || sealed === '') return
    const { headers, body } = app.validate(session, sealed)
    const current = session
    const replied = await call('validate', called(addresses.validate, body, lowered(headers)))
    if (!succeeded(replied)) return
    const exhibits = open('validation-response', replied.body, [world.keys.walletSeal, world.keys.walletSealEc])
    if (refuses(exhibits.slice(0, 1), isInClear(exhibits) ? { response: 'clear' } : {})) return
    session = undefined
    const clear = terms.delivered === 'opened' ? contentOf(exhibits, 'response') : undefined
    const response = clear ?? unopened(replied.body, current, world)
    if (response === undefined) return
    const certificates = world.dialect.certificates === 'callback' ? desk.device.certificates : []
    const delivery = called(addresses.walletCallback, app.callBack(response, certificates))
    await app.act(async () => void (await call('walletCallback', delivery)), 'walletCallback')
  }

  return { share, open: openLink }
}

/** Names of header fields, written small. */
export const lowered = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** A URL that leads to the offer. */
const referenceTo = ({ terms }: Desk, { credentialIdentifier }: Session): string => {
  const { url } = addressed(terms.addresses.offer, credentialIdentifier)
  return `openid-credential-offer://?credential_offer_uri=${encodeURIComponent(url)}`
}

/**
 * A response that only the wallet can open is delivered as it is, and so is a bare credential. A response in clear can
 * be read by anybody. There is nothing to deliver of anything else.
 */
function unopened(body: string, { credentialIdentifier }: Session, { dialect }: World): JsonObject | undefined {
  const parsed = attempt(() => parseJsonObject(body))
  const text = 'value' in parsed ? parsed.value.credential_response : undefined
  if (typeof text !== 'string') return undefined
  const isForOthers = /^[\w.-]+ ?~/.test(text) || 'value' in attempt(() => readJwe(text))
  if (!isForOthers) return inClear(text, dialect)
  return {
    ...(dialect.idField !== undefined && { [dialect.idField]: credentialIdentifier }),
    [dialect.responseCredentials]: [{ [dialect.responseCredential]: text }],
  }
}

/** Whether there is a text where an encrypted one should be. */
const isInClear = (exhibits: readonly Exhibit[]): boolean =>
  exhibits.length > 1 && !exhibits.some(({ kind, content }) => kind === 'encrypted-response' && content !== undefined)

/** A response that nobody encrypted, signed or not. */
const inClear = (text: string, { responseCredentials: name }: World['dialect']): JsonObject | undefined =>
  [() => parseJsonObject(text), () => parseJsonObject(readSigned(text).body)]
    .map(attempt)
    .flatMap((read) => ('value' in read && Array.isArray(read.value[name]) ? [read.value] : []))[0]
