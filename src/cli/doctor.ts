import type { Paint } from '../../reporters/blocks.ts'
import { harmless } from '../../reporters/escape.ts'
import { lookAround } from '../assembly/look.ts'
import { preciseClock } from '../harness/clock.ts'
import type { Run } from './arguments.ts'
import { type Loaded, loadSettings } from './config/settings.ts'
import type { Source } from './config/sources.ts'
import { adviceOn } from './doctor/advice.ts'
import { doubtsAbout } from './doctor/doubts.ts'
import { type Line, orIll, well } from './doctor/line.ts'
import { placesOf } from './doctor/places.ts'
import { type ExitCode, worst } from './exit-codes.ts'
import { ways } from './run/ways.ts'

/** `assay doctor`: everything that a run stands on, each thing well or with what to do about it. */
export const run: Run = async (args, { out, paint }) => {
  const runtime = well('runtime', `Node ${process.versions.node}`)
  const loaded = await orIll('settings', () => loadSettings(args, process.env, process.cwd()))
  const [setUp, targets] = 'ok' in loaded ? [[loaded], []] : [await setUpOf(loaded), await targetsOf(loaded)]
  const lines = [runtime, ...setUp, ...targets]
  const sources = 'ok' in loaded ? [] : loaded.sources
  const exitCode = worst([0, ...codes(setUp, 2), ...codes(targets, 4)])
  if (args.has('json')) out(JSON.stringify({ sightings: lines, settings: sources, exitCode }, null, 2))
  else for (const line of told(lines, sources, paint)) out(line)
  return exitCode
}

const codes = (lines: readonly Line[], code: ExitCode): readonly ExitCode[] =>
  lines.flatMap(({ ok }) => (ok ? [] : [code]))

async function setUpOf(loaded: Loaded): Promise<readonly Line[]> {
  const { file, settings } = loaded
  const tested = Object.keys(settings.targets).join(', ')
  return [
    well('settings', file ?? 'no harness.config.ts: the defaults, `assay init` writes one'),
    well('targets', tested || 'none: every role is played by assay, in this process'),
    ...(await placesOf(settings)),
    ...doubtsAbout(loaded),
  ]
}

/** What every target says for itself. */
async function targetsOf({ settings }: Loaded): Promise<readonly Line[]> {
  const open = await orIll('targets', () => ways(settings))
  if ('ok' in open) return [open]
  const sightings = await lookAround(settings, open.lines, preciseClock).finally(open.close)
  return sightings.map((sighting) => (sighting.ok ? sighting : { ...sighting, advice: adviceOn(sighting.what) }))
}

function* told(lines: readonly Line[], sources: readonly Source[], paint: Paint): Generator<string> {
  for (const { what, ok, detail, advice } of lines) {
    const doubt = advice === undefined ? paint('good', '✔') : paint('doubt', '!')
    yield `${ok ? doubt : paint('bad', '✖')} ${what.padEnd(15)} ${harmless(detail, 400)}`
    if (advice !== undefined) yield `  ${' '.repeat(15)} ${advice}`
  }
  if (sources.length === 0) return
  yield ''
  const longest = Math.max(...sources.map(({ key }) => key.length))
  for (const { key, value, by } of sources) {
    yield `  ${key.padEnd(longest)}  ${harmless(value, 60)}  ${paint('quiet', by)}`
  }
}
