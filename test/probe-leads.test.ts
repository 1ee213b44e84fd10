import { expect, it } from 'vitest'
import { isArtefactCheck } from '../model/check.ts'
import { actorRoles } from '../model/role.ts'
import { createBudget } from '../protocol/artefacts/budget.ts'
import { createDecider } from '../src/judge/decisions.ts'
import { createDerivations } from '../src/judge/derivations.ts'
import { defaultSuite } from '../suites/default-suite.ts'
import { checks } from '../suites/document/all/checks.ts'
import { rejectionRequirements } from '../suites/document/kit/rejection.ts'
import type { Exchange } from '../suites/document/model/exchange.ts'
import { parseMessage } from '../suites/document/model/parse-message.ts'
import { emptyPopulation } from '../suites/document/population/population.ts'
import { decryptionKeys } from '../suites/document/reference/actors.ts'
import { listSurvivals } from '../suites/document/undefined-points/survival.ts'
import { playWhole, settings } from './whole-run.ts'

it('sends the probes of rejection for every requirement that looks at what probes bring', async () => {
  const { messages } = await playWhole()
  const { decide } = createDecider(settings)
  const parsed = messages.map((message) => parseMessage(message, decryptionKeys))
  const readers = new Set<string>()
  for (const check of checks.filter((each) => !isArtefactCheck(each))) {
    const exchange: Exchange = {
      messages: parsed,
      tested: new Set(actorRoles),
      uids: {},
      get population() {
        readers.add(check.requirement.id)
        return emptyPopulation
      },
    }
    if (isArtefactCheck(check)) continue
    const context = { decide, derive: createDerivations(), budget: createBudget(), issuer: settings.addresses.issuer }
    for (const _ of check.inspect(exchange, context)) break
  }
  const survivals = listSurvivals().map(({ role, requirement: { id } }) => [
    id,
    rejectionRequirements[role]?.required.id,
  ])

  expect([...defaultSuite.probeLeads].toSorted()).toEqual(
    [...[...readers].map((id) => [id, 'FLOW-VALIDATES']), ...survivals].toSorted(),
  )
})
