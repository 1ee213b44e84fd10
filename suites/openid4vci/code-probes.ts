import { createHash } from 'node:crypto'
import { toSlug } from '../../model/ids.ts'
import type { Requirement } from '../../model/requirement.ts'
import { changeCharacter } from '../kit/near-values.ts'
import { dropMembers as drop } from '../kit/samples.ts'
import { swapCase } from '../kit/values.ts'
import type { Form } from '../oauth/exchange-checks.ts'
import { VCIAUTH, VCIPAR, VCIPKCE } from '../oauth/requirements.ts'
import { VCIUSE } from './requirements.ts'

/** Where a probe of the authorization code grant goes: an authorization request may be wrong only for its token request. */
export type CodeProbePlace = 'authorization' | 'push' | 'token' | 'authorization-of-token'

/** What a server has to have before a probe can be sent. */
export type CodeProbeNeed =
  | 'challenge'
  | 'scope'
  | 'registration'
  | 'unauthenticated'
  | 'details'
  | 'unpushed-or-unauthenticated'
  | 'code-alone'
  | 'lettered'

/** A request of the authorization code grant that differs from the valid one in one place. */
export interface CodeProbe {
  readonly id: string
  readonly row: Requirement
  readonly description: string
  readonly at: CodeProbePlace
  /** The details are those of the credential that the form is about. */
  readonly change: (form: Form, details: string) => Form
  readonly expects: 'refusal' | 'success'
  readonly needs: readonly CodeProbeNeed[]
  readonly obligation: string
  /** The one error that may be given. */
  readonly error?: string
}

interface ProbeOptions {
  readonly needs?: readonly CodeProbeNeed[]
  readonly error?: string
  readonly expects?: CodeProbe['expects']
  readonly obligation?: string
}

const make =
  (at: CodeProbePlace) =>
  (
    row: Requirement,
    description: string,
    change: CodeProbe['change'],
    { needs = [], expects = 'refusal', obligation = row.standard ?? '', ...rest }: ProbeOptions = {},
  ): CodeProbe => ({
    id: `${row.id}/${toSlug(description)}`,
    row,
    description,
    at,
    change,
    expects,
    needs,
    obligation,
    ...rest,
  })

const authorization = make('authorization')
const push = make('push')
const token = make('token')
const authorizationOfToken = make('authorization-of-token')

const put =
  (members: Form) =>
  (form: Form): Form => ({ ...form, ...members })

/** An address that no wallet has. */
const foreignUri = 'https://attacker.invalid/callback'

/** A client that is not known anywhere. */
export const inventedClient = 'a-client-of-nowhere'

