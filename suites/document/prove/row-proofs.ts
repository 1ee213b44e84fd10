import { profiles } from '../../../model/decision.ts'
import type { Result } from '../../../model/report.ts'
import type { Requirement } from '../../../model/requirement.ts'
import { compileJudge } from '../../../src/judge/judge.ts'
import { checks } from '../all/checks.ts'
import { requirements, requirementsByFolder } from '../all/requirements.ts'
import { tampers } from '../all/tampers.ts'
import type { Fault, FaultSettings, Variant } from '../model/fault.ts'
import { runAndJudge } from '../run/run.ts'
import map from '../sentences.json' with { type: 'json' }
import { findFolder, loadCatalogue, mergeCatalogue } from './catalogue.ts'
import type { MutationTrial } from './kill-matrix.ts'
import { referenceOptions, referenceSettings } from './live-run.ts'
import type { RowProof, TamperingOutcome } from './missing.ts'
import { createOfflineRun } from './offline-run.ts'

/** Collects what proves each of some requirements, from the trials and from runs of reference actors. */
export async function collectRowProofs(
  chosen: readonly Requirement[],
  trials: readonly MutationTrial[],
  staleFiles: readonly string[],
): Promise<readonly RowProof[]> {
  if (chosen.length === 0) return []
  const { faults, variants } = mergeCatalogue(await loadCatalogue())
  const reference = await runReference(chosen, faults)
  return chosen.map((requirement) => ({
    requirement,
    trials,
    staleFiles,
    ...describeRow(requirement, faults, variants),
    ...reference,
    tampering: findTampering(reference.results.get(requirement.id)),
  }))
}

const checked = new Set(checks.map(({ requirement }) => requirement.id))
const tampered = new Set(tampers.map(({ breaks }) => breaks.id))
const named = new Set(map.flatMap(({ rows = [] }) => rows))

function describeRow(requirement: Requirement, faults: readonly Fault[], variants: readonly Variant[]) {
  const { id, force, seen, standard } = requirement
  const isExempt = /info|gap/.test(force) && !checked.has(id)
  return {
    folder: findFolder(requirement),
    isProvable: !('nowhere' in seen || 'byProbes' in seen || isExempt),
    hasCheck: checked.has(id),
    hasTampering: tampered.has(id),
    hasSource: standard !== undefined || named.has(id),
    faults: faults.filter(({ breaks, alsoBreaks }) => [breaks, ...alsoBreaks].some((each) => each.id === id)),
    variants: selectVariants(requirement, variants),
  }
}

/** The variants that are named for the requirement, or for its table, or for another table of its folder. */
function selectVariants(requirement: Requirement, variants: readonly Variant[]): readonly Variant[] {
  const own = requirementsByFolder[findFolder(requirement)] ?? []
  return variants.filter(({ id }) => {
    const about = id.split('/')[0]?.toUpperCase() ?? ''
    return about === requirement.id || own.some((row) => row.id.startsWith(`${about}-`))
  })
}

interface ReferenceRun {
  readonly failedByReference: ReadonlySet<string>
  /** The results of a whole exchange whose passes are proved by tampering. */
  readonly results: ReadonlyMap<string, Result>
}

/** Runs reference actors without a mutation under every profile. */
async function runReference(chosen: readonly Requirement[], faults: readonly Fault[]): Promise<ReferenceRun> {
  const judgeOffline = createOfflineRun(compileJudge(requirements, checks))
  const failed = new Set<string>()
  const proved = new Map<string, Result>()
  for (const profile of profiles) {
    const setting: FaultSettings = { profile, decisions: {} }
    const results = await runWithTampering(chosen, setting)
    for (const { requirement, outcome } of [...results, ...(await judgeOffline({}, setting))]) {
      if (outcome === 'failed') failed.add(requirement.id)
    }
    for (const result of results) {
      if (result.tampering || !proved.has(result.requirement.id)) proved.set(result.requirement.id, result)
    }
  }
  for (const row of chosen) {
    if (findTampering(proved.get(row.id)) !== 'none') continue
    const result = await proveUnderFaultSettings(row, faults)
    if (result) proved.set(row.id, result)
  }
  return { failedByReference: failed, results: proved }
}

/** A row may have nothing to tamper with under the defaults, and something under the answers that its faults need. */
async function proveUnderFaultSettings(row: Requirement, faults: readonly Fault[]): Promise<Result | undefined> {
  for (const fault of faults.filter(({ breaks }) => breaks.id === row.id)) {
    const result = (await runWithTampering([row], fault)).find(({ tampering }) => tampering)
    if (result) return result
  }
  return undefined
}

async function runWithTampering(
  rows: readonly Requirement[],
  { profile, decisions }: FaultSettings,
): Promise<readonly Result[]> {
  const only = rows.map(({ id }) => id)
  const settings = { ...referenceSettings, profile, decisions, only }
  return (await runAndJudge(settings, { ...referenceOptions, tampers })).results
}

function findTampering(result: Result | undefined): TamperingOutcome {
  if (result?.tampering) return result.tampering.caught === result.tampering.tried ? 'caught' : 'missed'
  return result?.outcome === 'passed' ? 'none' : 'not passed'
}
