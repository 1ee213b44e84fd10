import type { ArtefactKind } from '../artefacts/artefact-kinds.ts'
import type { RecognisedArtefact } from '../artefacts/recognised-artefact.ts'
import { type CborMap, decodeCbor, isCborMap } from '../cbor/decode.ts'
import { limits } from '../encoding/limits.ts'
import { attempt, refuse } from '../encoding/problem.ts'

export const isHex = (text: unknown): text is string =>
  typeof text === 'string' && text !== '' && text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text)

/** The octets of an mdoc, written in base64url, in base64 or in hexadecimal digits. */
export function readMdocOctets(text: string): Buffer {
  if (text.length > limits.text) refuse('too-large', `longer than ${limits.text} characters`)
  const bare = text.replaceAll(/\s+/g, '')
  if (isHex(bare)) return Buffer.from(bare, 'hex')
  if (!/^[\w+/-]+={0,2}$/.test(bare)) refuse('base64url', 'neither base64url nor hexadecimal digits')
  return Buffer.from(bare, 'base64url')
}

/** The map that every kind of mdoc is. */
export function readMdoc(text: string): CborMap {
  const value = decodeCbor(readMdocOctets(text))
  return isCborMap(value) ? value : refuse('mdoc', 'it is not a map')
}

/** Recognises what an issuer signed, a document of a device, and the response of a device. */
export function recogniseMdoc(text: string): RecognisedArtefact | undefined {
  const bare = text.trim()
  const read = attempt(() => readMdoc(bare))
  if ('problem' in read) {
    const kind = guessKind(bare)
    return kind && { kind, text: bare }
  }
  const kind = nameKind(read.value)
  return kind && { kind, text: bare }
}

function nameKind(map: CborMap): ArtefactKind | undefined {
  if (map.has('documents') || map.has('documentErrors') || (map.has('version') && map.has('status')))
    return 'mdoc-response'
  if (map.has('deviceSigned') || map.has('issuerSigned')) return 'mdoc-document'
  return map.has('issuerAuth') || map.has('nameSpaces') ? 'mdoc-issuer-signed' : undefined
}

/** The kind of something other than a map, or of a part of one: an array, a byte string or a tag around it, by its members. */
function guessKind(text: string): ArtefactKind | undefined {
  const read = attempt(() => readMdocOctets(text))
  if ('problem' in read || (read.value[0] ?? 0) >> 5 < 2) return undefined
  const octets = read.value.toString('latin1')
  if (octets.includes('idocuments')) return 'mdoc-response'
  return /jissuerAuth|jnameSpaces/.test(octets) ? 'mdoc-issuer-signed' : undefined
}
