import * as fc from 'fast-check'
import { isObject, type JsonObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import { CRED } from '../credential/requirements.ts'
import { change, drop, put, rename } from '../kit/edits.ts'
import { describedFamily, notAnArray, notAnObject, notAString, valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { type Fault, fault } from '../model/fault.ts'
import { CALLBACK } from './requirements.ts'

const { callback: editCallback } = mutate

/** Changes the first element of `credentials`. */
const editFirst = (how: (element: JsonObject) => JsonValue) =>
  editCallback(change('/credentials/0', (element) => (isObject(element) ? how(element) : element)))

export const encrypted = ['eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0', '', 'AAAA', 'AAAA', 'AAAA'].join('.')

/** Changes the text of every credential. */
const editTexts = (how: (text: string) => string) =>
  editCallback(
    change('/credentials', (all) =>
      (Array.isArray(all) ? all : []).map((element) => (isObject(element) ? editMembers(element, how) : element)),
    ),
  )

const editMembers = (element: JsonObject, how: (text: string) => string): JsonObject =>
  Object.fromEntries(Object.entries(element).map(([name, text]) => [name, how(String(text))]))

const textChanges = fc.constantFrom<readonly [name: string, how: (text: string) => string]>(
  ['without disclosures', (text) => `${text.split('~')[0]}~`],
  ['without the last disclosure', (text) => text.replace(/[^~]+~$/, '')],
)

/** Texts that are neither a credential nor encrypted. */
const notCredentials = fc.constantFrom('credential', '{}', 'WyJhIiwiYiJd', 'https://issuer.example/credential', ' ')

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(CALLBACK.IDENTIFIER, 'leaves out `credential_identifier`', editCallback(drop('/credential_identifier'))),
  fault(CALLBACK.IDENTIFIER, 'calls it `credential_id`', editCallback(rename('credential_identifier', 'credential_id')), { rejection: 'none' }),
  fault(CALLBACK.IDENTIFIER, 'sends an empty `credential_identifier`', editCallback(put('/credential_identifier', ''))),
  fault(CALLBACK.IDENTIFIER, 'sends anything but a string for it', valueFamily(notAString, (value) => editCallback(put('/credential_identifier', value)))),
  fault(CALLBACK.ARRAY, 'leaves out `credentials`', editCallback(drop('/credentials'))),
  fault(CALLBACK.ARRAY, 'delivers no credential', editCallback(put('/credentials', []))),
  fault(CALLBACK.ARRAY, 'delivers anything but a list', valueFamily(notAnArray, (value) => editCallback(put('/credentials', value)))),
  fault(CALLBACK.ARRAY, 'delivers a credential outside an object', valueFamily(notAnObject, (value) => editCallback(change('/credentials', (all) => (Array.isArray(all) ? [...all, value] : all)))), { rejection: 'none' }),
  fault(CALLBACK['ONE-FIELD'], 'writes `credential` in small letters', editFirst((element) => ({ credential: element.Credential ?? '' })), { decisions: { 'callback.field': 'Credential' }, rejection: 'none' }),
  fault(CALLBACK['ONE-FIELD'], 'writes `Credential` with a capital, where it should not', editFirst((element) => ({ Credential: element.credential ?? '' })), { profile: 'document-openid4vci', decisions: { 'callback.field': 'credential' }, rejection: 'none' }),
  fault(CALLBACK['ONE-FIELD'], 'adds a member beside the credential', valueFamily(fc.constantFrom('format', 'id', 'x-note', 'credential_identifier'), (name) => editFirst((element) => ({ ...element, [name]: 'x' }))), { rejection: 'none' }),
  fault(CALLBACK['ONE-FIELD'], 'delivers under both names', editFirst(({ Credential, credential = Credential ?? '', ...others }) => ({ ...others, Credential: Credential ?? credential, credential })), { rejection: 'none' }),
  fault(CALLBACK['ONE-FIELD'], 'delivers an empty object', editCallback(change('/credentials', (all) => (Array.isArray(all) ? [...all, {}] : all))), { rejection: 'none' }),
  fault(CALLBACK.STRING, 'delivers anything but a string', valueFamily(notAString, (value) => editFirst(() => ({ Credential: value })))),
  fault(CALLBACK.STRING, 'delivers the parts of the credential in an object', editFirst(({ Credential }) => ({ Credential: { jwt: String(Credential).split('~')[0] ?? '' } }))),
  fault(CALLBACK.STRING, 'delivers a text that is no credential', valueFamily(notCredentials, (text) => editTexts(() => text)), { alsoBreaks: [CRED.COMPACT] }),
  fault(CALLBACK.STRING, 'delivers an encrypted credential, where it should not', editFirst(() => ({ Credential: encrypted })), { decisions: { 'callback.credentialForm': 'plain' } }),

  fault(CALLBACK['SAME-ID'], 'delivers under another identifier', editCallback(put('/credential_identifier', 'another-dataset'))),
  fault(CALLBACK['SAME-ID'], 'delivers under the identifier in upper case', editCallback(change('/credential_identifier', (id) => String(id).toUpperCase()))),
  fault(CALLBACK.COUNT, 'delivers only the first credential', editCallback(change('/credentials', (all) => (Array.isArray(all) ? all.slice(0, 1) : all))), { alsoBreaks: [CALLBACK.EXACT] }),
  fault(CALLBACK.COUNT, 'delivers one credential twice', editCallback(change('/credentials', (all) => (Array.isArray(all) ? [...all, ...all.slice(0, 1)] : all))), { alsoBreaks: [CALLBACK.EXACT] }),
  fault(CALLBACK.EXACT, 'delivers changed credentials', describedFamily(textChanges, ([name]) => name, ([, how]) => editTexts(how))),
  fault(CALLBACK.EXACT, 'delivers credentials with a line break', editTexts((text) => `${text}\n`), { alsoBreaks: [CRED.JOINED] }),
  fault(CALLBACK.EXACT, 'delivers the first credential in place of the others', editCallback(change('/credentials', (all) => (Array.isArray(all) ? all.map(() => all[0] ?? null) : all)))),
]
