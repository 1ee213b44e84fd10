import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { artefactProfiles } from '../model/decision.ts'
import { artefactKinds } from '../protocol/artefacts/artefact-kinds.ts'
import { schemaNames } from '../protocol/artefacts/shape.ts'
import { shapes } from '../protocol/artefacts/validators.generated.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import { claimSet } from '../suites/document/claims/claim-set.ts'
import { stale } from '../tools/generate.ts'
import { compiler } from '../tools/generate-validators.ts'
import { isMessage, readSchemas, rewrite, type Schema } from '../tools/schemas.ts'
import { changed, honest, pointersIn } from './protocol/shape-examples.ts'

const schemas = readSchemas()
const names = [...schemas.keys()]
const messages = names.filter((name) => isMessage(schemas.get(name) ?? {}))
const addressOf = (name: string): string => `https://assay.example/schemas/${name}.schema.json`

const fresh = compiler()
fresh.addSchema([...schemas.values()])

function validatorOf(name: string) {
  const validate = fresh.getSchema(addressOf(name))
  if (!validate) throw new TypeError(`no schema ${name}`)
  return validate
}

/** Every value of a keyword in a schema. */
function valuesOf(schema: Schema | undefined, keyword: string): readonly unknown[] {
  const found: unknown[] = []
  rewrite(schema, (part) => {
    if (Object.hasOwn(part, keyword)) found.push(part[keyword])
    return part
  })
  return found
}

describe('a schema', () => {
  it.each(names)('named %s compiles in strict mode and has a title and a description', (name) => {
    expect(validatorOf(name).schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: addressOf(name),
      title: expect.any(String),
      description: expect.any(String),
    })
  })

  it.each(names)('named %s stands for requirements that exist', (name) => {
    const ids = requirements.map(({ id }) => id)

    expect(ids).toEqual(expect.arrayContaining([...valuesOf(schemas.get(name), 'x-requirement')]))
  })

  it.each(messages)('named %s looks no farther into a string than a bound', (name) => {
    const quantifiers = valuesOf(schemas.get(name), 'pattern').map((pattern) =>
      String(pattern).replaceAll(/\[(?:\\.|[^\]\\])*\]/g, ''),
    )

    expect(quantifiers.filter((pattern) => /[*+]|\{\d+,\}/.test(pattern))).toEqual([])
    expect(valuesOf(schemas.get(name), 'maxLength')).toEqual([])
  })

  it('of the claims names those of the set', () => {
    expect(Object.keys(Object(schemas.get('claims')?.properties))).toEqual(Object.keys(claimSet))
  })
})

describe('generated code', () => {
  it('is what the schemas make it', async () => {
    expect([...(await stale()).keys()]).toEqual([])
  })

  it('has every message', () => {
    expect(schemaNames.toSorted()).toEqual(messages.toSorted())
  })

  const strange = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(undefined, '', 'EC', 'RSA', 'P-256', 'ES256', 'DEF', [], {}, ['a', 'a'], 'A'.repeat(43)),
  )

  it.each(schemaNames)('finds in a %s what the library finds', (name) => {
    const places = fc.constantFrom(...pointersIn(honest[name]))
    const changes = fc.array(fc.tuple(places, strange), { minLength: 1, maxLength: 3 })

    fc.assert(
      fc.property(changes, (some) => {
        const message = changed(honest[name], some) ?? null
        expect(errorsOf(shapes[name].validate, message)).toEqual(errorsOf(validatorOf(name), message))
      }),
      { numRuns: 300 },
    )
  })
})

interface Validate {
  (value: unknown): unknown
  readonly errors?: readonly { readonly instancePath: string; readonly keyword: string }[] | null
}

function errorsOf(validate: Validate, message: unknown): readonly string[] {
  validate(message)
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`).sort()
}

describe('a vector', () => {
  const good = {
    id: 'good-offer',
    kind: 'offer',
    artefact: '{}',
    breaks: [],
    description: 'nothing',
    context: { now: 1 },
  }
  const isVector = validatorOf('vector')

  it('is of a kind and under a preset that exist', () => {
    const properties = Object(schemas.get('vector')?.properties)

    expect(properties.kind.enum).toEqual(artefactKinds)
    expect(properties.profile.enum).toEqual(artefactProfiles)
  })

  it('is accepted with all that it may have', () => {
    const context = { jwks: {}, keys: [{}], nonce: 'n', now: 1, issuer: 'i', statusBase: 's', credentialId: 'c' }
    const whole = {
      ...good,
      profile: 'document-rfc9901',
      context: { ...context, anchors: ['PEM'], responseEncryption: {} },
    }

    expect(isVector(good)).toBe(true)
    expect(isVector(whole)).toBe(true)
  })

  it.each([
    ['/surprise', 1],
    ['/context/surprise', 1],
    ['/kind', 'photo'],
    ['/breaks', undefined],
    ['/breaks', ['ATT-TYP', 'ATT-TYP']],
    ['/description', undefined],
    ['/id', 'Not An Id'],
  ])('is refused with %s = %j', (at, value) => {
    expect(isVector(changed(good, [[at, value]]))).toBe(false)
  })
})
