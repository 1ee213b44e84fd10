import type { HttpRequest, HttpResponse } from '../../../../model/wire.ts'
import type { Artefact } from '../../../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../../../protocol/artefacts/artefact-kinds.ts'
import { findNonce } from '../../../../protocol/artefacts/nonce-response.ts'
import { parseOfferUrl } from '../../../../protocol/artefacts/offer.ts'
import { openArtefact } from '../../../../protocol/artefacts/open.ts'
import { isObject, type JsonObject, parseJsonObject, readText, writeJson } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { chooseRequestEncryption, chooseResponseEncryption } from '../../../../protocol/jose/agreed-encryption.ts'
import { readSigned } from '../../../../protocol/jose/jws.ts'
import { describeUnsoundKey } from '../../../../protocol/jose/sound-key.ts'
import type { MessageState, Session, Wallet } from '../../model/actors.ts'
import type { Endpoint } from '../../model/endpoints.ts'
import { toX5c } from '../steps/device.ts'
import { type ActorEnvironment, listWalletSeals, toPublicKey } from '../steps/environment.ts'
import { createCertificates } from '../steps/wallet.ts'
import { completeMetadata, findContent, type Network, type OfferPush, type ServiceContext } from './context.ts'
import { createJsonRequest, isSuccessful } from './http.ts'

/** Thrown by a wallet that goes no further. No message is sent. */
class Stop extends Error {}

/** A wallet at work: it takes an offer, fetches what it needs, and calls the identity app with its request. */
export function startWallet(wallet: Wallet, context: ServiceContext, network: Network) {
  const { environment, terms } = context

  const refuses = (artefacts: readonly Artefact[], standing: MessageState = {}): boolean =>
    wallet.findRefusals({
      artefacts,
      facts: { now: environment.now, issuer: environment.issuer },
      state: standing,
    }).length > 0

  async function fetched<K extends ArtefactKind>(endpoint: Endpoint, request: HttpRequest, kind: K) {
    const response: HttpResponse = await network.call(endpoint, 'wallet', wallet.adjustRequest(request, endpoint))
    const artefacts = isSuccessful(response) ? openArtefact(kind, response.body) : []
    const content = findContent(artefacts, kind) ?? readUnverified(artefacts)
    if (refuses(artefacts) || content === undefined) throw new Stop(kind)
    return content
  }

  async function findOffer(pushed: string): Promise<JsonObject> {
    const link = attempt(() => parseOfferUrl(pushed))
    const reference = 'value' in link ? link.value?.reference : undefined
    if (reference !== undefined) {
      return fetched('offer', createJsonRequest({ ...terms.addresses.offer, url: reference }), 'offer')
    }
    const artefacts = openArtefact('offer', ('value' in link ? link.value?.value : undefined) ?? pushed)
    const offer = findContent(artefacts, 'offer') ?? readUnverified(artefacts)
    if (refuses(artefacts) || offer === undefined) throw new Stop('offer')
    return offer
  }

  async function take(pushed: string, credentialIdentifier: string): Promise<void> {
    const { offer, metadata, nonce } = await wallet.gather({
      offer: () => findOffer(pushed),
      metadata: () => fetched('issuerMetadata', createJsonRequest(terms.addresses.issuerMetadata), 'metadata'),
      nonce: async (found) => {
        const given = await fetched('nonce', createJsonRequest(findNonceAddress(context, found)), 'nonce-response')
        return readNonce(given, environment.dialect.nonceField)
      },
    })
    const session = createSession(offer, credentialIdentifier, nonce)
    const complete = completeMetadata(context, metadata)
    if (hasWeakKey(complete) && refuses([], { requestKey: 'weak' })) throw new Stop('metadata')
    const { request, sealed, certificates } = createCredentialRequest(session, wallet, environment, complete)
    context.device.certificates = certificates
    if (sealed === undefined) throw new Stop('metadata')
    const link = wallet.link(sealed)
    await wallet.perform(() => network.openLink(link, writeJson(request)), 'deeplink')
  }

  return {
    /** Takes what the credential manager hands over. */
    take: ({ offer, credentialIdentifier }: OfferPush): Promise<void> =>
      take(offer, credentialIdentifier).catch((error: unknown) => {
        if (!(error instanceof Stop)) throw error
      }),
  }
}

/** What a wallet asks with: attested, with certificates where it was agreed, and sealed if the metadata hold a key for that. */
export function createCredentialRequest(
  session: Session,
  wallet: Wallet,
  environment: ActorEnvironment,
  metadata: JsonObject,
) {
  const { nonce } = session
  const attestation = wallet.signAttestation(wallet.attest(nonce, toX5c(wallet.certify(wallet.describe(nonce)))))
  const { responseEncryption: wanted, keys } = environment
  const wish = { wanted, keys: listWalletSeals(keys).map(toPublicKey) }
  const responseEncryption = chooseResponseEncryption(wish, metadata.credential_response_encryption)
  const certificates = createCertificates(wallet, environment, responseEncryption)
  const made = attempt(() => {
    const request = wallet.request({ ...session, responseEncryption }, attestation, certificates)
    return { request, sealed: wallet.encrypt(request, metadata) }
  })
  return { certificates, ...('value' in made ? made.value : { request: {}, sealed: undefined }) }
}

/** Whether the key that a wallet chooses is an RSA key that protects nothing. */
function hasWeakKey({ credential_request_encryption: found }: JsonObject): boolean {
  const key = chooseRequestEncryption(found)?.key
  return key?.kty === 'RSA' && describeUnsoundKey(key) !== undefined
}

/** The payload of a JWT in the place of an offer. A wallet that validates the form rejects it; one that does not reads it. */
function readUnverified([artefact]: readonly Artefact[]): JsonObject | undefined {
  if (artefact?.kind !== 'offer') return undefined
  const read = attempt(() => parseJsonObject(readSigned(artefact.text).body))
  return 'value' in read ? read.value : undefined
}

/** Where nonces are given: as configured; the metadata may know better where nothing was. */
function findNonceAddress({ terms }: ServiceContext, { nonce_endpoint: announced }: JsonObject) {
  const { method, url } = terms.addresses.nonce
  return { method, url: typeof announced === 'string' && announced.startsWith('http') ? announced : url }
}

export const readNonce = (given: JsonObject, field: string): string => {
  const value = findNonce(given, field)
  return typeof value === 'string' ? value : ''
}

const grantType = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

function createSession(offer: JsonObject, credentialIdentifier: string, nonce: string): Session {
  const { grants, credential_configuration_ids: ids } = offer
  const granted = isObject(grants) && isObject(grants[grantType]) ? grants[grantType]['pre-authorized_code'] : ''
  const configurationId = Array.isArray(ids) ? readText(ids[0]) : ''
  return { ...emptyHolder, configurationId, credentialIdentifier, code: readText(granted), nonce }
}

const emptyHolder = { deviceId: '', uid: '', sessionToken: '', holder: {} }
