import { type Decision, type StandardProfile, standardProfiles } from '../../model/decision.ts'
import { HarnessError } from '../../model/errors.ts'
import type { Requirement } from '../../model/requirement.ts'
import { suggestWord } from '../../model/suggest-word.ts'
import { decisions } from '../../suites/document/all/decisions.ts'
import { probes } from '../../suites/document/all/probes.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { requirements as auditRequirements } from '../../suites/document/audit/requirements.ts'
import type { Fault, Variant } from '../../suites/document/model/fault.ts'
import type { StatefulProbe } from '../../suites/document/model/probe.ts'
import { loadCatalogue, mergeCatalogue } from '../../suites/document/prove/catalogue.ts'
import { standards } from '../../suites/standards.ts'
import { findStandardChange, type StandardChange } from './standard-change.ts'

/** Something that can be explained. */
export type Subject =
  | { readonly standard: StandardProfile; readonly requirement: Requirement }
  | { readonly requirement: Requirement }
  | { readonly audited: Requirement }
  | { readonly decision: Decision }
  | { readonly whole: Requirement; readonly broken: Requirement }
  | { readonly fault: Fault }
  | { readonly probe: StatefulProbe }
  | { readonly variant: Variant }
  | { readonly changed: StandardChange }

/** The standard of a row: the one whose kinds it is about, where several have it. */
function findStandard(
  id: string,
): { readonly standard: StandardProfile; readonly requirement: Requirement } | undefined {
  const all = standardProfiles.flatMap((standard) => {
    const requirement = findById(id, standards[standard].requirements)
    return requirement ? [{ standard, requirement }] : []
  })
  const isOwn = ({ standard, requirement: { seen } }: (typeof all)[number]): boolean =>
    'in' in seen && seen.in.some((kind) => standards[standard].kinds.includes(kind))
  return all.find(isOwn) ?? all[0]
}

/** Finds what has an id, whatever the case of its letters. Parts, faults, variants and probes have a slash in their ids. */
export async function findSubject(id: string): Promise<Subject> {
  const requirement = findById(id, requirements)
  if (requirement) return { requirement }
  const standard = findStandard(id)
  if (standard) return standard
  const audited = findById(id, auditRequirements)
  if (audited) return { audited }
  const decision = findById(id, decisions)
  if (decision) return { decision }
  const part = findPart(id)
  if (part) return part
  const { faults, variants } = id.includes('/') ? mergeCatalogue(await loadCatalogue()) : { faults: [], variants: [] }
  const fault = findById(id, faults)
  if (fault) return { fault }
  const variant = findById(id, variants)
  if (variant) return { variant }
  const probe = findById(id, probes)
  if (probe) return { probe }
  const changed = id.includes('/') ? findStandardChange(id) : undefined
  if (changed) return { changed }
  const ids = [
    ...requirements,
    ...auditRequirements,
    ...decisions,
    ...faults,
    ...variants,
    ...(id.includes('/') ? probes : []),
  ].map((each) => each.id)
  const kinds = id.includes('/') ? 'fault, variant or probe' : 'requirement or decision'
  throw new HarnessError('ERR_UNKNOWN_ID', `there is no ${kinds} \`${id}\`${suggestWord(id, ids)}`)
}

/** Finds a part of a requirement by both ids, as in `FLOW-VALIDATES/ATT-TYP`. */
function findPart(id: string): Subject | undefined {
  const [whole, broken, ...rest] = id.split('/').map((each) => findById(each, requirements))
  return whole && broken && rest.length === 0 ? { whole, broken } : undefined
}

const findById = <T extends { readonly id: string }>(id: string, all: readonly T[]): T | undefined =>
  all.find((each) => each.id.toLowerCase() === id.toLowerCase())
