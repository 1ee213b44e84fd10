// A verifier of OpenID4VP 1.0 that shares no code with the checks: section 8.6, step by step, for SD-JWT VCs in plain responses.
// With `bug` it leaves out one step.
import { judge as judgeSdJwt } from './rfc9901.ts'

// biome-ignore lint/suspicious/noExplicitAny: any JSON
type Json = any

interface Question {
  readonly request: Json
  readonly response: Json
  readonly jwks: Json
  readonly now: number
  readonly origin?: string
}

type Answer = { readonly accepted: boolean; readonly reason?: string } | { readonly unsupported: string }

class Refusal extends Error {}

const must = (holds: boolean, reason: string): void => {
  if (!holds) throw new Refusal(reason)
}

/** Answers one question; `bug` names the step that is left out. */
export function answer(question: Question, bug = ''): Answer {
  if (question.response.response !== undefined) return { unsupported: 'encryption' }
  if (question.origin !== undefined) return { unsupported: 'the Digital Credentials API' }
  try {
    validate(question, (step) => step === bug)
    return { accepted: true }
  } catch (error) {
    return { accepted: false, reason: error instanceof Error ? error.message : 'unknown' }
  }
}

function validate(question: Question, skips: (step: string) => boolean): void {
  const { request, response } = question
  const { credentials, credential_sets: sets } = request.dcql_query
  const token = response.vp_token
  must(typeof token === 'object' && token !== null && !Array.isArray(token), 'vp_token is not an object')
  const isLoose = credentials.some((each: Json) => each.require_cryptographic_holder_binding === false)
  if (isLoose && !skips('state')) must(response.state === request.state, 'another state')
  const good = credentials.filter((query: Json) => isAnswered(query, token[query.id], question, skips))
  const ids = good.map((query: Json) => query.id)
  const has = (option: readonly string[]): boolean => option.every((id) => ids.includes(id))
  if (skips('sets')) return
  if (!sets) must(has(credentials.map((query: Json) => query.id)), 'a credential is missing')
  for (const { options, required } of sets ?? []) must(required === false || options.some(has), 'a set is missing')
}

function isAnswered(query: Json, list: Json, question: Question, skips: (step: string) => boolean): boolean {
  if (list === undefined || query.format !== 'dc+sd-jwt') return false
  must(Array.isArray(list) && list.length > 0, 'no array')
  must(query.multiple === true || list.length === 1 || skips('one'), 'several presentations')
  for (const presentation of list) validatePresentation(query, presentation, question, skips)
  return true
}

function validatePresentation(
  { require_cryptographic_holder_binding: isBound = true, ...query }: Json,
  presentation: Json,
  { request, jwks, now }: Question,
  skips: (step: string) => boolean,
): void {
  must(typeof presentation === 'string' && presentation.includes('~'), 'no SD-JWT')
  const claims = readBinding(presentation)
  const { accepted, payload, reason } = judgeSdJwt(
    {
      sdJwt: presentation,
      jwks,
      now,
      audience: skips('audience') ? claims.aud : request.client_id,
      nonce: skips('nonce') ? claims.nonce : request.nonce,
      keyBinding: isBound && !skips('binding') ? 'required' : 'allowed',
    },
    skips('sd_hash') ? 'sd_hash' : '',
  )
  must(accepted, reason ?? 'refused')
  const { vct_values: types } = query.meta
  must(!types || types.includes(payload.vct) || skips('vct'), 'another type')
  const options = query.claim_sets?.map((set: Json) => query.claims.filter(({ id }: Json) => set.includes(id))) ?? [
    query.claims ?? [],
  ]
  const hasAll = options.some((option: Json) => option.every(({ path }: Json) => hasClaim(payload, path)))
  must(hasAll || skips('claims'), 'a claim is missing')
}

/** The claims of a Key Binding JWT, whatever they are worth. */
function readBinding(presentation: string): Json {
  const [, payload = ''] = presentation.slice(presentation.lastIndexOf('~') + 1).split('.')
  return payload === '' ? {} : JSON.parse(Buffer.from(payload, 'base64url').toString())
}

const hasClaim = (value: Json, [step, ...rest]: Json): boolean => {
  if (value === undefined) return false
  if (step === undefined) return true
  if (step === null) return Array.isArray(value) && value.some((each) => hasClaim(each, rest))
  return hasClaim(value?.[step], rest)
}
