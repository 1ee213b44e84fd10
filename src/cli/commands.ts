import type { Command } from '../terminal/command.ts'
import { audit } from './commands/audit.ts'
import { baseline } from './commands/baseline.ts'
import { claim, claims } from './commands/claim.ts'
import { compat } from './commands/compat.ts'
import { decide } from './commands/decide.ts'
import { diff } from './commands/diff.ts'
import { doctor } from './commands/doctor.ts'
import { explain } from './commands/explain.ts'
import { init } from './commands/init.ts'
import { list } from './commands/list.ts'
import { matrix } from './commands/matrix.ts'
import { merge } from './commands/merge.ts'
import { create } from './commands/new.ts'
import { plan } from './commands/plan.ts'
import { prove } from './commands/prove.ts'
import { rejudge } from './commands/rejudge.ts'
import { replay } from './commands/replay.ts'
import { report } from './commands/report.ts'
import { run } from './commands/run.ts'
import { serve } from './commands/serve.ts'
import { sign } from './commands/sign.ts'
import { ui } from './commands/ui.ts'
import { vectors } from './commands/vectors.ts'
import { verify } from './commands/verify.ts'
import { verifyReport } from './commands/verify-report.ts'

/** Every command, in groups, by the title of the group. */
export const commandGroups: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
  'judge artefacts': { verify, audit },
  'test implementations': { init, doctor, plan, run, ui, serve },
  'read and compare runs': { report, diff, rejudge, replay, matrix, compat, merge, baseline },
  'claim conformance': { decide, claim, claims },
  'sign reports': { sign, 'verify-report': verifyReport },
  'look things up': { list, explain },
  'work on assay': { new: create, prove, vectors },
}

/** Every command by its name. */
export const commands: Readonly<Record<string, Command>> = Object.assign({}, ...Object.values(commandGroups))
