import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../model/role.ts'
import type { JsonValue } from '../../protocol/encoding/json.ts'
import { createTerminalReporter } from '../../reporters/terminal.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { createRecorder } from '../../src/privacy/redact-message.ts'
import { put } from '../../suites/document/kit/edits.ts'
import type { ActorMutation } from '../../suites/document/model/actors.ts'
import { createRecording, redactReasons } from '../../suites/document/run/recording/recording.ts'
import { run } from '../../suites/document/run/run.ts'
import { sourcesIn } from '../house/imports.ts'
import { settings } from '../whole-run.ts'
import { edits, findMembers } from './members.ts'
import { places, senders } from './places.ts'
import { quiet, time } from './playing.ts'

// Every member of every message, with a value that no receiver expects. `npm run sweep` tries every value at every member.

const isWhole = process.env.ASSAY_SWEEP === 'whole'

/** Values that are no text, and texts that mean something to a program. JSON text keeps members such as `__proto__`, which an object literal would not. */
const values: readonly JsonValue[] = [
  '{"toString":1,"valueOf":1}',
  '{"then":1,"toJSON":1}',
  '{"__proto__":{"x":1},"constructor":1}',
  '{"length":-1,"0":1}',
  '["a","b"]',
  '[]',
  '{}',
  'null',
  '0',
  '-1e300',
  'true',
  '""',
  '"__proto__"',
  '"constructor"',
  JSON.stringify('x'.repeat(100_000)),
].map((text) => JSON.parse(text))

async function runWith(mutation: ActorMutation, tested: ReadonlySet<Role>): Promise<readonly string[]> {
  const all = { ...settings, now: time }
  const recording = createRecording(all)
  const { report } = await run(all, { ...quiet, tested, mutation, routes: {}, record: createRecorder(recording) })
  const redacted = redactReasons(report, recording)
  const shown = [...createTerminalReporter(plainPaint).render(redacted)]
  if (shown.length === 0) throw new TypeError('nothing was reported')
  const { results, verdict } = redacted
  return verdict.exitCode === 5
    ? results.filter(({ outcome }) => outcome === 'harnessError').map(({ id, reason }) => `${id}: ${reason}`)
    : []
}

const rejections: unknown[] = []
const note = (error: unknown): void => void rejections.push(error)
beforeAll(() => void process.on('unhandledRejection', note))
afterAll(() => void process.removeListener('unhandledRejection', note))

describe('a value that no receiver expects', () => {
  it.each(places)('ends no run without a verdict: %s', { timeout: 600_000 }, async (place) => {
    const defects: string[] = []
    const members = await findMembers(place)

    for (const [i, member] of members.entries()) {
      const chosen = isWhole ? values : [values[0], values[1 + (i % (values.length - 1))]]
      for (const value of chosen) {
        const found = await runWith(edits[place](put(member, value)), new Set([senders[place]])).catch((error) => [
          `${error instanceof Error ? error.stack?.split('\n').slice(0, 4).join(' ') : error}`,
        ])
        defects.push(...found.map((each) => `${place}${member} = ${JSON.stringify(value).slice(0, 40)}: ${each}`))
      }
    }

    expect(defects).toEqual([])
    expect(rejections).toEqual([])
    expect(members.length).toBeGreaterThan(0)
  })
})

describe('an identifier of a device with percent signs', () => {
  it('is found in a body as it is', async () => {
    const id = '%73%65%73%73%69%6f%6e%2d%74%6f%6b%65%6e'
    const defects = await runWith(edits.configRequest(put('/device_id', id)), new Set(['identity app']))

    expect(defects).toEqual([])
  })
})

describe('a reference actor', () => {
  it('narrows what it reads with `readText`: `String` throws for an object without text', () => {
    const converting = sourcesIn('suites/document/actors').filter((file) =>
      /\bString\(/.test(readFileSync(file, 'utf8')),
    )

    expect(converting).toEqual([])
  })
})
