import { describe, expect, it } from 'vitest'
import type { Target } from '../../model/target.ts'
import { drop } from '../../suites/document/kit/edits.ts'
import { mutate } from '../../suites/document/kit/message-mutations.ts'
import { runSession } from '../../suites/document/kit/probe-sessions.ts'
import { statefulProbe } from '../../suites/document/model/probe.ts'
import { createProbeCatalogue } from '../../suites/document/run/probes/catalogue.ts'
import { sendProbes } from '../../suites/document/run/probes/send-probes.ts'
import type { SessionStore } from '../../suites/document/run/sessions/session-store.ts'
import { VAL } from '../../suites/document/validation/requirements.ts'
import { serving } from '../cli/serving.ts'
import { front, withBody } from './fronts.ts'
import { type Playing, playing, withOutcome } from './playing.ts'

/** Sends the probes that depend on what was sent before. */
const sendStateful = (store: SessionStore) =>
  sendProbes(store, { ...createProbeCatalogue(store, { members: 5, seed: 1 }), faults: [] })

type Requests = NonNullable<Target['requests']>

const bound: Requests = {
  nonce: { body: { code: '{code}' } },
  validate: { headers: { 'X-Code': '{code}' } },
  offer: { headers: { 'X-Dataset': '{credentialIdentifier}' } },
}

/** An issuer that returns one nonce for each code that it issued. */
async function bindingIssuer(requests: Requests, repeatMember = false) {
  const codes = new Set<unknown>()
  const { url, lead } = await front(async (request, onward) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/nonce' && !codes.delete(Object(await request.clone().json()).code))
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    const answer = await onward(request)
    if (pathname !== '/issuer-config') return answer
    const text = await answer.text()
    codes.add(JSON.parse(text).nonce)
    return withBody(answer, repeatMember ? text.replace('{', '{"nonce":"another",') : text)
  })
  const { facts } = await serving(
    'issuer',
    'status-service',
    '--public-url',
    url,
    '--decision',
    'code.presented=request',
  )
  lead(facts.url)
  return { issuer: { url, requests }, 'status-service': { url } } as const
}

const presenting: Playing = { settings: { decisions: { 'code.presented': 'request' } } }

describe('an issuer that binds its nonces to the code of a session', () => {
  it('gets no sequence that asks for a nonce before Issuer Config, and conforms', async () => {
    const { report } = await playing(await bindingIssuer(bound), { ...presenting, sendProbes: sendStateful })

    const unclear = report.probes.filter(({ answer }) => answer === 'inconclusive')
    expect(unclear.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
    expect(report.probes.filter(({ id }) => id.endsWith('in-a-generated-sequence'))).toHaveLength(7)
    expect(withOutcome(report, 'failed')).toEqual([])
    expect(report.verdict.exitCode).toBe(0)
  })
})

describe('a placeholder that has no value', () => {
  it('is named where a session stops, which does not make the target unavailable', async () => {
    const { report } = await playing(await bindingIssuer({ nonce: { body: { code: '{ticket}' } } }), presenting)

    expect(report.verdict).toMatchObject({ result: 'inconclusive', exitCode: 3 })
    expect(report.sessions.find(({ ended }) => ended === 'stopped')?.reason).toContain('{ticket} is not known')
  })

  it('that only sessions have is no reason to end before them', async () => {
    const requests = { ...bound, issuerMetadata: { headers: { 'X-Code': '{code}' } } }
    const { report } = await playing(await bindingIssuer(requests), presenting)

    expect(report.verdict.exitCode).toBe(0)
  })

  it('hides no failure of the response that should have held it', async () => {
    const { report } = await playing(await bindingIssuer(bound, true), presenting)

    expect(withOutcome(report, 'failed')).toContain('BODY-STRICT')
    expect(report.verdict.exitCode).toBe(1)
  })

  it('is named as the reason of a probe that could not be sent', async () => {
    const member = 'encryted_credential_request'
    const target = await bindingIssuer({ ...bound, validate: { headers: { 'X-Request': `{${member}}` } } })
    const leaveOut = runSession(mutate.validationRequest(drop(`/${member}`)))
    const probe = statefulProbe(VAL.FIELD, 'issuer', 'leaves out the request', 'refused', leaveOut)
    const { report } = await playing(target, {
      ...presenting,
      sendProbes: (store) =>
        sendProbes(store, {
          ...createProbeCatalogue(store, { members: 1, seed: 1 }),
          faults: [],
          statefulProbes: [probe],
        }),
    })

    expect(report.probes.map(({ answer }) => answer)).toEqual(['inconclusive'])
    expect(report.probes[0]?.reason).toContain(`{${member}} is not known`)
  })
})
