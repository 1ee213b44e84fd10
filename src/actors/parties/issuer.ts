import type { Issuer, Session, Standing } from '../../model/actors.ts'
import type { Asked, Replied } from '../../model/wire.ts'
import type { Exhibit } from '../../protocol/evidence.ts'
import { isObject, type JsonObject, type Writable } from '../../protocol/json.ts'
import type { Jwk } from '../../protocol/jwk.ts'
import { open } from '../../protocol/open.ts'
import { attempt } from '../../protocol/problem.ts'
import { issue, seal } from '../issuer.ts'
import { uuid, type World } from '../world.ts'
import { type Answers, contentOf, customerOf, type Desk, refusalsOf, replying } from './desk.ts'
import { answered, idIn, refused } from './http.ts'

const nobody = { uid: '', sessionToken: '', nonce: '', holder: {} }

/** An issuer at work: it opens sessions, gives out codes and nonces, validates requests and issues credentials. */
export function issuerAtWork(issuer: Issuer, desk: Desk): Answers {
  const { world, terms, ledger } = desk
  return replying(issuer, {
    issuerConfig: async (asked) => {
      const exhibits = open('issuer-config-request', asked.body ?? '')
      const refusals = refusalsOf(issuer.validations, { asked, exhibits, known: {}, standing: {} })
      if (refusals.length > 0) return refused(refusals)
      const deviceId = String(contentOf(exhibits, 'issuer-config-request')?.device_id)
      const session = openSession(desk, deviceId)
      const told = issuer.configure(session)
      remember(desk, session, told)
      return answered(told)
    },
    offer: async ({ url }) => {
      const session = ledger.get(`session/${idIn(url, terms.addresses.offer)}`)
      return session ? answered(issuer.offer(sessionIn(session))) : refused(['OFFER-FETCHED'], 404)
    },
    issuerMetadata: async ({ headers }) => metadata(issuer, desk, headers.accept),
    nonce: async () => {
      const own = token(world)
      const told = issuer.nonce({ ...nobody, deviceId: '', credentialIdentifier: '', code: '', nonce: own })
      const { c_nonce, nonce } = isObject(told) ? (told as JsonObject) : {}
      for (const given of [own, c_nonce, nonce]) {
        if (typeof given === 'string') ledger.set(`nonce/${given}`, { given: world.now })
      }
      const given = answered(told)
      return { ...given, headers: { ...given.headers, 'cache-control': 'no-store' } }
    },
    jwks: async () => answered(issuer.keys()),
    validate: async (asked) => validate(issuer, desk, asked),
  })
}

/** Metadata, signed for whoever takes nothing but a JWT (OpenID4VCI 1.0, section 12.2.3). */
function metadata(issuer: Issuer, { world }: Desk, accept = ''): Replied {
  const told = issuer.metadata()
  if (!/^\s*application\/jwt\s*$/i.test(accept) || !isObject(told)) return answered(told)
  const header = { alg: 'ES256', typ: 'openidvci-issuer-metadata+jwt', kid: world.keys.issuer.kid ?? '' }
  const body = issuer.sign({ ...(told as JsonObject), sub: world.issuer, iat: world.now }, header) // an object, as looked at
  return { status: 200, headers: { 'content-type': 'application/jwt' }, body }
}

function openSession({ world, ledger }: Desk, deviceId: string): Session {
  const session = { ...nobody, deviceId, credentialIdentifier: uuid(world.random), code: token(world) }
  ledger.set(`session/${session.credentialIdentifier}`, { ...session, opened: world.now })
  ledger.set(`code/${session.code}`, { session: session.credentialIdentifier, opened: world.now })
  return session
}

/** An issuer knows what it told, even where that is not what it made up at first. */
function remember({ ledger }: Desk, session: Session, told: Writable): void {
  const { credential_identifier: id } = isObject(told) ? (told as JsonObject) : {} // an answer that is an object
  const entry = ledger.get(`session/${session.credentialIdentifier}`)
  if (typeof id === 'string' && entry) ledger.set(`session/${id}`, entry)
}

/** 128 bits that nobody can guess. */
const token = ({ random }: World): string => Buffer.from(random(16)).toString('base64url')

const sessionIn = (entry: JsonObject): Session => ({
  ...nobody,
  deviceId: String(entry.deviceId),
  credentialIdentifier: String(entry.credentialIdentifier),
  code: String(entry.code),
})

function validate(issuer: Issuer, desk: Desk, asked: Asked): Replied {
  const { world, anchors } = desk
  const keys = [world.keys.issuerSeal, world.keys.issuerSealEc]
  const exhibits = open('validation-request', asked.body ?? '', keys)
  const nonce = contentOf(exhibits, 'attestation')?.jws.payload.nonce
  const standing = standingOf(desk, asked, exhibits)
  const known = {
    now: world.now,
    issuer: world.issuer,
    anchors,
    keys,
    ...(standing.nonce === 'fresh' && { nonce: String(nonce) }),
  }
  const refusals = refusalsOf(issuer.validations, { asked, exhibits, known, standing })
  if (refusals.length > 0) return refused(refusals, statusOf(standing), codeOf(refusals))
  const issued = hasNoKey(exhibits) ? undefined : attempt(() => issueTo(issuer, desk, asked, exhibits))
  // Whoever does not validate the wish of the wallet finds out here that nobody could fulfil it.
  if (!issued || 'problem' in issued) return unsealable
  spend(desk, String(nonce), codeIn(contentOf(exhibits, 'request') ?? {}))
  return answered(issued.value)
}

