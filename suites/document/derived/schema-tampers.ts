import type { Requirement } from '../../../model/requirement.ts'
import type { ArtefactTampering } from '../../../model/tampering.ts'
import type { ArtefactKind } from '../../../protocol/artefacts/artefact-kinds.ts'
import { findShapeViolations, type SchemaName } from '../../../protocol/artefacts/shape.ts'
import { shapes } from '../../../protocol/artefacts/validators.generated.ts'
import { removeMembers, replaceMembers } from '../kit/artefact-tampers.ts'

/** The schemas of artefacts and their parts. */
const parts: readonly (readonly [schema: SchemaName, kind: ArtefactKind, at: string])[] = [
  ['issuer-config-request', 'issuer-config-request', ''],
  ['issuer-config-response', 'issuer-config-response', ''],
  ['offer', 'offer', ''],
  ['metadata', 'metadata', ''],
  ['request', 'request', ''],
  ['credential-response-encryption', 'request', '/credential_response_encryption'],
  ['attestation-header', 'attestation', '/header'],
  ['attestation-payload', 'attestation', '/payload'],
  ['validation-request', 'validation-request', ''],
  ['validation-response', 'validation-response', ''],
  ['callback', 'callback', ''],
  ['credential-header', 'credential', '/header'],
  ['credential-payload', 'credential', '/payload'],
  ['status-header', 'status-token', '/header'],
]

/** Finds the member that a place in a schema describes. Undefined if it describes it only under a condition. */
function findMember(place: string): string | undefined {
  const path = place.replaceAll('/items/', '/0/').replaceAll(/\/properties\//g, '/')
  const isMember = /\/properties\/[^/]+$/.test(place) && !/\/(?:then|else|allOf)\b/.test(place)
  return isMember ? decodeURIComponent(path.slice(1)).replaceAll('~1', '/').replaceAll('~0', '~') : undefined
}

/**
 * Creates the tampering for every member with a schema of its own: a number in its place, as none of them is a number,
 * and its removal, if it is required.
 */
export function createSchemaTampers(requirements: readonly Requirement[]): readonly ArtefactTampering[] {
  const known = new Map(requirements.map((requirement) => [requirement.id, requirement]))
  return parts.flatMap(([schema, kind, at]) => {
    const required = new Set(findShapeViolations(schema, {}).map(({ requirement }) => requirement))
    return Object.entries(shapes[schema].places).flatMap(([place, id]) => {
      const requirement = known.get(id)
      const member = findMember(place)
      if (!requirement || member === undefined) return []
      const isRequired = required.has(id) && !member.slice(1).includes('/')
      return [
        replaceMembers(requirement, kind, { [at + member]: 0 }),
        ...(isRequired ? [removeMembers(requirement, kind, at + member)] : []),
      ]
    })
  })
}
