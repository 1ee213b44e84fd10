import type { Session, Standing, Wallet } from '../../model/actors.ts'
import type { Asked, Endpoint, Replied } from '../../model/wire.ts'
import type { Exhibit, Kind } from '../../protocol/evidence.ts'
import { isObject, type JsonObject, parseJsonObject, writeJson } from '../../protocol/json.ts'
import { readSigned } from '../../protocol/jws.ts'
import { offerInUrl } from '../../protocol/offer.ts'
import { open } from '../../protocol/open.ts'
import { attempt } from '../../protocol/problem.ts'
import { toX5c } from '../device.ts'
import { certificatesOf } from '../wallet.ts'
import type { World } from '../world.ts'
import { contentOf, type Desk, type Ports, type Pushed, refusalsOf } from './desk.ts'
import { called, succeeded } from './http.ts'

/** Thrown by a wallet that goes no further; nobody is told, because nobody asks. */
class Stop extends Error {}

/** A wallet at work: it takes an offer, fetches what it needs, and calls the identity app with its request. */
export function walletAtWork(wallet: Wallet, desk: Desk, ports: Ports) {
  const { world, terms } = desk

  const refuses = (exhibits: readonly Exhibit[], standing: Standing = {}): boolean =>
    refusalsOf(wallet.validations, { exhibits, known: { now: world.now, issuer: world.issuer }, standing }).length > 0

  async function fetched<K extends Kind>(endpoint: Endpoint, asked: Asked, kind: K) {
    const replied: Replied = await ports.call(endpoint, 'wallet', wallet.post(asked, endpoint))
    const exhibits = succeeded(replied) ? open(kind, replied.body) : []
    const content = contentOf(exhibits, kind) ?? wrapped(exhibits)
    const standing = { endpoint, mediaType: replied.headers['content-type'] ?? '' }
    if (refuses(exhibits, standing) || content === undefined) throw new Stop(kind)
    return content
  }

  async function offerIn(pushed: string): Promise<JsonObject> {
    const link = attempt(() => offerInUrl(pushed))
    const reference = 'value' in link ? link.value?.reference : undefined
    if (reference !== undefined) {
      return fetched('offer', called({ ...terms.addresses.offer, url: reference }), 'offer')
    }
    const exhibits = open('offer', ('value' in link ? link.value?.value : undefined) ?? pushed)
    const offer = contentOf(exhibits, 'offer') ?? wrapped(exhibits)
    if (refuses(exhibits) || offer === undefined) throw new Stop('offer')
    return offer
  }

  async function take(pushed: string, credentialIdentifier: string): Promise<void> {
    const { offer, metadata, nonce } = await wallet.gather({
      offer: () => offerIn(pushed),
      metadata: () => fetched('issuerMetadata', called(terms.addresses.issuerMetadata), 'metadata'),
      nonce: async (found) => {
        const given = await fetched('nonce', called(nonceAddress(desk, found)), 'nonce-response')
        return nonceIn(given, world.dialect.nonceField)
      },
    })
    const session = sessionOf(offer, credentialIdentifier, nonce)
    const { request, sealed, certificates } = requestIn(session, wallet, world, metadata)
    desk.device.certificates = certificates
    if (sealed === undefined) throw new Stop('metadata')
    const link = wallet.link(sealed)
    await wallet.act(() => ports.openLink(link, writeJson(request)), 'deeplink')
  }

  return {
    /** Takes what the credential manager hands over. */
    take: ({ offer, credentialIdentifier }: Pushed): Promise<void> =>
      take(offer, credentialIdentifier).catch((error: unknown) => {
        if (!(error instanceof Stop)) throw error
      }),
  }
}

/** What a wallet asks with: attested, with certificates where it was agreed, and sealed if the metadata hold a key for that. */
export function requestIn(session: Session, wallet: Wallet, world: World, metadata: JsonObject) {
  const { nonce } = session
  const attestation = wallet.signAttestation(wallet.attest(nonce, toX5c(wallet.certify(wallet.describe(nonce)))))
  const certificates = certificatesOf(wallet, world)
  const request = wallet.request(session, attestation, certificates)
  const sealed = attempt(() => wallet.encrypt(request, metadata))
  return { request, certificates, sealed: 'value' in sealed ? sealed.value : undefined }
}

/** What a JWT holds that stands in the place of an offer. Whoever looks whether it is one refuses it; who does not can read it. */
function wrapped([exhibit]: readonly Exhibit[]): JsonObject | undefined {
  if (exhibit?.kind !== 'offer') return undefined
  const read = attempt(() => parseJsonObject(readSigned(exhibit.text).body))
  return 'value' in read ? read.value : undefined
}

/** Where nonces are given: as configured; the metadata may know better where nothing was. */
function nonceAddress({ terms }: Desk, { nonce_endpoint: announced }: JsonObject) {
  const { method, url } = terms.addresses.nonce
  return { method, url: typeof announced === 'string' && announced.startsWith('http') ? announced : url }
}

export const nonceIn = (given: JsonObject, field: string): string => {
  const value = given[field] ?? given.c_nonce ?? given.nonce
  return typeof value === 'string' ? value : ''
}

const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

function sessionOf(offer: JsonObject, credentialIdentifier: string, nonce: string): Session {
  const { grants, credential_configuration_ids: ids } = offer
  const granted = isObject(grants) && isObject(grants[grant]) ? grants[grant]['pre-authorized_code'] : ''
  const configurationId = Array.isArray(ids) ? String(ids[0]) : ''
  return { ...anonymous, configurationId, credentialIdentifier, code: String(granted), nonce }
}

const anonymous = { deviceId: '', uid: '', sessionToken: '', holder: {} }
