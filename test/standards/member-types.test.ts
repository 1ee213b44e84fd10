import { describe, expect, it } from 'vitest'
import { standardProfiles } from '../../model/decision.ts'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { checkSample } from '../../src/prove/prove-standard.ts'
import { standardProofs } from '../../suites/proofs.ts'
import { standards } from '../../suites/standards.ts'
import type { Sample } from '../../suites/suite.ts'

/** Members in samples that no standard gives a type, or that have several. */
const untyped: readonly RegExp[] = [
  /\/x-[\w-]+(?:\/|$)/, // extensions
  /^vci-offer \/grants\/urn:example:grant\//,
  /^vci-nonce-response \/c_nonce_expires_in$/, // of a draft
  /^vci-issuer-metadata \/display\/#\/background_image$/, // defined for credentials only
  /^vci-issuer-metadata \/credential_configurations_supported\/\*\/proof_types_supported\/\*\/proof_signing_alg_values_supported\/#$/, // a proof type defines them
  /^vci-credential-request \/proofs\/di_vp\/#\//, // a presentation by other standards
  /^vci-credential-response \/credentials\/#\/credential(?:\/|$)/, // a credential by other standards
  /^vci-error-response \/error_uri$/, // not defined for this error
  /\/(?:path|values)\/#$/, // strings, numbers and others
  /^vp-(?:request|dc-request) .*\/verifier_info\/#\/(?:data|more)(?:\/|$)/,
  /^vp-request \/(?:trust_chain|id_token_type|claims|presentation_definition)(?:\/|$)/, // of other standards
  /\/keys\/#\/(?:pub|x5c)(?:\/|$)/, // of other kinds of keys, and certificates of keys
  /\/jwk\/(?:pub|x5c)(?:\/|$)/,
  /\/(?:meta|trusted_authorities\/#)\/(?:more|anything)$/,
  /\/credential_sets\/#\/purpose$/, // of a draft
  /\/claims\/#\/intent_to_retain$/, // defined for mdocs only
  /^vp-dc-request \/data\/expected_origins$/, // defined for signed requests only
  /^vp-dc-request (?:\/digital\/requests\/#(?:\/protocol|\/data\/deviceRequest)?|\/mediation)$/, // of the platform, which converts them
  /^vp-response \/vp_token\//, // presentations by other standards
  /^vp-response \/(?:iss|id_token|error_uri)$/, // parameters of a form, which are texts
  /^type-metadata \/(?:schema_uri|display\/#\/lang)$/, // of drafts
  /^type-metadata \/claims\/#\/svg_id$/,
]

const others: readonly JsonValue[] = ['x1', 7, true, null, ['x1'], { a: 1 }]

const nameType = (value: JsonValue): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : isObject(value) ? 'object' : typeof value

/** Objects whose members have names that are chosen. */
const chosen = /\/(?:credential_configurations_supported|proof_types_supported|vp_formats_supported)$/

function* listPlaces(
  value: JsonValue,
  at: readonly string[] = [],
  place = '',
): Generator<readonly [readonly string[], string]> {
  if (place !== '') yield [at, place]
  for (const [key, member] of Object.entries(isObject(value) || Array.isArray(value) ? value : {})) {
    const step = Array.isArray(value) ? '#' : chosen.test(place) && !key.startsWith('x-') ? '*' : key
    yield* listPlaces(member, [...at, key], `${place}/${step}`)
  }
}

function setAt(value: JsonValue, [key, ...rest]: readonly string[], to: JsonValue): JsonValue {
  if (key === undefined) return to
  if (Array.isArray(value)) return value.map((each, i) => (`${i}` === key ? setAt(each, rest, to) : each))
  const object = value as JsonObject // a place leads through objects and arrays
  return { ...object, [key]: setAt(object[key] ?? null, rest, to) }
}

const getAt = (value: JsonValue, path: readonly string[]): JsonValue =>
  path.reduce<JsonValue>((at, key) => Object(at)[key], value)

/** The samples of a suite that are JSON objects, by their kinds. */
const kinds = standardProfiles.flatMap((profile) => {
  const { makeSample, variants } = standardProofs[profile]
  const samples = variants.map(({ change }) => makeSample(change)).filter(({ text }) => text.trim().startsWith('{"'))
  return (standards[profile].types ?? []).flatMap(({ kind }) => {
    const own = samples.filter((each) => each.kind === kind)
    return own.length > 0 ? [{ profile, kind, own }] : []
  })
})

describe('a member of a JSON message', () => {
  it.each(kinds)('is found where its value has another type: $kind under $profile', ({ profile, kind, own }) => {
    const seen = new Set<string>()
    const isFound = (sample: Sample, path: readonly string[], value: JsonValue): boolean =>
      checkSample(profile, {
        ...sample,
        text: JSON.stringify(setAt(JSON.parse(sample.text), path, value)),
      }).some(({ outcome }) => outcome === 'failed')
    const missed = own.flatMap((sample) => {
      const content: JsonValue = JSON.parse(sample.text)
      return [...listPlaces(content)].flatMap(([path, place]) => {
        const type = nameType(getAt(content, path))
        const name = `${kind} ${place}`
        if (seen.has(`${name} ${type}`) || untyped.some((each) => each.test(name))) return []
        seen.add(`${name} ${type}`)
        const wrong = others.filter((value) => nameType(value) !== type && !isFound(sample, path, value))
        return wrong.length > 0 ? [`${name}: ${wrong.map((each) => JSON.stringify(each)).join(' ')}`] : []
      })
    })

    expect(missed).toEqual([])
  })
})

/** The kinds of which a suite has a sample that is a JSON text. */
describe('every kind of JSON message', () => {
  it.each(standardProfiles.map((profile) => ({ profile })))(
    'has types, or says why not, under $profile',
    ({ profile }) => {
      const { texts = [], types = [] } = standards[profile]
      const typed = new Set(types.map(({ kind }) => kind))

      expect(texts.map(({ kind }) => kind).filter((kind) => kind !== 'sd-jwt' && !typed.has(kind))).toEqual([])
    },
  )
})
