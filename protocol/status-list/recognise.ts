import type { RecognisedArtefact } from '../artefacts/recognised-artefact.ts'
import { parseTolerantly } from '../encoding/json.ts'
import { attempt } from '../encoding/problem.ts'
import { isHttpResponse } from './http-response.ts'
import { readBinary, readSecuredToken, type SecuredToken } from './secured-token.ts'

/** Recognises what belongs to status lists. A signed token that is not a list is one that refers to a list. */
export function recogniseStatusArtefact(text: string): RecognisedArtefact | undefined {
  const bare = text.trim()
  if (isHttpResponse(bare)) return { kind: 'status-list-response', text }
  if (bare.startsWith('{')) return recogniseJson(bare)
  if (/^[\w-]+\.[\w-]+\.[^~]*~/.test(bare)) return { kind: 'referenced-token', text: bare }
  if (/^[\w-]+\.[\w-]+\.[\w-]*/.test(bare)) return { kind: recogniseToken(bare), text: bare }
  const octets = readBinary(bare)
  return octets && isTagged(octets) ? { kind: recogniseToken(bare), text: bare } : undefined
}

function recogniseJson(text: string): RecognisedArtefact | undefined {
  const read = attempt(() => parseTolerantly(text))
  if ('problem' in read) return undefined
  if ('status_lists' in read.value) return { kind: 'status-list-aggregation', text }
  const isSigned = 'payload' in read.value && ('signature' in read.value || 'signatures' in read.value)
  return isSigned ? { kind: 'referenced-token', text } : undefined
}

/** Whether octets begin like a COSE message: with one of its tags, with that of a CWT, or with an array of four. */
const isTagged = ([first = 0, second = 0]: Buffer): boolean =>
  [0xd0, 0xd1, 0xd2, 0x84].includes(first) || (first === 0xd8 && [0x3d, 0x60, 0x61, 0x62].includes(second))

function recogniseToken(text: string): 'status-list-token' | 'referenced-token' {
  const read = attempt(() => readSecuredToken(text))
  if ('problem' in read) return read.problem.code === 'cose-other' ? 'referenced-token' : 'status-list-token'
  return isList(read.value) ? 'status-list-token' : 'referenced-token'
}

const isList = ({ header: { typ }, claims }: SecuredToken): boolean =>
  (typeof typ === 'string' && /statuslist/i.test(typ)) || claims.status_list !== undefined
