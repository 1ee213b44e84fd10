import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { profiles } from '../model/decision.ts'
import { forces } from '../model/requirement.ts'
import { roles } from '../model/role.ts'
import { artefactKinds } from '../protocol/artefacts/artefact-kinds.ts'
import schema from '../schemas/registry.schema.json' with { type: 'json' }
import { decisions } from '../suites/document/all/decisions.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import { listProbes } from '../suites/document/explain/list-probes.ts'
import { exportOfRequirements, pageOfRequirements } from '../tools/generate-docs.ts'
import { pageOfProbesTo } from '../tools/generate-probes.ts'
import { probedRoles } from '../tools/section-titles.ts'

const page = pageOfRequirements()
const exported = JSON.parse(exportOfRequirements())
const conforms = new Ajv2020({ strict: true, strictRequired: false }).compile(schema)

const [row] = exported.requirements
const [decision] = decisions
const withRow = (bend: object): object => ({ requirements: [{ ...row, ...bend }], decisions: [decision] })
const withDecision = (bend: object): object => ({ requirements: [row], decisions: [{ ...decision, ...bend }] })

describe('the generated page', () => {
  it('shows every requirement and every decision', () => {
    expect(requirements.filter(({ id }) => !page.includes(`[${id}](requirements/`)).map(({ id }) => id)).toEqual([])
    expect(decisions.filter(({ id }) => !page.includes(`\n### ${id}\n`)).map(({ id }) => id)).toEqual([])
  })

  it('has a title for every section', () => {
    expect(page.match(/^## [\d.]+$/gm)).toBeNull()
  })
})

describe('the pages of probes', () => {
  const probes = listProbes()

  it('lists probes for every receiver', () => {
    expect(new Set(probes.map(({ receiver }) => receiver))).toEqual(new Set(probedRoles))
    expect(probes.length).toBeGreaterThan(500)
  })

  it.each(probedRoles)('to the %s has each of them once, with its requirement, and no empty cell', (role) => {
    const rows = pageOfProbesTo(role)
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    const ids = probes.filter(({ receiver }) => receiver === role).map(({ id }) => `| \`${id}\` |`)

    expect(rows.map((row) => /^.*?` \|/.exec(row)?.[0]).toSorted()).toEqual(ids.toSorted())
    expect(
      rows.filter(
        (row) =>
          !/^\| `[^`]+` \| (?:rejected|accepted) \| \[[A-Z-]+\]\(\S+\)(?:, under the profile `[^`]+`)? \|$/.test(row),
      ),
    ).toEqual([])
  })
})

describe('the schema of the export', () => {
  it('takes the export', () => {
    conforms(exported)

    expect(conforms.errors).toBeNull()
  })

  it('has the words of the model', () => {
    const { requirement, role, decision, seenInArtefacts } = schema.$defs

    expect(requirement.properties.force.enum).toEqual(forces)
    expect(role.enum).toEqual(roles)
    expect(Object.keys(decision.properties.profiles.properties)).toEqual(profiles)
    expect(seenInArtefacts.properties.in.items.enum).toEqual(artefactKinds)
  })

  it.each([
    ['the good twin of a requirement', withRow({})],
    ['the good twin of a decision', withDecision({})],
  ])('takes %s', (_, registry) => {
    expect(conforms(registry)).toBe(true)
  })

  it.each([
    ['a further member', { ...withRow({}), more: 1 }],
    ['a further member of a requirement', withRow({ more: 1 })],
    ['a requirement without a sentence', withRow({ text: undefined })],
    ['a sentence without a full stop', withRow({ text: 'No stop' })],
    ['an id that is a number', withRow({ id: 'ATT-1' })],
    ['a force that nobody knows', withRow({ force: 'MUST' })],
    ['a role that nobody plays', withRow({ binds: 'holder' })],
    ['a requirement that is seen in two ways', withRow({ seen: { in: ['offer'], nowhere: 'nor here' } })],
    ['a kind of artefact that nobody knows', withRow({ seen: { in: ['letter'] } })],
    ['a whole decision where its id is enough', withRow({ dependsOn: [decision] })],
    ['a negative number of checks', withRow({ checks: -1 })],
    ['a further member of a decision', withDecision({ more: 1 })],
    ['a decision that does not arise', withDecision({ arises: [] })],
    ['a question that does not ask', withDecision({ question: 'So.' })],
    ['a preset that nobody knows', withDecision({ profiles: { mine: 'x' } })],
    ['a meaning that is not a text', withDecision({ variants: { x: 1 } })],
  ])('refuses %s', (_, registry) => {
    expect(conforms(registry)).toBe(false)
  })
})
