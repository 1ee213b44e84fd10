import { describe, expect, it } from 'vitest'
import type { Driver } from '../../model/driver.ts'
import type { Settings } from '../../model/settings.ts'
import type { Target } from '../../model/target.ts'
import { createDecider } from '../../src/judge/decisions.ts'
import { referenceOptions, referenceSettings } from '../../suites/document/prove/live-run.ts'
import { createSessionStore } from '../../suites/document/run/sessions/session-store.ts'

const idle: Driver = { execute: async () => ({}), close: async () => {} }

/** Calls an endpoint as a target, and lists the recorded callers. */
async function listCallers(targets: Settings['targets'], path = '/credential-callback') {
  const settings = { ...referenceSettings, targets }
  const drivers = { ...(targets.wallet && { wallet: idle }), ...(targets['identity-app'] && { 'identity app': idle }) }
  const store = createSessionStore(settings, { ...referenceOptions, drivers }, createDecider(settings).decide)
  store.openSession({ session: 'one', account: 0, strict: new Set() })
  const body = '{"credential_identifier":"dataset","credentials":[]}'
  const headers = { 'content-type': 'application/json' }
  await store.inbound(new Request(`https://door.example${path}`, { method: 'POST', headers, body }))
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

describe('a validation request from a target', () => {
  it('comes from the wallet if the identity app is a reference actor', async () => {
    expect(await listCallers({ wallet: at }, '/credential/validate')).toContainEqual(['validate', 'wallet'])
    expect(await listCallers({ wallet: at, 'identity-app': at }, '/credential/validate')).toContainEqual([
      'validate',
      'identity app',
    ])
  })
})

describe('a request to an address where nothing answers', () => {
  it('is recorded with its caller', async () => {
    expect(await listCallers({ wallet: at }, '/token')).toEqual([['other', 'wallet']])
    expect(await listCallers({ 'identity-app': at }, '/token')).toEqual([['other', 'identity app']])
  })

  it('is not recorded if two targets may have sent it', async () => {
    expect(await listCallers({ wallet: at, 'identity-app': at }, '/token')).toEqual([])
  })
})
