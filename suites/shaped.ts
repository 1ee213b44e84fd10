import { type Check, cannotTell, finding, type Inspection } from '../src/model/check.ts'
import type { Requirement } from '../src/model/requirement.ts'
import type { Evidence, Exhibit, Kind } from '../src/protocol/evidence.ts'
import { isObject, type JsonValue } from '../src/protocol/json.ts'
import { remembering } from '../src/protocol/remembering.ts'
import { type SchemaName, type Violation, violations } from '../src/protocol/shape.ts'

/** A part of an artefact that has a schema, and where in the artefact it stands. */
interface Part {
  readonly schema: SchemaName
  readonly at: string
  readonly value: JsonValue
}

/** The parts of each kind that have a schema. */
const partsOf: { readonly [K in Kind]?: (content: Evidence[K]) => readonly Part[] } = {
  'issuer-config-request': (body) => [{ schema: 'issuer-config-request', at: '', value: body }],
  'issuer-config-response': (body) => [{ schema: 'issuer-config-response', at: '', value: body }],
  offer: (body) => [{ schema: 'offer', at: '', value: body }],
  metadata: (body) => [{ schema: 'metadata', at: '', value: body }],
  'nonce-response': (body) => [{ schema: 'nonce-response', at: '', value: body }],
  request: (body) => [
    { schema: 'request', at: '', value: body },
    ...(isObject(body.credential_response_encryption) ? [encryptionPart(body.credential_response_encryption)] : []),
  ],
  attestation: ({ jws }) => [
    { schema: 'attestation-header', at: '/header', value: jws.header },
    { schema: 'attestation-payload', at: '/payload', value: jws.payload },
  ],
  'validation-request': (body) => [{ schema: 'validation-request', at: '', value: body }],
  'validation-response': (body) => [{ schema: 'validation-response', at: '', value: body }],
  response: (body) => [{ schema: 'response', at: '', value: body }],
  callback: (body) => [{ schema: 'callback', at: '', value: body }],
  credential: ({ jws }) => [
    { schema: 'credential-header', at: '/header', value: jws.header },
    { schema: 'credential-payload', at: '/payload', value: jws.payload },
  ],
  jwks: (body) => [{ schema: 'jwks', at: '', value: body }],
  'status-token': (jws) => [
    { schema: 'status-header', at: '/header', value: jws.header },
    { schema: 'status-payload', at: '/payload', value: jws.payload },
  ],
}

const encryptionPart = (value: JsonValue): Part => ({
  schema: 'credential-response-encryption',
  at: '/credential_response_encryption',
  value,
})

/** Violations of one artefact, worked out once for all the requirements that its schemas stand for. */
const violationsOf = remembering(({ kind, content }: Exhibit): readonly Violation[] => {
  if (content === undefined) return []
  const parts = partsOf[kind] as ((content: Evidence[Kind]) => readonly Part[]) | undefined // the parts of this kind
  return (parts?.(content) ?? []).flatMap(({ schema, at, value }) =>
    violations(schema, value).map((violation) => ({ ...violation, at: at + violation.at })),
  )
})

/** A check that is the schema's: what violates the parts of the schema that stand for this requirement is found. */
export const shaped = (requirement: Requirement, kind: Kind): Check => ({
  requirement,
  kind,
  *inspect(exhibit): Inspection {
    if (exhibit.content === undefined) {
      return cannotTell(exhibit.withheld ?? `the ${kind} cannot be read: ${exhibit.problem?.message}`)
    }
    for (const violation of violationsOf(exhibit)) {
      if (violation.requirement === requirement.id) yield finding(violation.at, violation.expected, violation.actual)
    }
    return undefined
  },
})
