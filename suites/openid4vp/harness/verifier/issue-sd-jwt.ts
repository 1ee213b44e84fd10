import { createHmac } from 'node:crypto'
import { isObject, type JsonObject, type JsonValue, readText } from '../../../../protocol/encoding/json.ts'
import { signEs256 } from '../../../../protocol/jose/es256.ts'
import { type Jwk, toPem } from '../../../../protocol/jose/jwk.ts'
import { type Claims, Hidden, hide } from '../../../../protocol/sd-jwt/hide-claims.ts'
import { writeNear } from '../../../kit/near-values.ts'
import { dropMembers } from '../../../kit/samples.ts'
import { makeSample, type SampleChange, toPublic, writeSpaced } from '../../../sd-jwt/sample.ts'
import keys from '../../../sd-jwt/sample-keys.json' with { type: 'json' }
import { certifyIssuer } from '../../../sd-jwt/test-authority.ts'
import { readPath } from '../../presented.ts'
import type { PresentationChange } from '../../verifier/probes.ts'
import { chooseClaims } from './choose-credentials.ts'
import { forgeries } from './issuer-trust.ts'
import type { PresentationTask, PresentedChanges } from './session.ts'

/** Values of claims that verifiers look at more closely. All are invented. */
const values: Readonly<Record<string, JsonValue>> = {
  given_name: 'Erin',
  family_name: 'Example',
  birthdate: '1990-02-03',
  birth_date: '1990-02-03',
  email: 'erin@example.org',
  nationalities: ['XX'],
}

export function chooseValue({ values: wanted }: JsonObject, name: string): JsonValue {
  const [first] = Array.isArray(wanted) ? wanted : []
  return first ?? values[name] ?? (/^(is_|age_(over|equal)|\d+$)/.test(name) ? true : 'example')
}

/** A value of the same type that a query does not want. */
function chooseOther({ values: wanted }: JsonObject): JsonValue | undefined {
  const [first] = Array.isArray(wanted) ? wanted : []
  const shorter = readText(first).slice(0, -1)
  const others = [...(shorter === '' ? [] : [shorter]), 'another value', 4711, true, false]
  return others.find((each) => typeof each === typeof first && Array.isArray(wanted) && !wanted.includes(each))
}

/** The value that a query wants, as another type: a text of a number, or a number of a text. */
export function chooseTyped({ values: wanted }: JsonObject): JsonValue | undefined {
  const [first] = Array.isArray(wanted) ? wanted : []
  const other =
    typeof first === 'string' ? (/^[1-9]\d{0,9}$/.test(first) ? Number(first) : undefined) : first && `${first}`
  return Array.isArray(wanted) && other !== undefined && !wanted.includes(other) ? other : undefined
}

/** The value of a claim where it is not what the query wants. */
export const changeValue = (claim: JsonObject, change: PresentationChange | undefined): JsonValue | undefined =>
  change === 'other-value' ? chooseOther(claim) : change === 'typed-value' ? chooseTyped(claim) : undefined

/** The claims whose value can be of another type. */
export const listTyped = (query: JsonObject): readonly JsonObject[] =>
  query.claim_sets === undefined ? chooseClaims(query).filter((claim) => chooseTyped(claim) !== undefined) : []

/** The claims that can have a value which the query does not want. With claim sets, what is shown may satisfy another of them. */
export const listCompared = (query: JsonObject): readonly JsonObject[] =>
  query.claim_sets === undefined ? chooseClaims(query).filter((claim) => chooseOther(claim) !== undefined) : []

type Tree = { [name: string]: Claims }

const isTree = (value: Claims | undefined): value is Tree =>
  isObject(value as JsonValue) && !(value instanceof Hidden) && !Array.isArray(value)

/** Claims that their issuer never hides (SD-JWT VC, section 2.2.2.2). */
export const plainClaims: ReadonlySet<string> = new Set(['iss', 'nbf', 'exp', 'iat', 'cnf', 'vct', 'status', '_sd_alg'])

