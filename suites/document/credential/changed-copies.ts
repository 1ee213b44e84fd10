import type { Requirement } from '../../../model/requirement.ts'
import { decodeText, encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import { type JsonValue, parseJson, parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { SD } from '../disclosure/requirements.ts'
import { editPart, flipLastBit } from '../kit/compact-text.ts'
import { CRED } from './requirements.ts'

/** A copy of a credential with one change: a receiver that remembers the original by what did not change misses it. */
export interface ChangedCopy {
  readonly breaks: Requirement
  /** What was changed, as the rest of a sentence that begins with the credential. */
  readonly description: string
  readonly change: (credential: string) => string
}

const changeJwt =
  (how: (jwt: string) => string) =>
  (credential: string): string => {
    const [jwt = '', ...rest] = credential.split('~')
    return [how(jwt), ...rest].join('~')
  }

const prolong = (payload: string): string => {
  const all = parseJsonObject(decodeText(payload))
  return encodeBase64url(JSON.stringify({ ...all, exp: Number(all.exp) + 86_400 }))
}

/** Replaces the value of a claim in its disclosure. In either order of the elements, the value follows the name. */
const renameHolder = (credential: string): string => credential.split('~').map(renameInside).join('~')

function renameInside(text: string): string {
  const read = attempt((): JsonValue => parseJson(decodeText(text)))
  const elements = 'value' in read && Array.isArray(read.value) ? read.value : []
  const place = elements.indexOf('ResidentName')
  return place < 0
    ? text
    : encodeBase64url(JSON.stringify(elements.map((each, i) => (i === place + 1 ? 'Mallory' : each))))
}

export const changedCopies: readonly ChangedCopy[] = [
  { breaks: CRED.SIGNED, description: 'with another signature', change: changeJwt(editPart(2, flipLastBit)) },
  {
    breaks: CRED.SIGNED,
    description: 'with another payload and the same signature',
    change: changeJwt(editPart(1, prolong)),
  },
  { breaks: SD.INCLUDED, description: 'with another value in a disclosure', change: renameHolder },
]
