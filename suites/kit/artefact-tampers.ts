import type { CheckContext } from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { ArtefactTampering } from '../../model/tampering.ts'
import type { ArtefactContents } from '../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { openArtefact } from '../../protocol/artefacts/open.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import type { Signed } from '../../protocol/jose/jws.ts'
import { applyEdits, describeEdits, type Edits } from './pointer-edits.ts'

/** Changes what an artefact says, after it was taken apart. */
export const tamperContent = <K extends ArtefactKind>(
  breaks: Requirement,
  kind: K,
  deed: string,
  change: (content: ArtefactContents[K], context: CheckContext) => ArtefactContents[K] | undefined,
): ArtefactTampering => ({
  breaks,
  kind,
  description: deed,
  apply(exhibit, context) {
    if (exhibit.content === undefined) return undefined
    const content = change(exhibit.content as ArtefactContents[K], context) // only exhibits of this kind are handed over
    return content && { ...exhibit, content }
  },
})

/** Changes the text of an artefact, and takes it apart once more. */
export const tamperText = (
  breaks: Requirement,
  kind: ArtefactKind,
  deed: string,
  write: (text: string) => string | undefined,
): ArtefactTampering => ({
  breaks,
  kind,
  description: deed,
  apply(exhibit, { keys = [] }) {
    const text = exhibit.content === undefined ? undefined : write(exhibit.text)
    const [read] = text === undefined ? [] : openArtefact(kind, text, keys)
    return read && { ...read, at: exhibit.at }
  },
})
/** Puts other values into an artefact. Places are named as findings name them. */
export const replaceMembers = (breaks: Requirement, kind: ArtefactKind, edits: Edits): ArtefactTampering =>
  replaceMembersBy(breaks, kind, describeEdits(edits), () => edits)

/** The same, where the values depend on what is there or on what was decided. */
export const replaceMembersBy = (
  breaks: Requirement,
  kind: ArtefactKind,
  deed: string,
  editsOf: (said: JsonObject, context: CheckContext) => Edits | undefined,
): ArtefactTampering =>
  tamperContent(breaks, kind, deed, (content, context) => {
    const { said, say } = viewAsJson(kind, content)
    const edits = editsOf(said, context)
    return edits && say(applyEdits(said, edits))
  })

/** Takes members away. */
export const removeMembers = (
  breaks: Requirement,
  kind: ArtefactKind,
  ...pointers: readonly string[]
): ArtefactTampering =>
  replaceMembers(breaks, kind, Object.fromEntries(pointers.map((pointer) => [pointer, undefined])))

/** The part of an artefact that is JSON, and how to put it back. */
interface JsonView {
  readonly said: JsonObject
  readonly say: (said: JsonObject) => ArtefactContents[ArtefactKind]
}

function viewAsJson(kind: ArtefactKind, content: ArtefactContents[ArtefactKind]): JsonView {
  if (kind === 'attestation' || kind === 'credential') {
    const around = content as ArtefactContents['attestation' | 'credential'] // of one of these kinds
    return {
      said: readParts(around.jws),
      say: (said) => ({ ...around, jws: { ...around.jws, ...said } }) as ArtefactContents[ArtefactKind],
    }
  }
  if (kind === 'status-token' || kind === 'signed-response') {
    return {
      said: readParts(content as Signed),
      say: (said) => ({ ...(content as Signed), ...said }) as ArtefactContents[ArtefactKind],
    } // of one of these kinds
  }
  if (kind === 'encrypted-request' || kind === 'encrypted-response') {
    const sealed = content as ArtefactContents['encrypted-request'] // of one of these kinds
    return {
      said: { header: sealed.jwe.header },
      say: (said) => ({ ...sealed, jwe: { ...sealed.jwe, ...said } }) as ArtefactContents[ArtefactKind],
    }
  }
  return { said: content as JsonObject, say: (said) => said } // a deeplink, the only other kind, is never edited so
}

const readParts = (signed: Signed): JsonObject => {
  const { header, payload } = signed as Signed & { readonly payload?: JsonObject } // a JWT has one
  return payload ? { header, payload } : { header }
}
