import { describe, expect, it } from 'vitest'
import { isArtefactCheck } from '../../model/check.ts'
import { type CheckContext, deriveDirectly, explainClock, explainText } from '../../model/finding.ts'
import { createBudget } from '../../protocol/artefacts/budget.ts'
import { openArtefact } from '../../protocol/artefacts/open.ts'
import { createDecider } from '../../src/judge/decisions.ts'
import { checks } from '../../suites/document/all/checks.ts'

describe('the likely cause of a time', () => {
  it.each([
    [7200, '2 hours ahead'],
    [-3600, 'an hour behind'],
    [3660, 'an hour ahead'],
    [-14 * 3600 + 100, '14 hours behind'],
  ])('is a time zone where it is off by %i seconds', (seconds, far) => {
    expect(explainClock(seconds)).toBe(`it is ${far}: this may be local time instead of UTC`)
  })

  it.each([0, 60, 1800, 5000, 15 * 3600, 86_400])('is not a time zone where it is off by %i seconds', (seconds) => {
    expect(explainClock(seconds)).toBeUndefined()
  })
})

describe('the likely cause of a text that cannot be read', () => {
  it.each([
    ["b'eyJhbGciOiJFUzI1NiJ9.e30.c2ln'", 'object of Python'],
    ['"eyJhbGciOiJFUzI1NiJ9.e30.c2ln"', 'quotation marks'],
    ['Bearer eyJhbGciOiJFUzI1NiJ9.e30.c2ln', 'scheme of an `Authorization` header'],
    ['[object Object]', 'missing value'],
    ['None', 'missing value'],
    ['<!DOCTYPE html><title>502 Bad Gateway</title>', 'an HTML page'],
    ['eyJhbGciOiJFUzI1NiJ9.e30.c2ln\n', 'white space'],
  ])('shows in %j', (text, cause) => {
    expect(explainText(text)).toContain(cause)
  })

  it.each(['eyJhbGciOiJFUzI1NiJ9.e30', '{"a":1,}\n', '["a"', ''])('does not show in %j', (text) => {
    expect(explainText(text)).toBeUndefined()
  })

  it('is in the finding of the row that finds such a text', () => {
    const text = "b'eyJhbGciOiJFUzI1NiJ9.e30.c2ln'"
    const context: CheckContext = {
      decide: createDecider({ profile: 'document', decisions: {} }).decide,
      derive: deriveDirectly,
      budget: createBudget(),
    }
    const [artefact] = openArtefact('credential', text)
    const found = checks.flatMap((check) =>
      artefact && isArtefactCheck(check) && check.kind === 'credential' ? [...check.inspect(artefact, context)] : [],
    )

    expect(found.map(({ diagnosis }) => diagnosis)).toContain(explainText(text))
  })
})
