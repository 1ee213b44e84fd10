import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createRefusal, type Refuse } from '../../model/errors.ts'
import type { KeptTest, RecordHead, TapedEvent } from '../../model/record.ts'
import { schemaVersion } from '../../model/schema-version.ts'
import { writeJson } from '../../reporters/text/sanitize.ts'
import { openAppended, writeDraft } from '../files/durable.ts'
import { readBounded } from '../files/inputs.ts'
import { readDamagedRecord } from '../privacy/read-record.ts'
import { readPreciseClock } from '../runtime/clock.ts'
import { tool } from '../runtime/tool.ts'
import { refuseForeignFiles } from './earlier-files.ts'
import { chooseMode, runFiles } from './run-files.ts'

/** What a test is about, from the first moment on. */
export interface BegunTest extends Omit<KeptTest, 'interrupted'> {
  /** The suite by its name. */
  readonly suite: string
  readonly seed: string
}

/** The file in which a test keeps what it learns, event by event. */
export interface TapeFile {
  readonly note: (event: TapedEvent) => void
  readonly close: () => void
}

/** Begins the file in a locked folder, with what is known already. It is complete up to the last event whenever the process ends. */
export function openTapeFile(folder: string, { suite, seed, events, ...test }: BegunTest): TapeFile {
  refuseForeignFiles(folder, [])
  const head: RecordHead = {
    ...{ schemaVersion, redacted: false, tool: { name: tool.name, version: tool.version } },
    ...{ startedAt: new Date(test.began).toISOString(), seed, profile: suite, decisions: {}, actors: [] },
    ...{ selection: { only: [], skip: [] }, test: { ...test, events: [] } },
  }
  const lines = [head, ...events].map((line) => `${writeJson(line)}\n`).join('')
  writeDraft(folder, runFiles.tape, lines, { mode: chooseMode(runFiles.tape) }).commit()
  const file = openAppended(join(folder, runFiles.tape))
  return {
    note: (event) => {
      file.append(writeJson(event))
      if ('place' in event) file.sync()
    },
    close: file.close,
  }
}

/** Hours after which a target has forgotten what a test has of it, and samples may have expired. */
const longest = 24

/**
 * Reads the test in a folder that was interrupted, up to the last place from where it can go on. There is none where nothing of
 * it was complete. Its settings must be those of now; more offers and requests may be given.
 */
export function readInterruptedTest(folder: string, now: Omit<BegunTest, 'events'>, isSeedGiven: boolean) {
  const file = join(folder, runFiles.tape)
  if (!existsSync(file))
    refuse(
      `the test in ${folder} cannot be resumed: it is complete, or its messages were not kept (see --keep-private)`,
    )
  const { head, lines } = readDamagedRecord(readBounded(file).toString('utf8'))
  const { test, profile: suite, seed } = head
  if (!test) return refuse(`${file} does not say how the test was made`)
  const other = findDifference({ ...test, suite, seed }, isSeedGiven ? now : { ...now, seed })
  if (other !== undefined) refuse(`the test in ${folder} had ${other}; without --resume, a new test starts`)
  if (head.tool.version !== tool.version) refuse(`the test in ${folder} was begun by Assay ${head.tool.version}`)
  if (readPreciseClock() - test.began > longest * 3_600_000)
    refuse(`the test in ${folder} was begun more than ${longest} hours ago; without --resume, a new test starts`)
  const events = cutToSound(readEvents(lines.map(({ text }) => text)))
  if (events.length === 0) return undefined
  return { ...now, seed, began: test.began, events: [...events, { at: readPreciseClock(), place: 'resumed' } as const] }
}

/** The events before the first line that was not written whole. */
function readEvents(lines: readonly string[]): readonly TapedEvent[] {
  const events: TapedEvent[] = []
  try {
    for (const line of lines) events.push(JSON.parse(line))
  } catch {
    // The process or the machine ended while this line was written.
  }
  return events
}

/** What was resumed before stays, so that nothing is drawn as it was then. */
const cutToSound = (events: readonly TapedEvent[]): readonly TapedEvent[] =>
  events.slice(0, events.findLastIndex((event) => 'place' in event) + 1)

/** Flags of which more values may be given: earlier ones may be used up. */
const growing: ReadonlySet<string> = new Set(['offer', 'request'])

function findDifference(then: Omit<BegunTest, 'events'>, now: Omit<BegunTest, 'events'>): string | undefined {
  if (then.suite !== now.suite) return `another standard: ${then.suite}, and now ${now.suite}`
  if (then.role !== now.role) return `another role: ${then.role}, and now ${now.role}`
  if (then.seed !== now.seed) return `another seed (--seed): ${then.seed}`
  const flags = new Set([...Object.keys(then.flags), ...Object.keys(now.flags)])
  const other = [...flags].find((flag) => {
    const [before = [], after = []] = [then.flags[flag], now.flags[flag]]
    return !isDeepStrictEqual(before, growing.has(flag) ? after.slice(0, before.length) : after)
  })
  return other === undefined ? undefined : `other settings (--${other})`
}

const refuse: Refuse = createRefusal('ERR_USAGE')
