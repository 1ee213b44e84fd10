import { expect, it } from 'vitest'
import { createDecider } from '../../src/judge/decisions.ts'
import { decisions } from '../../suites/document/all/decisions.ts'
import { probes } from '../../suites/document/all/probes.ts'
import type { ProbeContext } from '../../suites/document/model/probe.ts'
import { isSent, listLapses } from '../../suites/document/run/probes/lapses.ts'

// A probe that another answer to an open question leaves out accuses no target by our default.

const never = (): never => {
  throw new TypeError('nothing is sent')
}

const context: ProbeContext = {
  decide: createDecider({ profile: 'document', decisions: {} }).decide,
  members: 1,
  seed: 1,
  runSession: never,
  runRequest: never,
  runRequests: never,
  askOnce: never,
  presentWithStatus: never,
  rotateKeys: never,
  withCertificate: never,
  statusCalls: { issue: never, inventId: () => 'invented', ask: never, findBroken: () => [], set: never },
  runCalls: never,
  takeAgedValues: async () => ({ takeNonce: async () => undefined, seconds: 400 }),
  send: never,
  readAnswer: () => 'accepted',
  readSessionAnswer: () => 'accepted',
  isLegal: () => true,
  findBroken: () => [],
}

/** Whether an answer is to a question that the document leaves open. */
const isAboutGap = (answer: string): boolean =>
  decisions.some(({ id, arises }) => answer.startsWith(`${id} = `) && arises.includes('gap'))

it('every stateful probe says by itself which answers leave it out', async () => {
  const lapses: Record<string, readonly string[]> = {}
  for (const probe of probes) {
    if (!(await isSent(probe, context))) continue
    const own = (await listLapses(probe, context)).filter(isAboutGap)
    if (own.length > 0) lapses[probe.id] = own
  }

  expect(lapses).toEqual({
    'META-CURRENT/publishes-another-key-than-in-the-session-before': [
      'encryption.requestKeySource = config',
      'encryption.requestKeySource = offline',
    ],
    'META-WEAK-UNUSED/publishes-only-an-rsa-key-of-1024-bits': [
      'encryption.requestKeySource = config',
      'encryption.requestKeySource = offline',
    ],
    'NONCE-BOUND/attests-a-code-in-place-of-a-nonce-in-a-generated-sequence': ['nonce.relation = all-equal'],
    'NONCE-ONCE/attests-a-nonce-that-was-used-for-another-holder': ['nonce.singleUse = until-expiry'],
    'NONCE-ONCE/attests-a-nonce-that-was-used-for-another-request': ['nonce.singleUse = until-expiry'],
    'NONCE-ONCE/reuses-a-nonce-in-a-generated-sequence': ['nonce.singleUse = until-expiry'],
    'NONCE-ONCE/reuses-a-nonce-in-concurrent-requests': ['nonce.singleUse = until-expiry'],
    'NONCE-STALE/attests-an-expired-nonce': ['limits.nonceLifetime = 3000', 'nonce.relation = all-equal'],
    'REQ-TEMPLATE/requests-a-template-of-the-offer': ['request.template = refused'],
    'VAL-REPEATED/repeats-a-request-in-a-generated-sequence': ['nonce.singleUse = until-expiry'],
    'VAL-REPEATED/repeats-a-validation-request': ['nonce.singleUse = until-expiry'],
  })
})
