import type { Decision } from '../../../model/decision.ts'
import type { Requirement } from '../../../model/requirement.ts'
import { type Explained, findById, type Subject } from '../../../reporters/text/explained.ts'
import { checks } from '../all/checks.ts'
import { decisions } from '../all/decisions.ts'
import { probes } from '../all/probes.ts'
import { requirements } from '../all/requirements.ts'
import { populationChecks } from '../audit/checks.ts'
import { faults as auditFaults } from '../audit/faults.ts'
import { requirements as auditRequirements } from '../audit/requirements.ts'
import { variants as auditVariants } from '../audit/variants.ts'
import { loadCatalogue, mergeCatalogue } from '../prove/catalogue.ts'

const audited = auditRequirements.filter((row) => !requirements.includes(row))

const loadAll = async () => mergeCatalogue(await loadCatalogue())

/** What can be listed and explained of the document; what is played for it is loaded then. */
export const explained: Explained = {
  requirements: [...requirements, ...audited],
  checks: [...checks, ...populationChecks],
  decisions,
  loadChanges: async () => {
    const { faults, variants } = await loadAll()
    return { faults: [...faults, ...auditFaults], variants: [...variants, ...auditVariants] }
  },
  loadProbes: async () => (await import('./list-probes.ts')).listProbes(),
  subjects: [...requirements.map(toRow), ...audited.map(toAudited), ...decisions.map(toDecision)],
  loadSubjects,
  findPart,
}

function toRow(requirement: Requirement): Subject {
  return {
    ...{ id: requirement.id, requirement, isRunnable: true },
    explain: async function* (paint) {
      yield* (await import('./requirement.ts')).explainRequirement(requirement, paint)
    },
  }
}

function toAudited(row: Requirement): Subject {
  return {
    id: row.id,
    explain: async function* (paint) {
      yield* (await import('./audited-row.ts')).explainAuditedRow(row, paint)
    },
  }
}

function toDecision(decision: Decision): Subject {
  return {
    id: decision.id,
    explain: async function* (paint) {
      yield* (await import('./decision.ts')).explainDecision(decision, paint)
    },
  }
}

async function loadSubjects(): Promise<readonly Subject[]> {
  const [{ faults, variants }, { explainFault, explainVariant }, { explainProbe }] = await Promise.all([
    loadAll(),
    import('./fault.ts'),
    import('./part.ts'),
  ])
  return [
    ...faults.map((each) => ({ id: each.id, explain: (paint) => explainFault(each, paint) }) satisfies Subject),
    ...variants.map((each) => ({ id: each.id, explain: (paint) => explainVariant(each, paint) }) satisfies Subject),
    ...probes.map((each) => ({ id: each.id, explain: (paint) => explainProbe(each, paint) }) satisfies Subject),
  ]
}

/** Finds a part of a requirement by both ids, as in `FLOW-VALIDATES/ATT-TYP`. */
function findPart(id: string): Subject | undefined {
  const [whole, broken, ...rest] = id.split('/').map((each) => findById(each, requirements))
  if (!whole || !broken || rest.length > 0) return undefined
  return {
    ...{ id, isRunnable: true },
    explain: async function* (paint) {
      yield* (await import('./part.ts')).explainPart(whole, broken, paint)
    },
  }
}
