import { recordingOf } from '../src/assembly/recording.ts'
import { type Ran, run } from '../src/assembly/run.ts'
import { nowhere } from '../src/cli/config/defaults.ts'
import { recorder } from '../src/harness/record.ts'
import type { RecordHead } from '../src/model/record.ts'
import type { Settings } from '../src/model/settings.ts'

/** A time at which nothing in the fixtures has expired. */
const now = 1_790_000_000

/** What a run is told that plays the whole reference cast. */
export const settings: Settings = {
  profile: 'document',
  given: {},
  targets: {},
  addresses: nowhere,
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
  subject: {},
  deadline: 60,
}

/** A run in this process, with a clock that stands still. */
export const playWhole = (changes: Partial<Settings> = {}): Promise<Ran> =>
  run(
    { ...settings, ...changes },
    {
      clock: () => now * 1000,
      tool: { name: 'assay', version: '0.0.0' },
      lines: {},
      signal: new AbortController().signal,
      record: () => undefined,
      progress: () => undefined,
    },
  )

/** A recorder for such a run. */
export const recorderFor = (changes: Partial<Settings> = {}) => recorder(recordingOf({ ...settings, ...changes }))

/** What the head of its record says. */
export const head: Omit<RecordHead, 'manner'> = {
  schemaVersion: 1,
  tool: { name: 'assay', version: '0.0.0' },
  startedAt: '2026-09-21T14:13:20.000Z',
  seed: '42',
  now,
  profile: 'document',
  given: {},
  cast: [{ role: 'issuer' }],
  selection: { only: [], skip: [] },
}
