import fixtures from '../../fixtures/keys.json' with { type: 'json' }
import { type Acceptance, type AcceptorOptions, createAcceptor } from '../../protocol/accept/accept.ts'
import { openArtefact } from '../../protocol/artefacts/open.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import {
  type Construction,
  constructions,
  type DisclosureOrder,
  disclosureOrders,
} from '../../protocol/sd-jwt/claim.ts'
import { compileJudge, createJudgeInput } from '../../src/judge/judge.ts'
import { type ActorEnvironment, toPublicKey } from '../../suites/document/actors/steps/environment.ts'
import { createIssuer, issueCredential } from '../../suites/document/actors/steps/issuer.ts'
import { checks } from '../../suites/document/all/checks.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import type { Issuer } from '../../suites/document/model/actors.ts'
import { createDecide, createEnvironment, fixtureSession } from '../../suites/document/reference/offline-exchange.ts'

export const keys = fixtures

/** Every way in which a credential can be made. */
export const manners = constructions.flatMap((construction) =>
  disclosureOrders.map((order) => ({ construction, order })),
)
export type Manner = { readonly construction: Construction; readonly order: DisclosureOrder }

export const parts: Manner = { construction: 'parts', order: 'name-value-salt' }
export const whole: Manner = { construction: 'disclosure', order: 'salt-name-value' }

export const settingOf = ({ construction, order }: Manner) =>
  ({
    profile: 'document',
    decisions: { 'sd.digest': construction, 'sd.order': order, 'sd.serialization': 'tilde-terminated' },
  }) as const

export const worldOf = (manner: Manner, seed = 'accept'): ActorEnvironment => createEnvironment(settingOf(manner), seed)

export const jwks: JsonObject = { keys: [keys.issuer, keys.issuerNext].map(toPublicKey) }

/** An acceptor for the credentials of this manner, with other options on top. */
export function acceptorFor(manner: Manner, options: Partial<AcceptorOptions> = {}): (compact: string) => Acceptance {
  const { dialect, now, issuer } = worldOf(manner)
  const { hashName, credentialType } = dialect
  return createAcceptor({ jwks, ...manner, hashName, types: [credentialType], now, skew: 60, issuer, ...options })
}

/** A credential of an issuer that is honest but for the bend, and of a holder that has these claims. */
export const issued = (manner: Manner, bend: Partial<Issuer> | ((issuer: Issuer) => Partial<Issuer>) = {}): string => {
  const issuer = createIssuer(worldOf(manner))
  const bent = typeof bend === 'function' ? bend(issuer) : bend
  return issueCredential({ ...issuer, ...bent }, fixtureSession, toPublicKey(keys.holder)).credential
}

/** A credential with claims of our own. */
export const withClaims = (manner: Manner, claims: ReturnType<Issuer['draft']>['claims']): string =>
  issued(manner, (issuer) => ({ draft: (...about) => ({ ...issuer.draft(...about), claims }) }))

/** A credential whose payload was bent before it was signed. */
export const withPayload = (manner: Manner, bend: (payload: JsonObject) => JsonObject): string =>
  issued(manner, (issuer) => ({
    embed: (payload, digests) => bend(issuer.embed(payload, digests) as JsonObject), // what the honest issuer makes is one
  }))

/** A credential whose header was bent before it was signed. */
export const withHeader = (manner: Manner, bend: JsonObject): string =>
  issued(manner, (issuer) => ({
    signCredential: ({ header, payload }) =>
      issuer.signCredential({ header: { ...(header as JsonObject), ...bend }, payload }), // likewise
  }))

/** What no sentence obliges a verifier to reject, and the acceptor rejects: it reads a credential as the document describes it. */
const strictIds = /^CLAIM-|^CNF-(PUBLIC|KTY|CRV|X|Y|POINT|ALG)$|^CRED-(ID|CNF|IAT|ISS|LASTS|NBF)$|^SD-FLAT$|^STATUS-ID$/

const judge = compileJudge(requirements, checks).select(
  ({ id, refusedBy, seen }) =>
    'in' in seen &&
    seen.in.includes('credential') &&
    (strictIds.test(id) || refusedBy.some((role) => role === 'verifier' || role === 'everyone')),
)

/** The requirements for whose sake a verifier has to turn a credential away, as far as the suites find them broken. */
export function brokenIn(manner: Manner, text: string): readonly string[] {
  const { now, issuer } = worldOf(manner)
  return judge
    .judge(createJudgeInput(openArtefact('credential', text), { now, jwks, issuer }), createDecide(settingOf(manner)))
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'harnessError')
    .map(({ requirement }) => requirement.id)
}

/** The signed part of a credential, and its disclosures. */
export const piecesOf = (credential: string): [jwt: string, disclosures: string[]] => {
  const [jwt = '', ...disclosures] = credential.split('~').slice(0, -1)
  return [jwt, disclosures]
}
