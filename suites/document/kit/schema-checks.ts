import { type ArtefactCheck, reportUnreadable } from '../../../model/check.ts'
import { finding, type Inspection, nothingFound } from '../../../model/finding.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { Artefact, ArtefactContents } from '../../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../../protocol/artefacts/artefact-kinds.ts'
import { findShapeViolations, type SchemaName, type Violation } from '../../../protocol/artefacts/shape.ts'
import { isObject, type JsonValue } from '../../../protocol/encoding/json.ts'

/** A part of an artefact that has a schema, and its place in the artefact. */
interface SchemaPart {
  readonly schema: SchemaName
  readonly at: string
  readonly value: JsonValue
}

/** The parts of each kind that have a schema. */
const schemaParts: { readonly [K in ArtefactKind]?: (content: ArtefactContents[K]) => readonly SchemaPart[] } = {
  'issuer-config-request': (body) => [{ schema: 'issuer-config-request', at: '', value: body }],
  'issuer-config-response': (body) => [{ schema: 'issuer-config-response', at: '', value: body }],
  offer: (body) => [{ schema: 'offer', at: '', value: body }],
  metadata: (body) => [{ schema: 'metadata', at: '', value: body }],
  'nonce-response': (body) => [{ schema: 'nonce-response', at: '', value: body }],
  request: (body) => [
    { schema: 'request', at: '', value: body },
    ...(isObject(body.credential_response_encryption) ? [toEncryptionPart(body.credential_response_encryption)] : []),
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

const toEncryptionPart = (value: JsonValue): SchemaPart => ({
  schema: 'credential-response-encryption',
  at: '/credential_response_encryption',
  value,
})

/** A violation, and its probable cause if there is one. */
interface ExplainedViolation extends Violation {
  readonly diagnosis: string | undefined
}

/** Says where a missing member is instead: a whole message is often wrapped in another. */
function explainMissing(value: JsonValue, missing: string | undefined): string | undefined {
  if (missing === undefined || !isObject(value)) return undefined
  const holds = (inner: JsonValue): boolean =>
    isObject(inner)
      ? Object.hasOwn(inner, missing)
      : typeof inner === 'string' && inner.startsWith('{') && inner.includes(`"${missing}"`)
  const wrapper = Object.keys(value).find((name) => holds(value[name] ?? null))
  if (wrapper === undefined) return undefined
  return `there is one in ${/^\w{1,40}$/.test(wrapper) ? `\`${wrapper}\`` : 'another member'}: the message is wrapped`
}

/** The schema violations of one artefact, for all requirements. */
function findViolations({ kind, content }: Artefact): readonly ExplainedViolation[] {
  if (content === undefined) return []
  const parts = schemaParts[kind] as ((content: ArtefactContents[ArtefactKind]) => readonly SchemaPart[]) | undefined // the parts of this kind
  return (parts?.(content) ?? []).flatMap(({ schema, at, value }) =>
    findShapeViolations(schema, value).map((violation) => ({
      ...violation,
      at: at + violation.at,
      diagnosis: violation.at === '' ? explainMissing(value, violation.missing) : undefined,
    })),
  )
}

/** A check that reports the schema violations of one requirement. */
export const checkSchema = (requirement: Requirement, kind: ArtefactKind): ArtefactCheck => ({
  requirement,
  kind,
  inspect: (artefact, { derive }) => {
    if (artefact.content === undefined) return reportUnreadable(artefact)
    const violations = derive(findViolations, artefact)
    return violations.length === 0 ? nothingFound : reportViolations(violations, requirement)
  },
})

function* reportViolations(violations: readonly ExplainedViolation[], { id }: Requirement): Inspection {
  for (const { requirement, at, expected, actual, diagnosis } of violations)
    if (requirement === id) yield finding(at, expected, actual, diagnosis)
  return undefined
}
