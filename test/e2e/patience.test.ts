import { describe, expect, it } from 'vitest'
import type { Driver } from '../../model/driver.ts'
import { createDecider } from '../../src/judge/decisions.ts'
import { createRandom } from '../../src/runtime/random.ts'
import { callInProcess, type FetchHandler } from '../../src/wire/server/app.ts'
import { createStateStore } from '../../suites/document/actors/services/state-store.ts'
import { createCommandHandler } from '../../suites/document/reference/command-handler.ts'
import { run } from '../../suites/document/run/run.ts'
import { settings as usual } from '../whole-run.ts'
import { quiet, time } from './playing.ts'

// A phone answers its driver first, and acts a moment later.

const listen = { host: '127.0.0.1', port: 8080 } as const
const listener = 'http://127.0.0.1:8080'

/** Does what a command asks for after the reply to it. Deeplinks arrive at our server. */
type Later = (act: () => Promise<void>) => void
const later: Later = (act) => void setImmediate(act)
const never: Later = () => {}

async function runLate(role: 'wallet' | 'identity-app', patience: number, whenever: Later) {
  let door: FetchHandler = async () => new Response(null, { status: 503 })
  const decisions = { 'deeplink.uri': `${listener}/deeplink` }
  const settings = {
    ...usual,
    now: time,
    decisions,
    listen,
    patience,
    targets: { [role]: { url: 'http://127.0.0.1:8081' } },
  }
  const { decide } = createDecider({ profile: 'document', decisions })
  const handle = createCommandHandler(
    { decide, now: () => time, state: createStateStore(), accounts: settings.accounts },
    (session) => createRandom(`1/${session}`),
    (asked) => callInProcess(door)(asked),
  )
  const driver: Driver = {
    execute: async (command) => {
      if (command.verb === 'share') return handle(command)
      whenever(async () => {
        const { links = [] } = await handle(command)
        for (const link of links) await door(new Request(link))
      })
      return {}
    },
    close: async () => {},
  }
  const { report } = await run(settings, {
    ...quiet,
    routes: {},
    drivers: { [role === 'wallet' ? 'wallet' : 'identity app']: driver },
    listen: async (handler) => {
      door = handler
      return async () => {}
    },
    tampers: [],
  })
  return report.sessions.map(({ ended, reason, settings: suspected }) => ({ ended, reason, suspected }))
}

describe.each(['wallet', 'identity-app'] as const)('a %s that acts after its driver answered', (role) => {
  it('completes its sessions, if the run waits for it', async () => {
    const sessions = await runLate(role, 60, later)

    expect(sessions.map(({ ended }) => ended)).toEqual(['completed', 'completed', 'completed'])
  })

  it('is said to need patience, where nothing came', async () => {
    const sessions = await runLate(role, 0, never)

    expect(sessions[0]).toMatchObject({ ended: 'stopped', suspected: ['patience'] })
  })
})
