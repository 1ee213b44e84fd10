import type { CheckContext } from '../../../model/finding.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { ArtefactTampering } from '../../../model/tampering.ts'
import type { ArtefactContents } from '../../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../../protocol/artefacts/artefact-kinds.ts'
import { openArtefact } from '../../../protocol/artefacts/open.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import type { Signed } from '../../../protocol/jose/jws.ts'
import { applyEdits, describeEdits, type Edits } from './pointer-edits.ts'

/** Changes the parsed content of an artefact. */
export const tamperContent = <K extends ArtefactKind>(
  breaks: Requirement,
  kind: K,
  description: string,
  change: (content: ArtefactContents[K], context: CheckContext) => ArtefactContents[K] | undefined,
): ArtefactTampering => ({
  breaks,
  kind,
  description,
  apply(artefact, context) {
    if (artefact.content === undefined) return undefined
    const content = change(artefact.content as ArtefactContents[K], context) // a tampering gets artefacts of its kind only
    return content && { ...artefact, content }
  },
})

/** Changes the text of an artefact, and parses it again. */
export const tamperText = (
  breaks: Requirement,
  kind: ArtefactKind,
  description: string,
  write: (text: string) => string | undefined,
): ArtefactTampering => ({
  breaks,
  kind,
  description,
  apply(artefact, { keys = [] }) {
    const text = artefact.content === undefined ? undefined : write(artefact.text)
    const [read] = text === undefined ? [] : openArtefact(kind, text, keys)
    return read && { ...read, at: artefact.at }
  },
})

/** Replaces members of an artefact. Pointers are those of findings. */
export const replaceMembers = (breaks: Requirement, kind: ArtefactKind, edits: Edits): ArtefactTampering =>
  replaceMembersBy(breaks, kind, describeEdits(edits), () => edits)

/** Replaces members by values that depend on the content or the decisions. */
export const replaceMembersBy = (
  breaks: Requirement,
  kind: ArtefactKind,
  description: string,
  makeEdits: (original: JsonObject, context: CheckContext) => Edits | undefined,
): ArtefactTampering =>
  tamperContent(breaks, kind, description, (content, context) => {
    const { json, restore } = viewAsJson(kind, content)
    const edits = makeEdits(json, context)
    return edits && restore(applyEdits(json, edits))
  })

/** Removes members. */
export const removeMembers = (
  breaks: Requirement,
  kind: ArtefactKind,
  ...pointers: readonly string[]
): ArtefactTampering =>
  replaceMembers(breaks, kind, Object.fromEntries(pointers.map((pointer) => [pointer, undefined])))

/** The part of an artefact that is JSON, and how to put it back. */
interface JsonView {
  readonly json: JsonObject
  readonly restore: (json: JsonObject) => ArtefactContents[ArtefactKind]
}

function viewAsJson(kind: ArtefactKind, content: ArtefactContents[ArtefactKind]): JsonView {
  if (kind === 'attestation' || kind === 'credential') {
    const around = content as ArtefactContents['attestation' | 'credential'] // of one of these kinds
    return {
      json: readParts(around.jws),
      restore: (json) => ({ ...around, jws: { ...around.jws, ...json } }) as ArtefactContents[ArtefactKind],
    }
  }
  if (kind === 'status-token' || kind === 'signed-response') {
    return {
      json: readParts(content as Signed),
      restore: (json) => ({ ...(content as Signed), ...json }) as ArtefactContents[ArtefactKind],
    } // of one of these kinds
  }
  if (kind === 'encrypted-request' || kind === 'encrypted-response') {
    const encrypted = content as ArtefactContents['encrypted-request'] // of one of these kinds
    return {
      json: { header: encrypted.jwe.header },
      restore: (json) => ({ ...encrypted, jwe: { ...encrypted.jwe, ...json } }) as ArtefactContents[ArtefactKind],
    }
  }
  return { json: content as JsonObject, restore: (json) => json } // deeplinks, the only other kind, are not edited this way
}

const readParts = (signed: Signed): JsonObject => {
  const { header, payload } = signed as Signed & { readonly payload?: JsonObject } // a JWT has one
  return payload ? { header, payload } : { header }
}
