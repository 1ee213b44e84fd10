import type { Paint } from '../../reporters/blocks.ts'
import { harmless } from '../../reporters/escape.ts'
import { counted, listed, wrap } from '../../reporters/lines.ts'
import { type Plan, planOf } from '../assembly/plan.ts'
import type { Run } from './arguments.ts'
import { loadSettings } from './config/settings.ts'
import { tool } from './tool.ts'

/** `assay plan`: what a run would do, found out by playing it with the reference cast. Calls nobody. */
export const run: Run = async (args, { out, paint }) => {
  const { settings } = await loadSettings(args, process.env, process.cwd())
  const plan = await planOf(settings, tool)
  if (args.has('json')) out(JSON.stringify(plan, null, 2))
  else for (const line of lines(plan, paint)) out(line)
  return 0 as const
}

function* lines({ cast, sessions, judged, excluded, effects }: Plan, paint: Paint): Generator<string> {
  for (const { role, url } of cast) {
    yield `${paint('strong', role.padEnd(18))} ${url === undefined ? paint('quiet', 'played by assay') : harmless(url)}`
  }
  yield ''
  for (const { session, why } of sessions) yield `${paint('strong', session.padEnd(18))} ${why}`
  yield ''
  yield `${judged.length} requirements are judged, and these are not:`
  for (const [reason, ids] of Object.entries(excluded).sort(([, a], [, b]) => b.length - a.length)) {
    yield `  ${String(ids.length).padStart(4)}  ${reason}`
    for (const line of wrap(listed(ids, 6), 100)) yield `        ${paint('quiet', line)}`
  }
  yield ''
  const { calls, sessions: opened, nonces, requests, credentials } = effects
  yield `what it does to whoever is under test: ${counted(calls, 'call')}, ${counted(opened, 'session')}, ${counted(nonces, 'nonce')}, ${counted(requests, 'request')}, ${counted(credentials, 'credential')}`
}
