import type { Requirement } from '../src/model/requirement.ts'
import type { Tamper } from '../src/model/tamper.ts'
import type { Kind } from '../src/protocol/evidence.ts'
import { type SchemaName, violations } from '../src/protocol/shape.ts'
import { shapes } from '../src/protocol/validators.generated.ts'
import { removed, replaced } from './tampering.ts'

/** Where the schema of a part applies. */
const parts: readonly (readonly [schema: SchemaName, kind: Kind, at: string])[] = [
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

/** The member that a place in a schema is about; nothing, if it is about one that meets a condition. */
function memberAt(place: string): string | undefined {
  const path = place.replaceAll('/items/', '/0/').replaceAll(/\/properties\//g, '/')
  const isMember = /\/properties\/[^/]+$/.test(place) && !/\/(?:then|else|allOf)\b/.test(place)
  return isMember ? decodeURIComponent(path.slice(1)).replaceAll('~1', '/').replaceAll('~0', '~') : undefined
}

/**
 * What every member with a schema of its own can be tampered with: a number in its place, which is the type of none of
 * them, and its removal, where an object without members lacks it.
 */
export function tampersOfSchemas(requirements: readonly Requirement[]): readonly Tamper[] {
  const known = new Map(requirements.map((requirement) => [requirement.id, requirement]))
  return parts.flatMap(([schema, kind, at]) => {
    const missed = new Set(violations(schema, {}).map(({ requirement }) => requirement))
    return Object.entries(shapes[schema].places).flatMap(([place, id]) => {
      const requirement = known.get(id)
      const member = memberAt(place)
      if (!requirement || member === undefined) return []
      const isMissed = missed.has(id) && !member.slice(1).includes('/')
      return [
        replaced(requirement, kind, { [at + member]: 0 }),
        ...(isMissed ? [removed(requirement, kind, at + member)] : []),
      ]
    })
  })
}
