import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whyNoPython } from '../python.ts'
import { bugs } from './verifiers/bugs.ts'
import { confirmed, expectClean, expectFound, listCases, profiles } from './verifiers/expectations.ts'
import { type PythonVerifiers, startPythonVerifiers } from './verifiers/python-verifier.ts'
import { runVerifier } from './verifiers/run-verifier.ts'

const noPython = whyNoPython()
const reason = noPython === undefined ? '' : ` (left out: ${noPython})`

describe.skipIf(noPython !== undefined)(`verifiers in Python${reason}`, () => {
  let python: PythonVerifiers
  beforeAll(async () => {
    python = await startPythonVerifiers()
  })
  afterAll(() => python.close())

  it('have the bugs of those in TypeScript', () => {
    expect(python.bugs).toEqual(Object.keys(bugs))
  })

  it.each(profiles)('are clean under the profile %s without a bug', async (profile) => {
    expectClean(await runVerifier(python.withBug(), profile))
  })

  // A profile changes how disclosures are read; the rest is read in the same way under all of them.
  const ofDisclosures = listCases(['document-rfc9901', 'document-sd-jwt-vc']).filter(({ bug }) =>
    /^SD-|-SD-/.test(bug.finds),
  )
  it.each([...listCases(['document']), ...ofDisclosures])(
    'are found under the profile $profile: $bug.what',
    async ({ profile, name, bug }) => {
      expectFound(await runVerifier(python.withBug(name), profile, confirmed, { isBrief: true }), bug)
    },
  )
})
