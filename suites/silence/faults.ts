import * as fc from 'fast-check'
import type { Deviation } from '../../src/model/actors.ts'
import { type Fault, fault } from '../../src/model/fault.ts'
import { RawJson, writeJson } from '../../src/protocol/json.ts'
import { type Edit, message, repeat } from '../deviations.ts'
import { family, notAnObject } from '../family.ts'
import { BODY } from './requirements.ts'

/** The bodies, and who sends each. */
const bodies = {
  configRequest: 'the Issuer Config request',
  configResponse: 'the Issuer Config response',
  offer: 'the offer',
  metadata: 'the metadata',
  nonce: 'the nonce response',
  validationRequest: 'the validation request',
  validationResponse: 'the validation response',
  callback: 'the callback',
  jwks: 'the key set',
} as const satisfies Partial<Record<keyof typeof message, string>>
type Body = keyof typeof bodies

/** Every message that is JSON, wherever it stands. */
const anywhere = fc.constantFrom<keyof typeof message>(
  ...(Object.keys(bodies) as readonly Body[]), // the keys of a closed table
  'request',
  'response',
  'attestationHeader',
  'attestationPayload',
  'embedded',
  'statusHeader',
  'statusPayload',
)

const text =
  (how: (text: string) => string): Edit =>
  (content) =>
    new RawJson(how(writeJson(content)))

const broken: Readonly<Record<string, Edit>> = {
  'as a list': (all) => [writeJson(all)],
  'as a form': () => new RawJson('a=1&b=2'),
  'as a page': () => new RawJson('<!doctype html><title>Not found</title>'),
  'as nothing': () => new RawJson(''),
  'cut off': text((all) => all.slice(0, -1)),
  'with a comma too many': text((all) => `${all.slice(0, -1)},}`),
  'with a comment': text((all) => `${all} // done`),
  'twice in a row': text((all) => `${all}${all}`),
  'in single quotes': text((all) => all.replaceAll('"', "'")),
}

const inside = (more: string): Edit => text((all) => `${all.slice(0, -1)},${more}}`)

const ambiguous: Readonly<Record<string, Edit>> = {
  'with a member twice': inside('"x":1,"x":2'),
  'with a member twice, once escaped': inside('"x":1,"\\u0078":1'),
  'with a member twice, deep inside': inside('"x":[{"y":{"z":1,"z":1}}]'),
  'with a byte order mark': text((all) => `\ufeff${all}`),
  'with half of a surrogate pair': inside('"x":"\\ud83d"'),
  'with half of a surrogate pair in a name': inside('"\\udc00":1'),
  'with a number that nothing can hold': inside('"x":1e999'),
}

const pairs = <Name extends string>(places: fc.Arbitrary<Name>, edits: Readonly<Record<string, Edit>>) =>
  fc.tuple(places, fc.constantFrom(...Object.entries(edits)))

const anyBody = fc.constantFrom(...(Object.keys(bodies) as readonly Body[])) // the keys of a closed table

const sends = (name: keyof typeof message, edit: Edit): Deviation => message[name](edit)

/** One fault for each body, so that no body is left to chance. */
const one = (Object.entries(bodies) as readonly (readonly [Body, string])[]).flatMap(([name, words]) => [
  fault(
    BODY.JSON,
    `sends ${words} as anything but an object`,
    family(
      notAnObject,
      (value) => JSON.stringify(value),
      (value) => sends(name, () => value),
    ),
  ),
])

export const faults: readonly Fault[] = [
  ...one,
  fault(
    BODY.JSON,
    'sends something that is no JSON',
    family(
      pairs(anyBody, broken),
      ([name, [how]]) => `${name} ${how}`,
      ([name, [, edit]]) => sends(name, edit),
    ),
  ),
  fault(
    BODY.STRICT,
    'sends JSON that two readers read in two ways',
    family(
      pairs(anywhere, ambiguous),
      ([name, [how]]) => `${name} ${how}`,
      ([name, [, edit]]) => sends(name, edit),
    ),
  ),
  fault(
    BODY.STRICT,
    'names another issuer the second time',
    message.offer(repeat('credential_issuer', 'https://elsewhere.example')),
  ),
  fault(BODY.STRICT, 'names another holder the second time', message.validationRequest(repeat('uid', '000000000027'))),
  fault(
    BODY.STRICT,
    'names another dataset the second time',
    message.request(repeat('credential_identifier', 'another')),
  ),
  fault(BODY.STRICT, 'says `revoked` the second time', message.statusPayload(repeat('status', 'revoked'))),
  fault(BODY.STRICT, 'publishes other keys the second time', message.jwks(repeat('keys', []))),
  fault(BODY.STRICT, 'attests another nonce the second time', message.attestationPayload(repeat('nonce', 'another'))),
  fault(
    BODY.STRICT,
    'issues by another issuer the second time',
    message.embedded(repeat('iss', 'https://elsewhere.example')),
  ),
]
