import type { Command } from '../terminal/command.ts'

/** A command in the list of all, and how its file is loaded. */
export interface CommandEntry {
  readonly summary: string
  readonly load: () => Promise<Command>
}

/** Every command, in groups, by the title of the group. Each has a file of its own, which is loaded when it is called. */
export const commandGroups: Readonly<Record<string, Readonly<Record<string, CommandEntry>>>> = {
  'judge artefacts': {
    verify: {
      summary: 'judge artefacts by each requirement, and name the cause of each failure',
      load: async () => (await import('./commands/verify.ts')).verify,
    },
    audit: {
      summary: 'judge many artefacts, one by one and together',
      load: async () => (await import('./commands/audit.ts')).audit,
    },
    worker: {
      summary: 'do the work of audits, campaigns and runs from a queue until you stop it',
      load: async () => (await import('./commands/audit.ts')).worker,
    },
  },
  'test implementations': {
    init: {
      summary: 'write a harness.config.ts, and a CI workflow with --ci',
      load: async () => (await import('./commands/init.ts')).init,
    },
    doctor: {
      summary: 'check the setup: runtime, settings and their sources, targets, clocks',
      load: async () => (await import('./commands/doctor.ts')).doctor,
    },
    plan: {
      summary: 'show what a run would do, and what it cannot test; with a role: what that role has to pass',
      load: async () => (await import('./commands/plan.ts')).plan,
    },
    run: {
      summary: 'run the whole exchange against your implementation, and judge every message',
      load: async () => (await import('./commands/run.ts')).run,
    },
    test: {
      summary:
        'test an implementation of a standard: an issuer or wallet of OpenID4VCI 1.0, a verifier or wallet of OpenID4VP 1.0, a holder of SD-JWTs',
      load: async () => (await import('./commands/standard/test.ts')).test,
    },
    vectors: {
      summary: 'export labelled valid and invalid artefacts, or run a verifier in any language against them',
      load: async () => (await import('./commands/vectors.ts')).vectors,
    },
    ui: {
      summary: 'open the console in the browser: start runs, watch messages, read the plan, compare runs',
      load: async () => (await import('./commands/ui.ts')).ui,
    },
    serve: {
      summary: 'serve reference actors over HTTP, with or without a fault',
      load: async () => (await import('./commands/serve.ts')).serve,
    },
  },
  'read and compare runs': {
    report: {
      summary: 'print the report of a run, or convert it to another format',
      load: async () => (await import('./commands/report.ts')).report,
    },
    diff: {
      summary: 'show what changed between two runs, and whether the target, the suite or a decision changed it',
      load: async () => (await import('./commands/diff.ts')).diff,
    },
    rejudge: {
      summary: 'judge a stored run again, with the current checks or with other answers',
      load: async () => (await import('./commands/rejudge.ts')).rejudge,
    },
    replay: {
      summary: 'reproduce one failure, from the stored messages or in a new run of that requirement',
      load: async () => (await import('./commands/replay.ts')).replay,
    },
    matrix: {
      summary: 'compare several implementations, requirement by requirement',
      load: async () => (await import('./commands/matrix.ts')).matrix,
    },
    compat: {
      summary: 'check whether implementations of several roles can go live together, and which step breaks if not',
      load: async () => (await import('./commands/compat.ts')).compat,
    },
    merge: {
      summary: 'merge the reports of runs that divided the requirements with --shard',
      load: async () => (await import('./commands/merge.ts')).merge,
    },
    baseline: {
      summary: 'accept known failures, so that only new ones fail a run',
      load: async () => (await import('./commands/baseline.ts')).baseline,
    },
  },
  'claim conformance': {
    decide: {
      summary: 'answer the decisions that a run left at their defaults, and save the answers in the configuration',
      load: async () => (await import('./commands/decide.ts')).decide,
    },
    claim: {
      summary: 'make a signed statement of conformance from a run, or list what is missing for one',
      load: async () => (await import('./commands/claim.ts')).claim,
    },
    claims: {
      summary: 'check every statement in a folder, and write a page that lists them',
      load: async () => (await import('./commands/claim.ts')).claims,
    },
  },
  'sign reports': {
    sign: {
      summary: 'sign the report and the record of a run',
      load: async () => (await import('./commands/sign.ts')).sign,
    },
    'verify-report': {
      summary: 'check the signature of a report, and that its record leads to the same results',
      load: async () => (await import('./commands/verify-report.ts')).verifyReport,
    },
  },
  'look things up': {
    list: {
      summary:
        'list requirements, decisions, faults, variants, probes, schemas, profiles, features or kinds of artefacts',
      load: async () => (await import('./commands/list.ts')).list,
    },
    explain: {
      summary: 'explain requirements, decisions and faults, with examples',
      load: async () => (await import('./commands/explain.ts')).explain,
    },
  },
  'work on assay': {
    new: {
      summary: 'add the stubs of a new requirement to its section, in a checkout of assay',
      load: async () => (await import('./commands/new.ts')).create,
    },
    prove: {
      summary: 'prove the checks: every fault is detected, and every legal variant is accepted',
      load: async () => (await import('./commands/prove.ts')).prove,
    },
  },
}

/** Every command by its name. */
export const commandEntries: Readonly<Record<string, CommandEntry>> = Object.assign({}, ...Object.values(commandGroups))

/** Loads all commands, by their names. */
export async function loadCommands(): Promise<Readonly<Record<string, Command>>> {
  const all = Object.entries(commandEntries).map(async ([name, { load }]) => [name, await load()] as const)
  return Object.fromEntries(await Promise.all(all))
}
