import { type JsonObject, readText } from '../../../protocol/encoding/json.ts'
import { setMembers } from '../../kit/samples.ts'
import keys from '../../sd-jwt/sample-keys.json' with { type: 'json' }
import { findNextDocument, type TypeChange, writePlain } from '../../sd-jwt-vc/served-types.ts'
import { serveTypes } from '../issued-types.ts'
import {
  changeBody,
  changeResponse,
  combine,
  type IssuerMutation,
  setHeaders,
  setStatus,
  setSteps,
} from '../issuer-changes.ts'
import { makeWalletProbe, type WalletProbe } from './make-probe.ts'
import { VCIWALLET } from './requirements.ts'

// What a wallet fetches to validate a credential: the keys of its issuer, and its type metadata.

/** Redirections that are served one after the other. */
export const mostRedirections = 60

const changeKeys = (change: (metadata: JsonObject) => JsonObject): IssuerMutation =>
  changeResponse('keys', changeBody(change))

const { kty, crv, x, y } = keys.other
const otherKeys = { keys: [{ kty, crv, x, y, kid: 'issuer-key', alg: 'ES256' }] }

/** Redirects from the metadata to the same. */
const redirectKeys: IssuerMutation = (steps) => {
  let count = 0
  return {
    ...steps,
    send: (endpoint, response) => {
      const sent = steps.send(endpoint, response)
      if (endpoint !== 'keys' || ++count > mostRedirections) return sent
      const { origin, pathname } = new URL(readText(JSON.parse(sent.body).issuer)) // our own
      const location = `${origin}/.well-known/jwt-vc-issuer${pathname}`
      return setStatus(302)(setHeaders({ location })(sent))
    },
  }
}

/** Redirects from the metadata to the same address without HTTPS. */
const moveKeys = changeResponse('keys', (response) => {
  const { origin, pathname } = new URL(readText(JSON.parse(response.body).issuer)) // our own
  const location = writePlain(`${origin}/.well-known/jwt-vc-issuer${pathname}`)
  return setStatus(302)(setHeaders({ location })(response))
})

/** Changes the issuer that a credential names. */
const nameIssuer = (change: (issuer: string) => string): IssuerMutation =>
  setSteps({ credentialClaims: (claims) => ({ ...claims, iss: change(readText(claims.iss)) }) })

const addSlash = combine(
  nameIssuer((issuer) => `${issuer}/`),
  changeKeys((metadata) => ({ ...metadata, issuer: `${readText(metadata.issuer)}/` })),
)

const refused =
  (row: WalletProbe['row'], obligation = row.standard ?? '') =>
  (description: string, change: IssuerMutation): WalletProbe =>
    makeWalletProbe('refusal', 'acceptance')(row, description, change, {
      ...{ obligation, needsCall: 'keys', needsSdJwt: true },
    })

const session = makeWalletProbe('session', [])

const keepsHttps =
  (needsCall: 'keys' | 'types') =>
  (description: string, change: IssuerMutation, more: Partial<WalletProbe> = {}): WalletProbe =>
    makeWalletProbe('no-plain', [])(VCIWALLET.PLAIN, description, change, {
      ...{ needsCall, needsTls: true, needsSdJwt: true, obligation: VCIWALLET.PLAIN.standard ?? '' },
      ...more,
    })

// biome-ignore format: a table, one row a line.
export const issuerKeyProbes: readonly WalletProbe[] = [
  refused(VCIWALLET['KEYS-SAME'])('a credential whose issuer publishes metadata of another', changeKeys(setMembers({ issuer: 'https://other.example' }))),
  refused(VCIWALLET['KEYS-SAME'])('a credential whose issuer publishes metadata without `issuer`', changeKeys(({ issuer: _, ...metadata }) => metadata)),
  refused(VCIWALLET['KEYS-ERROR'])('a credential whose issuer gives its metadata with an error', changeResponse('keys', setStatus(404))),
  refused(VCIWALLET['KEYS-OWN'])('a credential whose issuer publishes another key', changeKeys(setMembers({ jwks: otherKeys }))),
  refused(VCIWALLET['KEYS-OWN'])('a credential that names an issuer without metadata', nameIssuer((issuer) => `${issuer}/another`)),
  session(VCIWALLET['KEYS-ASKED'], 'a credential whose issuer has a slash at the end of its path', addSlash, { needsSdJwt: true }),
  keepsHttps('keys')('a credential whose issuer redirects from its metadata to an address without HTTPS', moveKeys),
  session(VCIWALLET['KEYS-LOOP'], 'a credential whose issuer redirects from its metadata to the same', redirectKeys, { needsSdJwt: true }),
]

