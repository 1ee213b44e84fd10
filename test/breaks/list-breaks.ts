import { readFileSync } from 'node:fs'
import type { Check } from '../../model/check.ts'
import { type StandardProfile, standardProfiles } from '../../model/decision.ts'
import { checks } from '../../suites/document/all/checks.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { excuses } from '../../suites/document/derived/disabled-validations.ts'
import type { ExcusedValidation } from '../../suites/document/model/fault.ts'
import { listValidations } from '../../suites/document/prove/disabled-validation-probes.ts'
import type { Validation } from '../../suites/document/prove/disabled-validations.ts'
import { listOwnRows, standards } from '../../suites/standards.ts'
import { sourcesIn } from '../house/imports.ts'

/** A check that finds nothing, or a reference actor without one validation: one line of a source, with others after it. */
export interface Break {
  readonly what: string
  readonly of: 'check' | 'validation'
  readonly file: string
  readonly line: string
  readonly broken: string
  /** Tests that depend on it: files, and what their names have in them. */
  readonly tests: readonly TestChoice[]
}

export interface TestChoice {
  readonly files: readonly string[]
  readonly names: RegExp
}

/** Where a standard is proven; the document is in `test/matrix.test.ts`. */
const proofs: Readonly<Record<StandardProfile, string>> = {
  'sd-jwt': 'test/standards/sd-jwt.test.ts',
  'sd-jwt-vc': 'test/standards/sd-jwt-vc.test.ts',
  'token-status-list': 'test/standards/token-status-list.test.ts',
  'openid4vci-1.0': 'test/standards/openid4vci.test.ts',
  'openid4vp-1.0': 'test/standards/openid4vp.test.ts',
  mdoc: 'test/standards/mdoc.test.ts',
  'haip-1.0': 'test/standards/haip.test.ts',
}

/** The tests that name a requirement. */
const listNaming = (id: string): readonly string[] =>
  sources.filter(([, text]) => text.includes(`'${id}'`)).map(([file]) => file)

const sources = sourcesIn('test')
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => [file, readFileSync(file, 'utf8')] as const)

const compiling = 'const own = declared.get(requirement.id) ?? []'

/** One of the checks of a requirement finds nothing. */
function silenceCheck(id: string, place: number, file: string): Break {
  const isIt = `requirement.id === '${id}' && place === ${place}`
  const silent = `(each, place) => (${isIt} ? { ...each, inspect: function* () {} } : each)`
  return {
    what: `check ${place + 1} of ${id} finds nothing`,
    of: 'check',
    file: 'src/judge/judge.ts',
    line: compiling,
    broken: compiling.replace(/= (.*)$/, `= ($1).map(${silent})`),
    // Its own faults, the answers to its probes, then all that is in the files.
    tests: [
      { files: [file], names: new RegExp(`: ${id}/`) },
      { files: ['test/judge/probe-checks.test.ts'], names: new RegExp(`: ${id}$`) },
      { files: [file, ...listNaming(id)], names: /./ },
    ],
  }
}

function silenceEach(ids: readonly string[], file: string): readonly Break[] {
  const counts = new Map<string, number>()
  return ids.map((id) => {
    const place = counts.get(id) ?? 0
    counts.set(id, place + 1)
    return silenceCheck(id, place, file)
  })
}

const opening = 'const rules = createStateRules(terms)'

/** A reference actor never has one of its validations, in whatever test it is. */
const disableValidations = (): readonly Break[] =>
  listValidations(requirements)
    .filter((each) => !excuses.some((excuse) => isOf(excuse, each)))
    .map(({ receiver, requirement }) => ({
      what: `the reference ${receiver} lacks the validation of ${requirement}`,
      of: 'validation',
      file: 'suites/document/reference/validations.ts',
      line: opening,
      broken: `${opening}
  if (arguments[3] === undefined) {
    const options = { disabled, onRejection }
    const without = { disabled: new Set([...(disabled ?? []), '${requirement}']), onRejection }
    const create = (role) => createValidations(decide, terms, role === '${receiver}' ? without : options, 'inner')
    return (role) => create(role)(role)
  }`,
      tests: [
        { files: ['test/probes.test.ts'], names: /refuses every fault/ },
        { files: ['test/disabled-validations.test.ts'], names: /^a disabled validation/ },
      ],
    }))

const isOf = (excuse: ExcusedValidation, { receiver, requirement }: Validation): boolean =>
  excuse.receiver === receiver && excuse.requirement.id === requirement

const listIds = (all: readonly Check[]): readonly string[] => all.map(({ requirement: { id } }) => id)

/** Everything that can be broken: each check of the document and of the standards, each validation of a reference actor. */
export function listBreaks(): readonly Break[] {
  const standardBreaks = standardProfiles.flatMap((profile) => {
    const own = new Set(listOwnRows(profile))
    return silenceEach(
      listIds(standards[profile].checks.filter(({ requirement }) => own.has(requirement))),
      proofs[profile],
    )
  })
  return mergeSame([...silenceEach(listIds(checks), 'test/matrix.test.ts'), ...standardBreaks, ...disableValidations()])
}

/** Several standards have some of their rows in common: a check of those is broken in all of them at once. */
const mergeSame = (all: readonly Break[]): readonly Break[] =>
  Object.values(Object.groupBy(all, ({ what }) => what)).flatMap(([first, ...more] = []) =>
    first ? [{ ...first, tests: [first, ...more].flatMap(({ tests }) => tests) }] : [],
  )
