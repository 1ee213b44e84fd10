import { describe, expect, it } from 'vitest'
import type { Driver } from '../../model/driver.ts'
import type { Settings, Target } from '../../model/settings.ts'
import { createDecider } from '../../src/judge/decisions.ts'
import { referenceOptions, referenceSettings } from '../../src/prove/live-run.ts'
import { createSessionStore } from '../../src/run/sessions/session-store.ts'

const idle: Driver = { execute: async () => ({}), close: async () => {} }

/** Calls the wallet backend as a target, and lists the recorded callers. */
async function listCallers(targets: Settings['targets']) {
  const settings = { ...referenceSettings, targets }
  const drivers = { ...(targets.wallet && { wallet: idle }), ...(targets['identity-app'] && { 'identity app': idle }) }
  const store = createSessionStore(settings, { ...referenceOptions, drivers }, createDecider(settings).decide)
  store.openSession({ session: 'one', account: 0, strict: new Set() })
  const body = '{"credential_identifier":"dataset","credentials":[]}'
  const headers = { 'content-type': 'application/json' }
  await store.inbound(new Request('https://door.example/credential-callback', { method: 'POST', headers, body }))
  return store.listMessages('one').map(({ endpoint, from }) => [endpoint, from])
}

const at: Target = { url: 'https://target.example' }

describe('a callback from a target', () => {
  it('comes from the identity app if that is a target', async () => {
    expect(await listCallers({ wallet: at, 'identity-app': at })).toContainEqual(['walletCallback', 'identity app'])
  })

  it('does not come from a reference identity app', async () => {
    expect(await listCallers({ wallet: at })).toContainEqual(['walletCallback', 'wallet'])
    expect(await listCallers({ issuer: at })).toContainEqual(['walletCallback', 'issuer'])
  })
})
