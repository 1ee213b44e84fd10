import { describe, expect, it } from 'vitest'
import keys from '../fixtures/keys.json' with { type: 'json' }
import { profiles } from '../model/decision.ts'
import { encodeBase64url } from '../protocol/encoding/base64url.ts'
import {
  isObject,
  type JsonObject,
  type JsonValue,
  RawJson,
  type Writable,
  writeJson,
} from '../protocol/encoding/json.ts'
import { compileJudge } from '../src/judge/judge.ts'
import { checks } from '../suites/document/all/checks.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import { changeText, decodeText } from '../suites/document/disclosure/edits.ts'
import { editPart } from '../suites/document/kit/compact-text.ts'
import { change } from '../suites/document/kit/edits.ts'
import { changeDisclosures, mutate } from '../suites/document/kit/message-mutations.ts'
import { changeResult, replaceStep } from '../suites/document/kit/mutations.ts'
import type { ActorMutation, Actors } from '../suites/document/model/actors.ts'
import type { FaultSettings } from '../suites/document/model/fault.ts'
import { createDecide, runOffline } from '../suites/document/reference/offline-exchange.ts'

// Whatever a check skips because it cannot read it: one row says so.

type Rewrite = (text: string) => string
type Spoil = (how: Rewrite) => ActorMutation

const nest = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const addMember =
  (member: string): Rewrite =>
  (text) =>
    text.replace(/^\{/, `{${member},`)

/** JSON objects that cannot be read, or that two parsers read differently. */
const spoiledObjects: Readonly<Record<string, Rewrite>> = {
  'a byte order mark': (text) => `\ufeff${text}`,
  'a repeated member': addMember('"x":1,"x":2'),
  'a lone surrogate': addMember('"x":"\\ud800"'),
  'a number out of range': addMember('"x":1e999'),
  'deep nesting': addMember(`"x":${nest(300)}`),
  'an array around it': (text) => `[${text}]`,
  'no end': (text) => text.slice(0, -1),
  nothing: () => '',
  'a string': () => '"text"',
}

const raw =
  (how: Rewrite) =>
  (made: Writable): RawJson =>
    new RawJson(how(writeJson(made)))

const jws =
  (role: 'wallet' | 'statusService', step: string, part: 'header' | 'payload'): Spoil =>
  (how) =>
    changeResult(
      role,
      step as keyof Actors[typeof role],
      ((draft: JsonObject) => ({
        ...draft,
        [part]: raw(how)(draft[part] ?? null),
      })) as never,
    ) // both draft a JWS

const signedCredential =
  (part: 'header' | 'payload'): Spoil =>
  (how) =>
    replaceStep('issuer', 'signCredential', (sign) => (draft) => sign({ ...draft, [part]: raw(how)(draft[part]) }))

/** Every JSON object of the exchange. What is signed or encrypted is spoiled before that. */
const objects: Readonly<Record<string, Spoil>> = {
  'Issuer Config request': (how) => mutate.configRequest(raw(how)),
  'Issuer Config response': (how) => mutate.configResponse(raw(how)),
  offer: (how) => mutate.offer(raw(how)),
  metadata: (how) => mutate.metadata(raw(how)),
  'nonce response': (how) => mutate.nonce(raw(how)),
  'key set': (how) => mutate.jwks(raw(how)),
  request: (how) => mutate.request(raw(how)),
  'validation request': (how) => mutate.validationRequest(raw(how)),
  'validation response': (how) => mutate.validationResponse(raw(how)),
  response: (how) => mutate.response(raw(how)),
  'header of the response': (how) => changeResult('issuer', 'responseHeader', raw(how)),
  callback: (how) => mutate.callback(raw(how)),
  'header of the attestation': jws('wallet', 'attest', 'header'),
  'payload of the attestation': jws('wallet', 'attest', 'payload'),
  'header of the status': jws('statusService', 'draft', 'header'),
  'payload of the status': jws('statusService', 'draft', 'payload'),
  'header of the credential': signedCredential('header'),
  'payload of the credential': signedCredential('payload'),
}

const aSalt = 'c2FsdHNhbHRzYWx0c2FsdA'
const write =
  (json: string): Rewrite =>
  () =>
    encodeBase64url(json)

const disclosures: Readonly<Record<string, Rewrite>> = {
  'a byte order mark': (text) => encodeBase64url(`\ufeff${decodeText(text)}`),
  'a repeated member': write(`["Gender",{"a":1,"a":2},"${aSalt}"]`),
  'a lone surrogate': write(`["Gender","\\ud800","${aSalt}"]`),
  'a number out of range': write(`["Gender",1e999,"${aSalt}"]`),
  'deep nesting': write(`["Gender",${nest(300)},"${aSalt}"]`),
  'an object': write('{"Gender":"F"}'),
  'a string': write('"Gender"'),
  'no end': (text) => encodeBase64url(decodeText(text).slice(0, -1)),
  'the other alphabet': (text) => `${text.slice(0, -2)}+/`,
  padding: (text) => `${text}=`,
  'a percent sign': (text) => `${text}%20`,
  'octets that are not UTF-8': () => Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]).toString('base64url'),
  'two elements': write('["Gender","F"]'),
  'four elements': write(`["Gender","F","${aSalt}",1]`),
}

