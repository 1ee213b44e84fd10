import { openArtefact } from '../protocol/artefacts/open.ts'
import { compileJudge, createJudgeInput, type Judge } from '../src/judge/judge.ts'
import { checks } from '../suites/document/all/checks.ts'
import { faults } from '../suites/document/all/faults.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import type { ActorMutation } from '../suites/document/model/actors.ts'
import type { Fault } from '../suites/document/model/fault.ts'
import { createDecide, runOffline } from '../suites/document/reference/offline-exchange.ts'

/** How many wrong credentials the judge was given, and the faults that it did not find. */
export interface JudgeControls {
  readonly given: number
  readonly missed: readonly string[]
}

/**
 * Gives the judge that is measured a credential with every fault that a credential can have: a fast judge that skips a
 * check misses the faults of that check. That it would show is tried with one that does.
 */
export function controlJudge(): JudgeControls & { readonly isSkippingSeen: boolean } {
  const judge = compileJudge(requirements, checks)
  const lazy = compileJudge(
    requirements,
    checks.filter(({ requirement }) => requirement.id !== skipped),
  )
  const about = faults.filter(isAboutCredential)
  return {
    ...giveFaults(judge, about),
    isSkippingSeen:
      giveFaults(
        lazy,
        about.filter(({ breaks }) => breaks.id === skipped),
      ).missed.length > 0,
  }
}

const skipped = 'SD-TWICE'

/** Faults of a requirement about a credential, of one member: they are found in the credential alone. */
const isAboutCredential = (fault: Fault): boolean => {
  const { seen } = fault.breaks
  return 'mutation' in fault && 'in' in seen && seen.in[0] === 'credential'
}

function giveFaults(judge: Judge, given: readonly Fault[]): JudgeControls {
  const missed = given.filter((fault) => 'mutation' in fault && !isFound(judge, fault, fault.mutation))
  return { given: given.length, missed: missed.map(({ id }) => id) }
}

function isFound(judge: Judge, fault: Fault, mutation: ActorMutation): boolean {
  const { artefacts, known } = runOffline(mutation, fault)
  const credentials = artefacts.filter(({ kind }) => kind === 'credential')
  const results = credentials.flatMap(({ text }) =>
    judge.judge(createJudgeInput(openArtefact('credential', text), known), createDecide(fault)),
  )
  return results.some(({ requirement, outcome }) => requirement.id === fault.breaks.id && outcome === 'failed')
}