const hasNoKey = (exhibits: readonly Exhibit[]): boolean => {
  const { credential_response_encryption: wish } = contentOf(exhibits, 'request') ?? {}
  return isObject(wish) && !isObject(wish.jwk)
}

const unsealable = answered(
  {
    error: 'invalid_encryption_parameters',
    error_description: 'nothing can be encrypted as `credential_response_encryption` asks',
  },
  400,
)

/** A nonce and a code are used up by the request that succeeds. */
function spend({ ledger }: Desk, nonce: string, code: string | undefined): void {
  ledger.set(`nonce/${nonce}`, { ...ledger.get(`nonce/${nonce}`), spent: true })
  if (code !== undefined) ledger.set(`code/${code}`, { ...ledger.get(`code/${code}`), spent: true })
}

const statusOf = ({ token: given, holder }: Standing): number =>
  given !== 'known' ? 401 : holder === 'another' ? 403 : 400

/** Codes of OpenID4VCI 1.0, section 8.3.1.2, by the requirements for whose sake something is turned away. */
const codes: readonly (readonly [RegExp, string])[] = [
  [/^VAL-AUTH/, 'invalid_token'],
  [/^NONCE-/, 'invalid_nonce'],
  [/^(?:ATT|PROOF)-/, 'invalid_proof'],
  [/^CRE-/, 'invalid_encryption_parameters'],
  [/^REQ-ERRORS$/, 'unknown_credential_identifier'],
]

const codeOf = (refusals: readonly string[]): string =>
  codes.find(([about]) => refusals.some((each) => about.test(each)))?.[1] ?? 'invalid_credential_request'

/** The member of a request that shows the code, where it was agreed to show it. */
const codeIn = (request: JsonObject): string | undefined =>
  typeof request['pre-authorized_code'] === 'string' ? request['pre-authorized_code'] : undefined

function standingOf(desk: Desk, asked: Asked, exhibits: readonly Exhibit[]): Standing {
  const { terms, ledger } = desk
  const customer = customerOf(asked, desk)
  const given = asked.headers[terms.token.header.toLowerCase()]
  const attestation = contentOf(exhibits, 'attestation')
  const nonce = attestation?.jws.payload.nonce
  const uid = contentOf(exhibits, 'validation-request')?.uid
  const request = contentOf(exhibits, 'request') ?? {}
  const dataset = request.credential_identifier
  return {
    token: customer ? 'known' : given === undefined ? 'absent' : 'unknown',
    ...(customer && typeof uid === 'string' && { holder: uid === customer.uid ? 'own' : 'another' }),
    ...(attestation && { nonce: freshness(desk, ledger.get(`nonce/${nonce}`), terms.lifetimes.nonce) ?? 'fresh' }),
    ...(exhibits.some(isShut) && { request: 'shut' as const }),
    ...(attestation && request.credential_response_encryption === undefined && { encryption: 'unasked' as const }),
    ...(typeof dataset === 'string' && { dataset: ledger.get(`session/${dataset}`) ? 'known' : 'unknown' }),
    ...(terms.codePresented === 'request' && { code: codeStanding(desk, codeIn(request), dataset) }),
  }
}

const isShut = ({ kind, withheld }: Exhibit): boolean => kind === 'request' && withheld !== undefined

/** Why something that was given out is good no more; nothing, if it still is. */
function freshness({ world }: Desk, entry: JsonObject | undefined, lifetime: number) {
  if (!entry) return 'unknown'
  if (entry.spent === true) return 'spent'
  return world.now - Number(entry.given ?? entry.opened) > lifetime ? 'stale' : undefined
}

/** A code is good for the dataset of its own session only. */
function codeStanding(desk: Desk, code: string | undefined, dataset: unknown) {
  const entry = desk.ledger.get(`code/${code}`)
  if (entry && typeof dataset === 'string' && entry.session !== dataset) return 'unknown'
  return freshness(desk, entry, desk.terms.lifetimes.code) ?? 'open'
}

/** One credential for each key that was attested, sealed as the wallet asked. */
function issueTo(issuer: Issuer, desk: Desk, asked: Asked, exhibits: readonly Exhibit[]) {
  const { world, ledger } = desk
  const customer = customerOf(asked, desk)
  const request = contentOf(exhibits, 'request') ?? {}
  const session: Session = {
    ...nobody,
    deviceId: '',
    // Who asks for a template names no dataset; the response has an id all the same (section 2.4).
    credentialIdentifier: String(request.credential_identifier ?? uuid(world.random)),
    code: codeIn(request) ?? '',
    uid: customer?.uid ?? '',
    holder: customer?.holder ?? {},
  }
  const credentials = holderKeys(exhibits, world).map((key) => {
    const { credential, payload } = issue(issuer, session, key)
    ledger.set(`issued/${payload.id}`, { status: 'active', uid: session.uid })
    return credential
  })
  const response = issuer.respond(session, request, credentials)
  const asksFor = request.credential_response_encryption
  return isObject(asksFor)
    ? issuer.answer(seal(issuer, response, { ...world, responseEncryption: asksFor }))
    : issuer.answer(issuer.sign(response, issuer.head()))
}

function holderKeys(exhibits: readonly Exhibit[], { keys }: World): readonly Jwk[] {
  const attested = contentOf(exhibits, 'attestation')?.jws.payload.attested_keys
  const found = Array.isArray(attested) ? attested.filter(isObject) : []
  return found.length > 0 ? found.map((key, i) => ({ ...key, kid: `attested-${i + 1}`, alg: 'ES256' })) : [keys.holder]
}