/** Who puts a disclosure there that cannot be read. */
const disclosing: Readonly<Record<string, Spoil>> = {
  'the issuer makes': (how) => changeText('Gender', how),
  'someone adds': (how) => changeDisclosures((all) => [...all, how(all[0] ?? '')]),
  'someone replaces': (how) => changeDisclosures((all) => all.map((text, i) => (i === 3 ? how(text) : text))),
}

const parts: Readonly<Record<string, Rewrite>> = {
  'the other alphabet': (text) => `${text.slice(0, -1)}+`,
  padding: (text) => `${text}=`,
  'octets that are not UTF-8': (text) =>
    Buffer.concat([Buffer.from(text, 'base64url').subarray(0, -1), Buffer.from([0xff, 0x7d])]).toString('base64url'),
  nothing: () => '',
}

const compact: Readonly<Record<string, readonly [parts: number, (how: Rewrite) => ActorMutation]>> = {
  attestation: [3, (how) => changeResult('wallet', 'signAttestation', how)],
  status: [3, (how) => changeResult('statusService', 'sign', how)],
  credential: [3, (how) => changeResult('issuer', 'signCredential', how)],
  response: [3, (how) => changeResult('issuer', 'sign', how)],
  'encrypted request': [5, (how) => changeResult('wallet', 'encrypt', how)],
  'encrypted response': [5, (how) => changeResult('issuer', 'encrypt', how)],
}

