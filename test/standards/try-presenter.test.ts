import { describe, expect, it } from 'vitest'
import { tryVariant } from '../../src/harness/parties.ts'
import { concludeTest, listFailed } from '../../src/harness/seen.ts'
import { hasHeld } from '../../src/prove/prove-standard.ts'
import { presenters } from '../../suites/openid4vp/harness/parties.ts'
import { type PresenterQuestion, tryPresenter } from '../../suites/openid4vp/harness/wallet/try-vp-wallet.ts'
import { requirements } from '../../suites/openid4vp/requirements.ts'
import {
  chooseOtherKey,
  combine,
  look,
  type PresenterMutation,
  presenterFaults,
  set,
} from '../../suites/openid4vp/wallet/faults.ts'
import { requestProbes } from '../../suites/openid4vp/wallet/probes.ts'
import { presenterVariants } from '../../suites/openid4vp/wallet/variants.ts'
import { sampleTime } from '../../suites/sd-jwt/sample.ts'
import { assayCommand } from '../assay-command.ts'
import { compareFault } from './few-probes.ts'
import { comparePlan } from './plan-of.ts'

const usual: PresenterQuestion = {
  place: { host: '127.0.0.1', port: 0 },
  patience: { before: 5, after: 2 },
  hasProbes: true,
  options: { now: sampleTime },
  show: async () => undefined,
  announce: () => {},
}

describe('the reference wallet of OpenID4VP', () => {
  it('passes, with all probes and without', async () => {
    const report = await tryPresenter(usual)

    expect(listFailed(report)).toEqual([])
    expect(report.notes).toEqual([])
    expect(concludeTest(report)).toBe('passed')
    expect(concludeTest(await tryPresenter({ ...usual, hasProbes: false }))).toBe('passed')
  })
})

describe('a wallet that presents with a fault', () => {
  it('is there for every requirement on wallets that an exchange shows', () => {
    const rows = requirements.filter(({ id }) => id.startsWith('VPWALLET-'))
    const broken = new Set(presenterFaults.map(({ breaks }) => breaks.id))

    expect(rows.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
  })

  it.each(presenterFaults)('fails what the fault breaks, and nothing else that is probed: $id', async (fault) => {
    const { failed, expected } = await compareFault(presenters, fault)

    expect({ failed }).toEqual({ failed: expected })
  })
})

const plan = comparePlan('openid4vp-1.0', presenters)

describe('an unusual wallet that presents', () => {
  it.each(presenterVariants)('has no false failure: $id', async (variant) => {
    const trial = await tryVariant(plan.parties, variant)

    expect({ ...trial, hasHeld: hasHeld(trial) }).toMatchObject({ failed: [], doubtful: [], hasHeld: true })
  })

  it('shows what the plan has, and the plan has what every one shows', async () => {
    expect(await plan.listDifferences(presenterVariants), 'run `npm run fixtures`').toEqual([])
  })
})

describe('a response to one of several keys', () => {
  const spoil: PresenterMutation = set({
    response: (content, { request }) =>
      JSON.stringify(request).includes('response-rsa') && content.error === undefined
        ? { ...content, vp_token: 'none' }
        : content,
  })

  it.each(['P-256', 'P-384', 'P-521', 'RSA'])('is read, and judged: %s', async (kind) => {
    const prefer = chooseOtherKey(({ crv, kty }) => crv === kind || kty === kind)

    expect(listFailed(await tryPresenter({ ...usual, change: combine(prefer, spoil) }))).toEqual(['VPRESP-OBJECT'])
  })
})

describe('a probe for wallets that present', () => {
  it('says which sentence obliges, and has an id of its own', () => {
    const deciding = requestProbes.filter(({ expects }) => expects !== 'session')

    expect(deciding.filter(({ obligation }) => obligation === undefined)).toEqual([])
    expect(deciding.map(({ id }) => id)).toEqual([...new Set(deciding.map(({ id }) => id))])
  })

  it('is not sent where the wallet does not take the valid one', async () => {
    const { notes, trials } = await tryPresenter({
      ...usual,
      change: set({ encrypts: () => false, chooseMethod: () => 'GET' }),
    })

    expect(notes.filter((note) => note.includes('VPWALLET-REFUSES-NONCE'))).not.toEqual([])
    expect(trials.filter(({ id }) => id.startsWith('VPWALLET-REFUSES-NONCE/'))).toEqual([])
  })

  it('is sent all the same, and decides nothing, where it has to be refused as the valid one is', async () => {
    const takesNoHosts = look(
      'client-known',
      (usual, facts) => usual(facts) && !String(facts.request.client_id).startsWith('x509_san_dns:'),
    )
    const { notes, trials, recording } = await tryPresenter({ ...usual, change: takesNoHosts })

    expect(notes.filter((note) => note.includes('VPWALLET-REFUSES-HOST'))).not.toEqual([])
    expect(trials.filter(({ id }) => id.startsWith('VPWALLET-REFUSES-HOST/'))).toEqual([])
    expect(recording?.sessions.map(({ purpose }) => purpose)).toContain(
      'a client of another host, with a certificate of its own',
    )
  })
})

describe('a wallet behind the Digital Credentials API', () => {
  const takeDc = look('parameters-known', (usual, facts) => usual(facts) && facts.origin !== undefined)
  const serve = (flags: string): PresenterQuestion => ({
    ...usual,
    wallet: `command:${process.execPath} ${assayCommand} serve openid4vp-wallet --stdio ${flags}`,
    patience: { before: 0.2, after: 0.2 },
    hasProbes: false,
    options: {},
  })

  it('is sent the probes of other wallets, where it takes no links', async () => {
    const report = await tryPresenter({ ...usual, change: takeDc })
    const fault = presenterFaults.find(
      ({ id }) => id === 'VPWALLET-REFUSES-TIMES/a-wallet-takes-request-objects-that-have-expired',
    )
    const broken = await tryPresenter({ ...usual, change: combine(takeDc, fault?.change ?? takeDc) })

    expect(listFailed(report)).toEqual([])
    expect(concludeTest(report)).toBe('passed')
    expect(listFailed(broken)).toEqual(['VPWALLET-REFUSES-TIMES'])
  })

  it('answers its driver in another process', async () => {
    const asked = serve('--fault VPERR-ALONE/a-wallet-explains-its-errors-over-the-digital-credentials-api')
    const report = await tryPresenter({ ...asked, hasDcApi: true })
    expect(listFailed(report)).toEqual([])
    expect(report.recording?.sessions.map(({ purpose }) => purpose)).toContain(
      'a signed request to the Digital Credentials API',
    )
    expect(
      report.recording?.messages.filter(({ request }) => request.headers['content-type'] === 'application/json'),
    ).toHaveLength(3)
  })

  it('gets no such request unless it is asked for', async () => {
    const { recording } = await tryPresenter(serve(''))

    expect(recording?.sessions.filter(({ purpose }) => purpose.includes('Digital'))).toEqual([])
  })
})

describe('a wallet that presents nothing', () => {
  it('has no false failure, and the test is inconclusive', async () => {
    const report = await tryPresenter({ ...usual, change: set({ choose: () => undefined }) })

    expect(listFailed(report)).toEqual([])
    expect(report.obstacle).toMatch(/^the wallet presents nothing: it sends the error access_denied/)
    expect(concludeTest(report)).toBe('inconclusive')
  })
})