/** A challenge that is not that of the verifier, and almost the same. No shorter one is valid (RFC 7636, section 4.2). */
const nearChallenges = [
  ['its last character but one changed', changeCharacter],
  ['its first character changed', (text) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`],
  ['capital letters in place of small ones', swapCase],
] as const satisfies readonly (readonly [what: string, write: (challenge: string) => string])[]

/** As long as a verifier has to be. */
const otherVerifier = 'another-verifier-another-verifier-another-verifier'

// biome-ignore format: a table, one row a line.
export const codeProbes: readonly CodeProbe[] = [
  authorization(VCIAUTH.TYPE, 'an authorization request with a `response_type` that does not exist', put({ response_type: 'x-assay' })),
  authorization(VCIAUTH.TYPE, 'an authorization request with the `response_type` `token`', put({ response_type: 'token' }), { needs: ['code-alone'] }),
  authorization(VCIAUTH.TYPE, 'an authorization request with the `response_type` `code id_token`', put({ response_type: 'code id_token', nonce: 'n-0S6_WzA2Mj' }), { needs: ['code-alone'] }),
  authorization(VCIAUTH.STATELESS, 'an authorization request without `state`', drop('state'), { expects: 'success' }),
  authorization(VCIAUTH.STATE, 'an authorization request whose `state` has a blank and signs', (form) => ({ ...form, state: `${form.state} +&=%2B` }), { expects: 'success' }),
  authorization(VCIPKCE.METHOD, 'an authorization request with a `code_challenge_method` that does not exist', put({ code_challenge_method: 'x-assay' }), { needs: ['challenge'] }),
  authorization(VCIAUTH.REDIRECT, 'an authorization request with another `redirect_uri`', put({ redirect_uri: foreignUri }), { needs: ['registration', 'unpushed-or-unauthenticated'] }),
  authorization(VCIAUTH.REDIRECT, 'an authorization request with a longer `redirect_uri`', (form) => ({ ...form, redirect_uri: `${form.redirect_uri}/other` }), { needs: ['registration', 'unpushed-or-unauthenticated'] }),
  authorization(VCIAUTH.SCOPES, 'an authorization request with a scope that is not known beside the usual one', (form) => ({ ...form, scope: `${form.scope} x-assay-unknown` }), { needs: ['scope'], expects: 'success' }),
  authorization(VCIAUTH.BOTH, 'an authorization request with `scope` and `authorization_details`', (form, details) => ({ ...form, authorization_details: details }), { needs: ['scope', 'details'], expects: 'success' }),
  authorization(VCIUSE.IGNORES, 'an authorization request with a parameter that is not known', put({ 'x-note': 'a' }), { expects: 'success', obligation: 'OpenID4VCI 1.0, section 5.1.3' }),

  push(VCIPAR.PLAIN, 'a pushed request with `request_uri`', put({ request_uri: 'urn:ietf:params:oauth:request_uri:a-request-of-nowhere' })),
  push(VCIPAR.VALIDATES, 'a pushed request with a `response_type` that does not exist', put({ response_type: 'x-assay' })),
  push(VCIPAR.VALIDATES, 'a pushed request with another `redirect_uri`', put({ redirect_uri: foreignUri }), { needs: ['registration', 'unauthenticated'] }),

  token(VCIAUTH.INVENTED, 'a token request with an authorization code that was made up', put({ code: 'a-code-of-nowhere' })),
  token(VCIAUTH.CLIENT, 'a token request of another client', put({ client_id: inventedClient })),
  token(VCIAUTH.CLIENT, 'a token request of a client whose name is longer', (form) => ({ ...form, client_id: `${form.client_id}-other` })),
  token(VCIAUTH.CLIENT, 'a token request of a client whose name is in other letters', (form) => ({ ...form, client_id: swapCase(form.client_id ?? '') }), { obligation: 'RFC 6749, sections 1.9 and 4.1.3', needs: ['lettered'] }),
  token(VCIAUTH.CLIENT, 'a token request without `client_id`', drop('client_id'), { obligation: 'RFC 6749, sections 3.2.1 and 4.1.3', needs: ['unauthenticated'] }),
  token(VCIAUTH['SAME-URI'], 'a token request with another `redirect_uri`', put({ redirect_uri: foreignUri })),
  token(VCIAUTH['SAME-URI'], 'a token request with a longer `redirect_uri`', (form) => ({ ...form, redirect_uri: `${form.redirect_uri}/other` })),
  token(VCIPKCE.VERIFIER, 'a token request with the challenge as `code_verifier`', (form) => ({ ...form, code_verifier: createHash('sha256').update(form.code_verifier ?? '').digest('base64url') }), { needs: ['challenge'] }),
  ...nearChallenges.map(([what, write]) => authorizationOfToken(VCIPKCE.VERIFIER, `a token request whose challenge has ${what}`, (form) => ({ ...form, code_challenge: write(form.code_challenge ?? '') }), { needs: ['challenge'], error: 'invalid_grant' })),
  token(VCIPKCE.VERIFIER, 'a token request without `code_verifier`', drop('code_verifier'), { needs: ['challenge'] }),
  token(VCIPKCE.VERIFIER, 'a token request with another `code_verifier`', put({ code_verifier: otherVerifier }), { needs: ['challenge'], error: 'invalid_grant' }),
  token(VCIUSE.IGNORES, 'a token request for an authorization code with a parameter that is not known', put({ 'x-note': 'a' }), { expects: 'success', obligation: 'OpenID4VCI 1.0, section 6.1' }),
]