const certificates: Readonly<Record<string, (text: string) => JsonValue>> = {
  base64url: (text) => Buffer.from(text, 'base64').toString('base64url'),
  'a line break': (text) => `${text.slice(0, 10)}\n${text.slice(10)}`,
  'what is not DER': () => 'AAAA',
  'no end': (text) => text.slice(0, -8),
  nothing: () => '',
  'an octet behind it': (text) => Buffer.concat([Buffer.from(text, 'base64'), Buffer.alloc(1)]).toString('base64'),
  PEM: (text) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`,
  'a number': () => 5,
}

const changeElement = (at: number, how: (value: JsonValue) => JsonValue) => (all: JsonValue) =>
  Array.isArray(all) ? all.map((each, i) => (i === at ? how(each) : each)) : all

const without =
  (name: string) =>
  (key: JsonValue): JsonValue =>
    Object.fromEntries(Object.entries(isObject(key) ? key : {}).filter(([each]) => each !== name))
const withMember =
  (name: string, how: (value: JsonValue) => JsonValue) =>
  (key: JsonValue): JsonValue =>
    isObject(key) ? { ...key, [name]: how(key[name] ?? null) } : key

const ecKeys: Readonly<Record<string, (key: JsonValue) => JsonValue>> = {
  'a string': () => 'key',
  null: () => null,
  'the other alphabet': withMember('x', (x) => `${x}+`),
  padding: withMember('x', (x) => `${x}=`),
  'no `x`': without('x'),
  'a number as `x`': withMember('x', () => 5),
  'an unknown curve': withMember('crv', () => 'P-999'),
  'no point of its curve': (key) => withMember('y', () => (isObject(key) ? (key.x ?? null) : null))(key),
}

const { d: _, ...otherKey } = keys.issuerSealEc
const atKeys = '/credential_request_encryption/jwks/keys'

const keyPlaces: Readonly<Record<string, (how: (key: JsonValue) => JsonValue) => ActorMutation>> = {
  'the first key of the issuer': (how) => mutate.jwks(change('/keys', changeElement(0, how))),
  'the second key of the issuer': (how) => mutate.jwks(change('/keys', changeElement(1, how))),
  'the second attested key': (how) => mutate.attestationPayload(change('/attested_keys', changeElement(1, how))),
  'the key of the holder': (how) => mutate.credentialPayload(change('/cnf/jwk', how)),
  'the only key for requests': (how) => mutate.metadata(change(atKeys, () => [how(otherKey)])),
  'another key for requests': (how) =>
    mutate.metadata(
      change(atKeys, (all) => [...(Array.isArray(all) ? all : []), how({ ...otherKey, kid: 'another' })]),
    ),
  'the key for the response': (how) =>
    mutate.request(change('/credential_response_encryption/jwk', () => how(otherKey))),
}

type Case = readonly [name: string, mutation: ActorMutation]

const cross = <T, H>(
  places: Readonly<Record<string, T>>,
  spoils: Readonly<Record<string, H>>,
  make: (place: T, how: H) => ActorMutation,
): readonly Case[] =>
  Object.entries(places).flatMap(([place, one]) =>
    Object.entries(spoils).map(([what, how]): Case => [`${place}: ${what}`, make(one, how)]),
  )

const compactParts = Object.fromEntries(
  Object.entries(compact).flatMap(([name, [count, change]]) =>
    Array.from({ length: count }, (_, i) => [`part ${i} of the ${name}`, (how: Rewrite) => change(editPart(i, how))]),
  ),
)

const cases: readonly Case[] = [
  ...cross(objects, spoiledObjects, (spoil, how) => spoil(how)),
  ...cross(disclosing, disclosures, (spoil, how) => spoil(how)),
  ...cross(compactParts, parts, (spoil, how) => spoil(how)),
  ...cross({ leaf: 0, authority: 1, root: 2 }, certificates, (at, how) =>
    mutate.attestationHeader(
      change(
        '/x5c',
        changeElement(at, (text) => how(String(text))),
      ),
    ),
  ),
  ...cross(keyPlaces, ecKeys, (place, how) => place(how)),
]

/** More than one row, and why. */
const several: readonly (readonly [pattern: RegExp, rows: readonly string[], reason: string])[] = [
  [
    /^header of the response: (a byte|a repeated|a lone|a number)/,
    ['ENC-SIGNED', 'BODY-STRICT'],
    'a header that two parsers read differently proves no signature',
  ],
  [
    /^(header|payload) of the attestation: nothing|^part [01] of the attestation: nothing/,
    ['PROOF-ATTESTATION', 'ATT-ENCODED'],
    'an empty part is no part of a compact JWS, and no JSON either',
  ],
  [
    /^part [124] of the encrypted request: /,
    ['ENC-INTACT', 'ENC-FORM'],
    'a part of another length cannot be authentic',
  ],
  [/^part [124] of the encrypted response: /, ['ENC-KEY', 'ENC-FORM'], 'a part of another length cannot be authentic'],
  [
    /^part 0 of the encrypted request: nothing/,
    ['ENC-REQUEST', 'LINK-ONE'],
    'what begins with a dot is no encrypted message, and the link carries none',
  ],
  [
    /^(header|part 0) of the credential: nothing/,
    ['CALLBACK-STRING', 'CRED-COMPACT'],
    'what begins with a dot is not an SD-JWT, and the callback holds none',
  ],
  [
    /^part 1 of the response: nothing/,
    ['RESP-CREDENTIALS', 'ENC-SIGNED'],
    'an empty payload is not a response, and the signature is that of another one',
  ],
  [
    /^the only key for requests: (a string|null)/,
    ['META-KEY-SET', 'META-STRONG'],
    'a set without any key is empty for OpenID4VCI, and what is in it is not a key',
  ],
]

const judge = compileJudge(requirements, checks)

function judgeWith(mutation: ActorMutation, settings: FaultSettings) {
  const made = runOffline(mutation, settings)
  const results = judge.judge(made, createDecide(settings))
  return {
    text: made.artefacts.map(({ text }) => text).join('\n'),
    failed: results.filter(({ outcome }) => outcome === 'failed').map(({ requirement }) => requirement.id),
    isUndecided: results.some(({ outcome }) => outcome === 'cantTell'),
    defects: results.filter(({ outcome }) => outcome === 'harnessError').map(({ requirement }) => requirement.id),
  }
}

describe.each(profiles)('what cannot be read, under %s', (profile) => {
  const settings = { profile, decisions: {} }

  it('is reported by one row', () => {
    const control = judgeWith({}, settings)
    const wrong = cases.flatMap(([name, mutation]) => {
      const { text, failed, isUndecided, defects } = judgeWith(mutation, settings)
      if (text === control.text) return [] // there is no such part under this profile
      if (defects.length > 0) return [[name, 'a defect', ...defects]]
      if (failed.length === 0 && isUndecided && name.endsWith('deep nesting')) return [] // beyond the limits of Assay
      if (failed.length === 1) return []
      const [, rows = []] = several.find(([pattern]) => pattern.test(name)) ?? []
      return failed.length > 0 && failed.every((id) => rows.includes(id)) ? [] : [[name, ...failed]]
    })

    expect(wrong).toEqual([])
  })
})

describe('the list of what more rows report', () => {
  it('has only what happens, and a reason for each', () => {
    const listed = cases.filter(([name]) => several.some(([pattern]) => pattern.test(name)))
    const found = (['document', 'document-openid4vci'] as const).flatMap((profile) =>
      listed.map(([name, mutation]) => ({ name, ...judgeWith(mutation, { profile, decisions: {} }) })),
    )
    const needless = several.filter(
      ([pattern, , reason]) =>
        reason === '' || !found.some(({ name, failed }) => pattern.test(name) && failed.length > 1),
    )

    expect(needless).toEqual([])
  })
})
