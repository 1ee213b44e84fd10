import { describe, expect, it } from 'vitest'
import holders from '../../fixtures/holders.json' with { type: 'json' }
import { describePlanted } from '../../hostile/peak.ts'
import type { RecordLine } from '../../model/record.ts'
import type { Role } from '../../model/role.ts'
import { addCauses } from '../../reporters/causes.ts'
import { formatNames, reportFormats } from '../../reporters/formats.ts'
import { createTerminalReporter } from '../../reporters/terminal.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { createRecorder } from '../../src/privacy/redact-message.ts'
import { hideWhatTargetsWrote, refuseLeaks } from '../../src/run-folder/leaks.ts'
import { renderText } from '../../src/run-folder/read-run.ts'
import type { ChangeLine } from '../../src/run-folder/run-folder.ts'
import { type Edit, put } from '../../suites/document/kit/edits.ts'
import type { ActorMutation } from '../../suites/document/model/actors.ts'
import { createRecording, listPrivate, redactReasons } from '../../suites/document/run/recording/recording.ts'
import { run } from '../../suites/document/run/run.ts'
import { codings } from '../codings.ts'
import { settings } from '../whole-run.ts'
import { edits, findMembers } from './members.ts'
import { type Place, places, senders } from './places.ts'
import { quiet, time } from './playing.ts'

// Every role writes what it knows into every member of every message that it sends. Nothing of it may be in any form of the
// report, and no run is withheld for it. `npm run codings` tries all codings at every member; otherwise each coding is somewhere.

const isWhole = process.env.CODINGS === 'all'
const [{ sessionToken } = { sessionToken: '' }] = settings.accounts
const values = [sessionToken, holders.asha.ResidentName]
const all = { ...settings, now: time }
const forms = await Promise.all(formatNames.map((name) => reportFormats[name].load()))

/** Runs with one role that deviates, and returns everything that is written about the run. Throws where something is withheld. */
async function writeAll(
  mutation: ActorMutation,
  role: Role,
): Promise<{ readonly text: string; readonly code: number }> {
  const recording = { ...createRecording(all), targets: new Set([role]) }
  const record = createRecorder(recording)
  let lines: readonly RecordLine[] = []
  const { report } = await run(all, {
    ...{ ...quiet, tested: new Set([role]), mutation, routes: {} },
    record: (message) => {
      lines = [...lines, record(message)]
    },
  })
  const rewrite = (change: ChangeLine): number => {
    const changed = lines.map((line) => change(JSON.stringify(line)))
    lines = changed.map(({ line }) => JSON.parse(line))
    return changed.reduce((sum, { changes }) => sum + changes, 0)
  }
  const watched = { ...listPrivate(all), recording }
  const redacted = addCauses(redactReasons(report, recording))
  const hidden = hideWhatTargetsWrote({ ...watched, report: redacted }, { rewrite })
  const written = [
    ['record.ndjson', lines.map((line) => JSON.stringify(line)).join('\n')],
    ['report.json', JSON.stringify(hidden)],
    ...forms.map((form) => [form.name, renderText(form, { report: hidden, record: lines })] as const),
  ] as const
  const printed = [...createTerminalReporter(plainPaint).render(hidden)]
  refuseLeaks({ ...watched, report: hidden }, { written: () => written, discard: () => {} }, printed)
  const text = [...written.map(([, each]) => each), ...printed].join('\n')
  return { text, code: hidden.verdict.exitCode }
}

const codes = Object.values(codings)

/** A value in a coding: every coding in its turn, and then again with the other value. */
const choose = (i: number): string =>
  codes[(i * 7) % codes.length]?.(values[Math.floor(i / codes.length) % values.length] ?? '') ?? ''

/** How often a message has a text in all of its members at once, and how many texts are tried in a member by itself. */
const rounds = isWhole ? codes.length : 1
const texts = isWhole ? 2 : 1

/** Members without members of their own. */
const findLeaves = (pointers: readonly string[]): readonly string[] =>
  pointers.filter((pointer) => !pointers.some((other) => other.startsWith(`${pointer}/`)))

/** What is planted in one run, by member. */
type Planting = Readonly<Record<string, string>>

/** Every coding in every member in its turn, in all of them together, and some in each member by itself. */
function* listPlantings(pointers: readonly string[], from: number): Generator<Planting> {
  for (let round = 0; round < rounds; round++)
    yield Object.fromEntries(findLeaves(pointers).map((pointer, i) => [pointer, choose(from + round + i)]))
  for (const [i, pointer] of pointers.entries())
    if (isWhole || (from + i) % 5 === 0) for (let n = 0; n < texts; n++) yield { [pointer]: choose(from + i + n * 45) }
}

const plant =
  (planting: Planting): Edit =>
  (content) =>
    Object.entries(planting).reduce((changed, [pointer, text]) => put(pointer, text)(changed), content)

async function findWrong(place: Place, planting: Planting): Promise<readonly string[]> {
  const written = await writeAll(edits[place](plant(planting)), senders[place]).catch((error: Error) => error)
  if (written instanceof Error) return [`${place} ${JSON.stringify(planting)}: ${written.message}`]
  const shown = Object.entries(planting).filter(([, text]) => written.text.includes(text))
  const found = shown.map(([pointer, text]) => `${place}${pointer} = ${text}: it is shown`)
  return written.code === 5 ? [...found, `${place} ${JSON.stringify(planting)}: a defect`] : found
}

describe('a role that writes private values in every coding', () => {
  it.each(places)('shows none of them, and silences no run: %s', { timeout: 7_200_000 }, async (place: Place) => {
    const pointers = await findMembers(place)
    const wrong: string[] = []
    let [runs, planted] = [0, 0]
    for (const planting of listPlantings(pointers, places.indexOf(place) * 31)) {
      wrong.push(...(await findWrong(place, planting)))
      runs++
      planted += Object.keys(planting).length
    }
    if (isWhole) console.log(describePlanted(planted, runs))

    expect(wrong).toEqual([])
  })
})
