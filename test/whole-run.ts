import type { RecordHead, RecordLine } from '../model/record.ts'
import type { Settings } from '../model/settings.ts'
import { createRecorder } from '../src/privacy/redact-message.ts'
import type { Message } from '../suites/document/model/endpoints.ts'
import { parseMessage } from '../suites/document/model/parse-message.ts'
import { decryptionKeys } from '../suites/document/reference/actors.ts'
import { placeholderAddresses } from '../suites/document/reference/usual-parties.ts'
import { createRecording } from '../suites/document/run/recording/recording.ts'
import { type CompletedRun, run } from '../suites/document/run/run.ts'

/** A time at which nothing in the fixtures has expired. */
const now = 1_790_000_000

/** What a run is told that plays the whole reference cast. */
export const settings: Settings = {
  profile: 'document',
  decisions: {},
  targets: {},
  addresses: placeholderAddresses,
  accounts: [
    { deviceId: 'device-0001', uid: '000000000019', sessionToken: 'session-token-of-nobody' },
    { deviceId: 'device-0002', uid: '000000041008', sessionToken: 'session-token-of-nobody-else' },
  ],
  only: [],
  skip: [],
  seed: '42',
  now,
  out: 'out',
  keepPrivate: false,
  strict: false,
  gate: 'go-live',
  subject: {},
  deadline: 60,
}

/** A run in this process, with a clock that stands still. */
export const playWhole = (changes: Partial<Settings> = {}): Promise<CompletedRun> =>
  run(
    { ...settings, ...changes },
    {
      clock: () => now * 1000,
      tool: { name: 'assay', version: '0.0.0' },
      routes: {},
      signal: new AbortController().signal,
      record: () => undefined,
      progress: () => undefined,
    },
  )

/** A recorder for such a run. */
export function recorderFor(changes: Partial<Settings> = {}): (hop: Message) => RecordLine {
  const record = createRecorder(createRecording({ ...settings, ...changes }))
  return (hop) => record(parseMessage(hop, decryptionKeys))
}

/** What the head of its record says. */
export const head: Omit<RecordHead, 'redacted'> = {
  schemaVersion: 2,
  tool: { name: 'assay', version: '0.0.0' },
  startedAt: '2026-09-21T14:13:20.000Z',
  seed: '42',
  now,
  profile: 'document',
  decisions: {},
  actors: [{ role: 'issuer' }],
  selection: { only: [], skip: [] },
}
