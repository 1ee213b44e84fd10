import type { Paint } from '../../reporters/blocks.ts'
import { harmless } from '../../reporters/escape.ts'
import { lookAround } from '../assembly/look.ts'
import type { Sighting } from '../assembly/preflight.ts'
import { preciseClock } from '../harness/clock.ts'
import type { Run } from './arguments.ts'
import { type Loaded, loadSettings } from './config/settings.ts'
import { ways } from './run/ways.ts'

/** `assay doctor`: everything that a run stands on, each thing well or with what to do about it. */
export const run: Run = async (args, { out, paint }) => {
  const loaded = await loadSettings(args, process.env, process.cwd())
  const { lines, close } = await ways(loaded.settings)
  const targets = await lookAround(loaded.settings, lines, preciseClock).finally(close)
  const sightings = [...setUp(loaded), ...targets]
  if (args.has('json')) out(JSON.stringify({ sightings, settings: loaded.sources }, null, 2))
  else for (const line of told(sightings, loaded, paint)) out(line)
  return targets.every(({ ok }) => ok) ? 0 : 4
}

function setUp({ file, warnings, settings }: Loaded): readonly Sighting[] {
  const tested = Object.keys(settings.targets).join(', ')
  return [
    { what: 'runtime', ok: true, detail: `Node ${process.versions.node}` },
    { what: 'settings', ok: true, detail: file ?? 'no harness.config.ts: the defaults, `assay init` writes one' },
    ...warnings.map((detail): Sighting => ({ what: 'settings', ok: false, detail })),
    { what: 'targets', ok: true, detail: tested || 'none: every role is played by assay, in this process' },
  ]
}

function* told(sightings: readonly Sighting[], { sources }: Loaded, paint: Paint): Generator<string> {
  for (const { what, ok, detail } of sightings) {
    yield `${ok ? paint('good', '✔') : paint('bad', '✖')} ${what.padEnd(15)} ${harmless(detail)}`
  }
  yield ''
  const longest = Math.max(...sources.map(({ key }) => key.length))
  for (const { key, value, by } of sources) {
    yield `  ${key.padEnd(longest)}  ${harmless(value, 60)}  ${paint('quiet', by)}`
  }
}
