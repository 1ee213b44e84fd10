import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActorMutation } from '../../model/actors.ts'
import type { Role } from '../../model/role.ts'
import type { JsonValue, Writable } from '../../protocol/encoding/json.ts'
import { createTerminalReporter } from '../../reporters/terminal.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { createRecorder } from '../../src/privacy/redact-message.ts'
import { createRecording, redactReasons } from '../../src/run/recording/recording.ts'
import { run } from '../../src/run/run.ts'
import { type Edit, put } from '../../suites/kit/edits.ts'
import { mutate } from '../../suites/kit/message-mutations.ts'
import { changeResult } from '../../suites/kit/mutations.ts'
import { sourcesIn } from '../house/imports.ts'
import { settings } from '../whole-run.ts'
import { quiet, time } from './playing.ts'

// Every member of every message, with a value that no receiver expects. `npm run sweep` tries every value at every member.

const isWhole = process.env.ASSAY_SWEEP === 'whole'

/** Where each message is made, those included that no fault changes. */
const edits = {
  ...mutate,
  decision: (edit: Edit) => changeResult('verifier', 'decide', edit),
  acknowledgement: (edit: Edit) => changeResult('walletBackend', 'acknowledge', edit),
}

type Place = keyof typeof edits

/** Which role sends each message. It alone is under test: the others go on as far as they can. */
const senders: Readonly<Record<Place, Role>> = {
  configRequest: 'identity app',
  configResponse: 'issuer',
  offer: 'issuer',
  metadata: 'issuer',
  nonce: 'issuer',
  request: 'wallet',
  validationRequest: 'identity app',
  validationResponse: 'issuer',
  response: 'issuer',
  callback: 'identity app',
  jwks: 'issuer',
  attestationHeader: 'wallet',
  attestationPayload: 'wallet',
  credentialHeader: 'issuer',
  credentialPayload: 'issuer',
  embedded: 'issuer',
  statusHeader: 'status service',
  statusPayload: 'status service',
  decision: 'verifier',
  acknowledgement: 'wallet backend',
}

const places = Object.keys(senders) as readonly Place[] // the table has these keys and no others

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

const listPointers = (content: JsonValue, at = ''): readonly string[] =>
  typeof content === 'object' && content !== null
    ? Object.entries(Array.isArray(content) ? content.slice(0, 1) : content).flatMap(([name, value]) => [
        `${at}/${name}`,
        ...listPointers(value, `${at}/${name}`),
      ])
    : []

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

/** The members of a message, as the reference actors send it. */
async function findMembers(place: Place): Promise<readonly string[]> {
  const found = new Set<string>()
  const watch: Edit = (content: Writable) => {
    for (const pointer of listPointers(content as JsonValue)) found.add(pointer) // reference actors send JSON values
    return content
  }
  await runWith(edits[place](watch), new Set([senders[place]]))
  // The other members of the payload are those of `credentialPayload`.
  return [...found].filter((pointer) => !pointer.includes('~') && (place !== 'embedded' || pointer.startsWith('/_sd')))
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

describe('a reference actor', () => {
  it('narrows what it reads with `readText`: `String` throws for an object without text', () => {
    const converting = sourcesIn('src/actors').filter((file) => /\bString\(/.test(readFileSync(file, 'utf8')))

    expect(converting).toEqual([])
  })
})
