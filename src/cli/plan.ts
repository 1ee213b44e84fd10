import type { Paint } from '../../reporters/blocks.ts'
import { harmless } from '../../reporters/escape.ts'
import { counted, listed, wrap } from '../../reporters/lines.ts'
import { type Plan as Honest, planOf } from '../assembly/plan.ts'
import type { Settings } from '../model/settings.ts'
import { membersIn, type Run } from './arguments.ts'
import { nowhere } from './config/defaults.ts'
import { loadSettings } from './config/settings.ts'
import { type Lying, lyingTo } from './plan/lying.ts'
import { usualMembers } from './run/playing.ts'
import { tool } from './tool.ts'

/** What a run would do, its lies among it. */
interface Plan extends Honest, Lying {}

/** `assay plan`: what a run would do, found out by playing it with the reference cast. Calls nobody. */
export const run: Run = async (args, { out, err, paint }) => {
  const { settings, warnings } = await loadSettings(args, process.env, process.cwd())
  for (const warning of warnings) err(`assay: ${harmless(warning)}`)
  const members = membersIn(args, usualMembers(settings, args.has('probes')))
  const rehearsed = inHere(settings)
  const honest = await planOf(rehearsed, tool)
  const plan: Plan = { ...honest, lies: 0, ...(members > 0 && (await lyingTo(rehearsed, members))) }
  if (args.has('json')) out(JSON.stringify(plan, null, 2))
  else for (const line of lines(plan, paint)) out(line)
  return plan.judged.length > 0 ? 0 : 3
}

/** The same run without a network: its actors are where they are without a configuration. */
const inHere = ({ listen: _, ...settings }: Settings): Settings => ({ ...settings, addresses: nowhere })

function* lines({ cast, sessions, judged, excluded, effects, lies }: Plan, paint: Paint): Generator<string> {
  for (const { role, url } of cast) {
    yield `${paint('strong', role.padEnd(18))} ${url === undefined ? paint('quiet', 'played by assay') : harmless(url)}`
  }
  yield ''
  for (const { session, why } of sessions) yield `${paint('strong', session.padEnd(18))} ${why}`
  if (lies > 0)
    yield `${paint('strong', 'between them'.padEnd(18))} ${counted(lies, 'attempt')} that have to be refused`
  yield ''
  yield judged.length > 0
    ? `${counted(judged.length, 'requirement')} are judged, and these are not:`
    : paint('bad', 'nothing is judged: a run would tell nothing (exit 3)')
  for (const [reason, ids] of Object.entries(excluded).sort(([, a], [, b]) => b.length - a.length)) {
    yield `  ${String(ids.length).padStart(4)}  ${reason}`
    for (const line of wrap(listed(ids, 6), 100)) yield `        ${paint('quiet', line)}`
  }
  yield ''
  const { calls, sessions: opened, nonces, requests, credentials } = effects
  const all = [
    counted(calls, 'call'),
    counted(opened, 'session'),
    counted(nonces, 'nonce'),
    counted(requests, 'request'),
    counted(credentials, 'credential'),
  ]
  yield `what it does to whoever is under test, about: ${all.join(', ')}`
}