/** Places a claim at its path: what is asked for is hidden by itself. */
function placeClaim(tree: Tree, path: readonly JsonValue[], value: JsonValue): void {
  const [step, next, ...rest] = path
  const name = readText(step)
  if (typeof step !== 'string') return
  if (next === undefined) tree[name] ??= plainClaims.has(name) ? value : hide(value)
  else if (typeof next !== 'string') tree[name] ??= placeElement(next, rest, value)
  else {
    const inner = isTree(tree[name]) ? tree[name] : {}
    tree[name] = inner
    placeClaim(inner, [next, ...rest], value)
  }
}

/** An array with as many elements as the path counts. */
function placeElement(index: JsonValue, rest: readonly JsonValue[], value: JsonValue): Claims {
  const inner: Tree = {}
  if (rest.length > 0) placeClaim(inner, rest, value)
  const element = rest.length > 0 ? inner : hide(value)
  const count = typeof index === 'number' ? Math.min(index, 20) : 0
  return [...Array.from({ length: count }, () => 'example'), element]
}

const day = 86_400

/** More than clocks may differ by: a few minutes (RFC 7519, section 4.1.4). */
const hours = 2 * 3_600

function chooseDates({ now, change }: PresentationTask): JsonObject {
  if (change === 'expired') return { iat: now - 60 * day, exp: now - 30 * day }
  if (change === 'expired-ever') return { iat: now - 60 * day, exp: 0 }
  if (change === 'expired-text') return { iat: now - 60 * day, exp: `${now - 30 * day}` }
  if (change === 'expired-lately') return { iat: now - 60 * day, exp: now - hours }
  if (change === 'valid-soon') return { iat: now - day, nbf: now + hours, exp: now + 60 * day }
  if (change === 'not-yet-valid') return { iat: now - day, nbf: now + 30 * day, exp: now + 60 * day }
  return { iat: now - day, exp: now + 30 * day }
}

/** What a credential is issued for: a presentation, by the public key of its holder. */
export interface IssuanceTask extends PresentationTask {
  readonly holder: Jwk
}

/** Issues an SD-JWT VC with all claims that a query asks for, and one that it does not. */
export function issueSdJwt(task: IssuanceTask): string {
  const { query, issuer, change, signer, presents = usualChanges, holder } = task
  const tree: Tree = change === 'whole' ? {} : { favourite_colour: hide('green') }
  for (const claim of chooseClaims(query)) {
    const path = readPath(claim)
    const other = changeValue(claim, change)
    placeClaim(tree, path, other ?? chooseValue(claim, readText(path.findLast((step) => typeof step === 'string'))))
  }
  const claims: Tree = {
    ...addOwn(tree, task),
    iss: issuer,
    vct: changeType(query, change),
    cnf: change === 'hidden-holder' ? hide({ jwk: holder }) : { jwk: holder },
    ...chooseDates(task),
    ...(task.status && { status: task.status }),
    ...task.type,
  }
  const header = { typ: 'dc+sd-jwt', ...nameKey(task) }
  const { text } = makeSample({
    claims: () => claims,
    header: ({ kid: _, ...own }) =>
      dropMembers(...(change === 'nameless' ? ['alg'] : []))({
        ...presents.header({ ...own, ...header }),
        ...changeHeader(change),
      }),
    binding: null,
    ...(signer && { signature: (_, input) => signEs256(Buffer.from(input, 'latin1'), signer) }),
    ...changeIssued(change),
  })
  return text
}

const keep = (members: JsonObject): JsonObject => members
const usualChanges: PresentedChanges = { claims: keep, header: keep, binding: keep }

/** Adds the claims that a suite has its issuers put into credentials. What a query asks for stays hidden. */
function addOwn(tree: Tree, { presents = usualChanges, ...task }: PresentationTask): Tree {
  const { iat: _, exp: __, ...own } = presents.claims({ ...chooseDates(task), vct: chooseType(task.query) })
  return { ...own, ...tree }
}