const usualTypes = serveTypes()

const typed =
  (expects: WalletProbe['expects']) =>
  (row: WalletProbe['row'], description: string, change?: TypeChange, control = usualTypes): WalletProbe =>
    makeWalletProbe(expects, 'acceptance')(row, description, change ? serveTypes(change) : usualTypes, {
      ...{ control, needsCall: 'types', needsSdJwt: true, obligation: row.standard ?? '' },
      next: `/types/${findNextDocument(change)}`,
    })

const unused = typed('no-use')
const used = typed('use')
const unfit = typed('refusal')
const taken = typed('issuance')

// biome-ignore format: a table, one row a line.
export const typeProbes: readonly WalletProbe[] = [
  keepsHttps('types')('a credential whose type metadata redirect to an address without HTTPS', serveTypes('type-moved-plain'), { control: usualTypes }),
  keepsHttps('types')('a credential whose type extends one at an address without HTTPS', serveTypes('type-extended-plain'), { control: usualTypes, next: '/types/root' }),
  used(VCIWALLET['TYPE-EXTENDS'], 'a credential whose type extends others'),
  unused(VCIWALLET['TYPE-VCT'], 'a credential whose type metadata have another `vct`', 'type-other-vct'),
  unused(VCIWALLET['TYPE-VCT'], 'a credential whose type extends metadata with another `vct`', 'type-extended-vct'),
  unused(VCIWALLET['TYPE-ERROR'], 'a credential whose type metadata come with an error', 'type-error'),
  unused(VCIWALLET['TYPE-INTEGRITY'], 'a credential with the digest of other type metadata', 'type-other-digest'),
  unused(VCIWALLET['TYPE-INTEGRITY'], 'a credential with a digest of type metadata by a hash function that was made up', 'type-unknown-digest'),
  unused(VCIWALLET['TYPE-INTEGRITY'], 'a credential whose weaker digest of two is that of its type metadata', 'type-weaker-digest', serveTypes('type-strong-digest')),
  unused(VCIWALLET['TYPE-INTEGRITY'], 'a credential whose type has the digest of other metadata than it extends', 'type-extended-digest'),
  used(VCIWALLET['TYPE-READ'], 'a credential with two digests by one hash function, of which one is that of its type metadata', 'type-several-digests'),
  taken(VCIWALLET['TYPE-READ'], 'a credential whose type metadata have members that are not known', 'type-noted'),
  unfit(VCIWALLET['TYPE-CLAIMS'], 'a credential whose type metadata have a path that is a text', 'type-malformed'),
  unfit(VCIWALLET['TYPE-CLAIMS'], 'a credential without a claim that its type makes mandatory', 'type-mandatory'),
  unfit(VCIWALLET['TYPE-CLAIMS'], 'a credential that shows a claim which its type has hidden', 'type-always'),
  unfit(VCIWALLET['TYPE-CLAIMS'], 'a credential that hides a claim which its type has not hidden', 'type-never'),
  unfit(VCIWALLET['TYPE-CLAIMS'], 'a credential in which a path of its type leads through a text', 'type-path'),
  unfit(VCIWALLET['TYPE-EXTENDS'], 'a credential without a claim that a type makes mandatory which its type extends', 'type-extended-mandatory'),
  unfit(VCIWALLET['TYPE-CIRCULAR'], 'a credential whose type extends itself through others', 'type-circular'),
]
