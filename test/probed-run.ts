import type { ProbeResult } from '../model/probe.ts'
import { referenceSettings } from '../suites/document/prove/live-run.ts'
import { createProbing } from '../suites/document/run/probes/catalogue.ts'
import { runAndJudge } from '../suites/document/run/run.ts'
import type { JudgedRun } from '../suites/document/run/run-report.ts'

/** Runs the reference actors and sends them all probes. */
export const runProbes = (
  decisions: Readonly<Record<string, string>> = {},
  disabledValidation?: string,
): Promise<JudgedRun> =>
  runAndJudge(
    { ...referenceSettings, decisions },
    {
      clock: () => 1_795_000_000_000,
      tool: { name: 'assay', version: '0' },
      routes: {},
      signal: new AbortController().signal,
      record: () => {},
      progress: () => {},
      sendProbes: createProbing({ members: 1, seed: 1 }),
      ...(disabledValidation !== undefined && { disabledValidation }),
    },
  )

export const listWrong = ({ probes }: JudgedRun): readonly ProbeResult[] =>
  probes.filter(({ answer, expected }) => answer !== expected)

export const outcomeOf = ({ results }: JudgedRun, id: string) =>
  results.find(({ requirement }) => requirement.id === id)?.outcome