/** A parameter that no verifier knows, and that each has to know. */
export const criticalHeader: JsonObject = { crit: ['x-note'], 'x-note': 'a' }

function changeHeader(change?: PresentationChange): JsonObject {
  if (change === 'unsigned') return { alg: 'none' }
  if (change === 'misnamed') return { alg: 'ES384' }
  if (change === 'mac') return { alg: 'HS256' }
  return change === 'critical' ? criticalHeader : {}
}

/** What an issuer does otherwise than by its claims. The first claim that it hides is one for which no query asks. */
function changeIssued(change?: PresentationChange): SampleChange {
  if (change === 'unsigned') return { signature: () => Buffer.alloc(0) }
  if (change === 'mac') return { signature: (_, input) => signByPublicKey(input, keys.issuer) }
  if (change === 'whole') return { decoys: 0 }
  if (change === 'spaced-disclosures') return { content: writeSpaced }
  if (change === 'usual-hash') return { hash: 'sha-512' }
  if (change === 'repeated-digest') return { payload: repeatDigest }
  if (change === 'repeated-name') return { content: renameFirst('iss') }
  if (change === 'reserved-name') return { content: renameFirst('_sd') }
  if (change === 'reserved-dots') return { content: renameFirst('...') }
  if (change === 'longer-disclosure')
    return { content: (json, place) => (place === 0 ? json.replace(/]$/, ',1]') : json) }
  if (change === 'unknown-hash') return { payload: (payload) => ({ ...payload, _sd_alg: 'sha-999' }) }
  if (change === 'misnamed-hash') return { payload: (payload) => ({ ...payload, _sd_alg: 'sha-512' }) }
  return change && signedByAnother.has(change) ? { signature: signAsAnother } : {}
}

/** An HMAC whose secret is the text of a public key. */
export const signByPublicKey = (input: string, key: Jwk): Buffer =>
  createHmac('sha256', toPem(key)).update(input, 'latin1').digest()

/** A digest of nothing that is there. */
const decoy = 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg'

const repeatDigest = (payload: JsonObject): JsonObject => ({
  ...payload,
  _sd: [...(Array.isArray(payload._sd) ? payload._sd : []), decoy, decoy],
})

const renameFirst =
  (name: string) =>
  (json: string, place: number): string =>
    place === 0 ? json.replace('"favourite_colour"', JSON.stringify(name)) : json

const signedByAnother: ReadonlySet<PresentationChange> = new Set([
  'other-issuer',
  'self-certified',
  'namesake-certified',
  'leaf-certified',
  'certified-before',
  'self-named',
])

/** How a credential says which key signed it. */
function nameKey({ issuer, change, signer }: PresentationTask): JsonObject {
  if (change === 'self-named') return { jwk: toPublic(keys.forger) }
  const forge = change && forgeries[change]
  if (forge) return { x5c: forge(issuer).map((each) => each.toString('base64')) }
  const kid = change === 'unnamed' ? {} : { kid: 'issuer-key' }
  return signer ? kid : { ...kid, x5c: [certifyIssuer(issuer).toString('base64')] }
}

/** The type of a credential, or one that is not that of the query. */
export function changeType(query: JsonObject, change?: PresentationChange): JsonValue {
  const type = chooseType(query)
  if (change === 'other-type') return 'https://types.example/another-type'
  return change === 'listed-type' ? [type] : writeNear(type, 'type', change)
}

export const chooseType = ({ meta }: JsonObject): string => {
  const [first] = isObject(meta) && Array.isArray(meta.vct_values) ? meta.vct_values : []
  return typeof first === 'string' ? first : 'https://types.example/membership'
}

const signAsAnother = (_: Buffer, input: string): Buffer => signEs256(Buffer.from(input, 'latin1'), keys.forger)
