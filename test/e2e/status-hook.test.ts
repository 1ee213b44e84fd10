import { describe, expect, it } from 'vitest'
import { openHooks } from '../../src/drivers/hooks.ts'
import { createProbeCatalogue } from '../../suites/document/run/probes/catalogue.ts'
import { sendProbes } from '../../suites/document/run/probes/send-probes.ts'
import type { SessionStore } from '../../suites/document/run/sessions/session-store.ts'
import { findStatus } from '../../suites/document/status/reading.ts'
import { serving } from '../cli/serving.ts'
import { front, withBody } from './fronts.ts'
import { outcomesOf, playing } from './playing.ts'

/** Sends the probes of the status service alone. */
const probeStatuses = (store: SessionStore) => {
  const catalogue = createProbeCatalogue(store, { members: 1, seed: 1 })
  const statefulProbes = catalogue.statefulProbes.filter(({ receiver }) => receiver === 'status service')
  return sendProbes(store, { ...catalogue, faults: [], statefulProbes })
}

/** What passes the responses of the status service on. */
type Pass = (response: Response, path: string) => Promise<Response>

/** Runs Assay against an issuer with its status service, whose status responses are passed on like this. */
async function outcomesBehind(pass: Pass, hook?: string): Promise<Readonly<Record<string, string>>> {
  const { url, lead } = await front(async (request, onward) => {
    const response = await onward(request)
    const { pathname } = new URL(request.url)
    return pathname.startsWith('/credentials/status/') ? pass(response, pathname) : response
  })
  const { facts } = await serving('issuer', 'status-service', '--admin', '--public-url', url)
  lead(facts.url)
  const hooks = hook === undefined ? {} : openHooks({ 'status.set': { url: `${url}${hook}`, method: 'PUT' } })
  const target = { url, allowPrivate: true }
  const options = { hooks, sendProbes: probeStatuses, tampers: [] }
  const { report } = await playing({ issuer: target, 'status-service': target }, options)
  const { 'STATUS-KNOWN': known = '', 'STATUS-CHANGED': changed = '' } = outcomesOf(report)
  return { known, changed }
}

const unchanged: Pass = async (response) => response
const hook = '/assay/status/{id}'

/** Passes the first signature for a credential on with all that follows. */
function sealFirst(): Pass {
  const seals = new Map<string, string>()
  return async (response, path) => {
    const body = await response.text()
    const end = body.lastIndexOf('.')
    const seal = seals.get(path) ?? body.slice(end)
    if (response.ok) seals.set(path, seal)
    return withBody(response, response.ok ? `${body.slice(0, end)}${seal}` : body)
  }
}

const dropInactive: Pass = async (response) => {
  const body = await response.text()
  return response.ok && findStatus(body) !== 'active' ? new Response('', { status: 404 }) : withBody(response, body)
}

/** Reports of every credential the last status that is not active. */
function changeAll(): Pass {
  let last = ''
  return async (response) => {
    const body = await response.text()
    if (response.ok && findStatus(body) !== 'active') last = body
    return withBody(response, response.ok && last !== '' ? last : body)
  }
}

describe('a status service with a hook that sets a status', () => {
  it('passes if it says what was set', async () => {
    expect(await outcomesBehind(unchanged, hook)).toEqual({ known: 'passed', changed: 'passed' })
  })

  it('is found if it goes stale', async () => {
    const seen = new Map<string, string>()
    const stale: Pass = async (response, path) => {
      const body = await response.text()
      if (response.ok && !seen.has(path)) seen.set(path, body)
      return withBody(response, seen.get(path) ?? body)
    }

    const { known, changed } = await outcomesBehind(stale, hook)

    expect(known).toBe('passed')
    expect(changed).toContain('failed')
    expect(changed).toContain('STATUS-CHANGED/asks-for-the-status-of-a-credential-that-was-revoked')
  })

  it.each<readonly [string, Pass]>([
    ['signs for the first status only', sealFirst()],
    ['answers no longer once a credential is not active', dropInactive],
    ['changes the status of every credential', changeAll()],
  ])('is found if it %s', async (_, pass) => {
    const { known, changed } = await outcomesBehind(pass, hook)

    expect(known).toBe('passed')
    expect(changed).toContain('failed')
    expect(changed).toContain('STATUS-CHANGED/asks-for-the-status-of-a-credential-that-was-suspended')
  })

  it('cannot be judged if it is down', async () => {
    let isDown = false
    const down: Pass = async (response) => {
      const body = await response.text()
      isDown ||= findStatus(body) === 'suspended'
      return isDown ? new Response('', { status: 503 }) : withBody(response, body)
    }

    expect((await outcomesBehind(down, hook)).changed).toBe('cantTell')
  })

  it('cannot be judged if the hook fails', async () => {
    expect(await outcomesBehind(unchanged, '/nothing-is-here')).toEqual({ known: 'passed', changed: 'cantTell' })
  })
})

describe('a status service without a hook', () => {
  it('is not asked for a change', async () => {
    expect(await outcomesBehind(unchanged)).toEqual({ known: 'passed', changed: 'inapplicable' })
  })

  it('is found if it calls an invented credential active', async () => {
    let active = ''
    const generous: Pass = async (response) => {
      if (!response.ok) return new Response(active, { headers: { 'content-type': 'application/jwt' } })
      active = await response.text()
      return withBody(response, active)
    }

    const { known } = await outcomesBehind(generous)

    expect(known).toContain('failed')
  })
})
