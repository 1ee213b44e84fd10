import { describe, expect, it } from 'vitest'
import type { Driver } from '../../model/driver.ts'
import type { Settings, Target } from '../../model/settings.ts'
import { createDecider } from '../../src/judge/decisions.ts'
import { referenceOptions, referenceSettings } from '../../src/prove/live-run.ts'
import { createSessionStore } from '../../src/run/sessions/session-store.ts'

const idle: Driver = { execute: async () => ({}), close: async () => {} }

/** Who is taken for the caller of the wallet backend, where somebody calls it from outside. */
async function callerBeside(targets: Settings['targets']) {
  const settings = { ...referenceSettings, targets }
  const drivers = { ...(targets.wallet && { wallet: idle }), ...(targets['identity-app'] && { 'identity app': idle }) }
  const stage = createSessionStore(settings, { ...referenceOptions, drivers }, createDecider(settings).decide)
  stage.openSession({ session: 'one', account: 0, strict: new Set() })
  const body = '{"credential_identifier":"dataset","credentials":[]}'
  const headers = { 'content-type': 'application/json' }
  await stage.inbound(new Request('https://door.example/credential-callback', { method: 'POST', headers, body }))
  return stage.listMessages('one').map(({ endpoint, from }) => [endpoint, from])
}

const at: Target = { url: 'https://target.example' }

describe('a callback that comes from outside', () => {
  it('is one of the identity app, where that is somebody else', async () => {
    expect(await callerBeside({ wallet: at, 'identity-app': at })).toContainEqual(['walletCallback', 'identity app'])
  })

  it('is none of an identity app that is ours', async () => {
    expect(await callerBeside({ wallet: at })).toContainEqual(['walletCallback', 'wallet'])
    expect(await callerBeside({ issuer: at })).toContainEqual(['walletCallback', 'issuer'])
  })
})
