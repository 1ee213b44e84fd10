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
      summary: 'judge artefacts: what is right and wrong with them, by requirement, with the cause',
      load: async () => (await import('./commands/verify.ts')).verify,
    },
    audit: {
      summary: 'judge many artefacts: each by itself, and what all credentials show together',
      load: async () => (await import('./commands/audit.ts')).audit,
    },
    worker: {
      summary: 'do the work of audits and campaigns on other machines, until it is ended',
      load: async () => (await import('./commands/audit.ts')).worker,
    },
  },
  'test implementations': {
    init: {
      summary: 'write a harness.config.ts, and a CI workflow with --ci',
      load: async () => (await import('./commands/init.ts')).init,
    },
    doctor: {
      summary: 'check the setup: runtime, settings and where they come from, targets, clocks',
      load: async () => (await import('./commands/doctor.ts')).doctor,
    },
    plan: {
      summary:
        'show what a run would do: its sessions, its effects on targets, and what it cannot test and why; with a role: what it has to pass',
      load: async () => (await import('./commands/plan.ts')).plan,
    },
    run: {
      summary: 'run the whole exchange with your implementation in it, and judge every message',
      load: async () => (await import('./commands/run.ts')).run,
    },
    test: {
      summary:
        'test an implementation of a standard: an issuer or wallet of OpenID4VCI 1.0, a verifier or wallet of OpenID4VP 1.0, a holder of SD-JWTs',
      load: async () => (await import('./commands/standard/test.ts')).test,
    },
    vectors: {
      summary: 'export valid and faulty artefacts with labels, or put them to a verifier in any language',
      load: async () => (await import('./commands/vectors.ts')).vectors,
    },
    ui: {
      summary: 'open a console in the browser: start runs, watch every message, read the plan, compare runs',
      load: async () => (await import('./commands/ui.ts')).ui,
    },
    serve: {
      summary: 'serve reference actors over HTTP, with or without a fault',
      load: async () => (await import('./commands/serve.ts')).serve,
    },
  },
  'read and compare runs': {
    report: {
      summary: 'show the report of a run again, or convert it to another format',
      load: async () => (await import('./commands/report.ts')).report,
    },
    diff: {
      summary: 'show what changed from one run to another, and why: the target, the suite or a decision',
      load: async () => (await import('./commands/diff.ts')).diff,
    },
    rejudge: {
      summary: 'judge the messages of a stored run again, with the current checks or with other answers',
      load: async () => (await import('./commands/rejudge.ts')).rejudge,
    },
    replay: {
      summary: 'check one failed requirement again: in the stored messages, or in a new run for it alone',
      load: async () => (await import('./commands/replay.ts')).replay,
    },
    matrix: {
      summary: 'show several implementations side by side, requirement by requirement',
      load: async () => (await import('./commands/matrix.ts')).matrix,
    },
    compat: {
      summary: 'compare the reports of several roles: can they go live together, and if not, which step breaks?',
      load: async () => (await import('./commands/compat.ts')).compat,
    },
    merge: {
      summary: 'merge the reports of runs that divided the requirements with --shard',
      load: async () => (await import('./commands/merge.ts')).merge,
    },
    baseline: {
      summary: 'record which failures are known, so that only new ones fail a run',
      load: async () => (await import('./commands/baseline.ts')).baseline,
    },
  },
  'claim conformance': {
    decide: {
      summary: 'answer the decisions that a run left at their defaults, and write the answers to the configuration',
      load: async () => (await import('./commands/decide.ts')).decide,
    },
    claim: {
      summary: 'make a signed statement of conformance of a run, or say what keeps the run from it',
      load: async () => (await import('./commands/claim.ts')).claim,
    },
    claims: {
      summary: 'check all statements in a folder, and write a page that lists them',
      load: async () => (await import('./commands/claim.ts')).claims,
    },
  },
  'sign reports': {
    sign: {
      summary: 'sign the report of a run, and the record that it was made from',
      load: async () => (await import('./commands/sign.ts')).sign,
    },
    'verify-report': {
      summary: 'check that a report is signed and unchanged, and that its record leads to the same results',
      load: async () => (await import('./commands/verify-report.ts')).verifyReport,
    },
  },
  'look things up': {
    list: {
      summary: 'list requirements, decisions, faults, variants, probes, schemas, profiles or kinds of artefacts',
      load: async () => (await import('./commands/list.ts')).list,
    },
    explain: {
      summary: 'explain requirements, decisions and faults, with examples',
      load: async () => (await import('./commands/explain.ts')).explain,
    },
  },
  'work on assay': {
    new: {
      summary: 'write the stubs of a new requirement into its section, in a checkout of assay',
      load: async () => (await import('./commands/new.ts')).create,
    },
    prove: {
      summary: 'prove the checks: every fault is detected, every variant is accepted, and nothing is missing',
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
