import { describe, expect, it } from 'vitest'
import { writeAuthorityKey } from '../../protocol/x509/authority-key.ts'
import type { Extension } from '../../protocol/x509/certificate.ts'
import { tryVariant } from '../../src/harness/parties.ts'
import { concludeTest, listFailed } from '../../src/harness/seen.ts'
import { hasHeld } from '../../src/prove/prove-standard.ts'
import { haipPresenters } from '../../suites/haip/harness/parties.ts'
import { presenterProfile } from '../../suites/haip/harness/presenter-profile.ts'
import { findAuthorityKeys } from '../../suites/haip/presenter-checks.ts'
import { haipPresenterFaults, haipPresenterVariants, makeHaipPresenter } from '../../suites/haip/presenters.ts'
import { presentationRequirements } from '../../suites/haip/requirements.ts'
import { makeMdocSample } from '../../suites/mdoc/sample.ts'
import type { PresentationSession } from '../../suites/openid4vp/actors/presentation-session.ts'
import { type PresenterQuestion, tryPresenter } from '../../suites/openid4vp/harness/wallet/try-vp-wallet.ts'
import { combine, set } from '../../suites/openid4vp/wallet/faults.ts'
import { sampleTime } from '../../suites/sd-jwt/sample.ts'
import { assayCommand } from '../assay-command.ts'
import { compareFault } from './few-probes.ts'
import { comparePlan } from './plan-of.ts'

const usual: PresenterQuestion = {
  profile: presenterProfile,
  place: { host: '127.0.0.1', port: 0 },
  patience: { before: 5, after: 2 },
  hasProbes: true,
  options: { now: sampleTime },
  show: async () => undefined,
  announce: () => {},
}

describe('the reference wallet that presents by HAIP', () => {
  it('passes, with all probes and without', async () => {
    const report = await tryPresenter(usual)

    expect({ failed: listFailed(report), obstacle: report.obstacle, notes: report.notes }).toEqual({
      failed: [],
      obstacle: undefined,
      notes: [],
    })
    expect(report.trials.filter(({ id }) => id.startsWith('HAIPPRESENT-AKI'))).toHaveLength(7)
    expect(concludeTest(report)).toBe('passed')
    expect(concludeTest(await tryPresenter({ ...usual, hasProbes: false }))).toBe('passed')
  })
})

describe('a wallet whose credential has no certificates', () => {
  it('is distinguished from its issuer', async () => {
    const change = combine(makeHaipPresenter, set({ credentialHeader: (header) => header }))
    const report = await tryPresenter({ ...usual, hasProbes: false, change })

    expect(listFailed(report)).toEqual([])
    expect(concludeTest(report)).toBe('passed')
    expect(report.notes).toEqual(['for the issuer of the credential, not for the wallet: HAIPVC-X5C'])
  })

  it('is not, where the wallet has changed the credential', async () => {
    const spoil = (text: string): string =>
      text.replace(/\.[^.~]+~/, (signature) => `.${'A'.repeat(signature.length - 2)}~`)
    const change = combine(makeHaipPresenter, set({ credentialHeader: (header) => header, presentation: spoil }))
    const report = await tryPresenter({ ...usual, hasProbes: false, change })

    expect(listFailed(report)).toEqual(expect.arrayContaining(['HAIPVC-X5C', 'SDJWT-SIGNED']))
    expect(concludeTest(report)).toBe('failed')
  })
})

describe('a wallet with a fault that presents by HAIP', () => {
  it('is there for every requirement that an exchange shows', () => {
    const broken = new Set(haipPresenterFaults.map(({ breaks }) => breaks.id))
    const played = presentationRequirements.filter(({ seen, binds }) => 'exchange' in seen && binds === 'wallet')

    expect(played.filter(({ id }) => !broken.has(id)).map(({ id }) => id)).toEqual([])
  })

  it.each(haipPresenterFaults)('fails what the fault breaks, and nothing else that is probed: $id', async (fault) => {
    const { failed, expected } = await compareFault(haipPresenters, fault)

    expect({ failed }).toEqual({ failed: expected })
  })
})

const plan = comparePlan('haip-1.0', haipPresenters, 'presentation')

describe('an unusual wallet that presents by HAIP', () => {
  it.each(haipPresenterVariants)('has no false failure: $id', async (variant) => {
    const trial = await tryVariant(plan.parties, variant)

    expect({ ...trial, hasHeld: hasHeld(trial) }).toMatchObject({ failed: [], doubtful: [], hasHeld: true })
  })

  it('shows what the plan has, and the plan has what every one shows', async () => {
    expect(await plan.listDifferences(haipPresenterVariants), 'run `npm run fixtures`').toEqual([])
  })
})

describe('a wallet in another process that presents by HAIP', () => {
  const serve = (flags: string): string =>
    `command:${process.execPath} ${assayCommand} serve openid4vp-wallet --stdio ${flags}`

  it('passes', async () => {
    const wallet = serve('--variant HAIP/a-presenting-wallet-keeps-to-this-profile')
    const report = await tryPresenter({ ...usual, wallet, hasProbes: false, options: {} })

    expect({ failed: listFailed(report), obstacle: report.obstacle }).toEqual({ failed: [], obstacle: undefined })
    expect(concludeTest(report)).toBe('passed')
  })

  it('fails by its fault', async () => {
    const wallet = serve('--fault HAIPPRESENT-RETURN/a-wallet-does-not-send-its-user-back')
    const patience = { before: 0.2, after: 0.2 }

    expect(listFailed(await tryPresenter({ ...usual, wallet, patience, hasProbes: false, options: {} }))).toEqual([
      'HAIPPRESENT-RETURN',
    ])
  })
})

describe('a wallet that fetches nothing without TLS', () => {
  it('is not accused of it', async () => {
    const fault = 'HAIPPRESENT-URI/a-wallet-fetches-no-request-objects'
    const wallet = `command:${process.execPath} ${assayCommand} serve openid4vp-wallet --stdio --fault ${fault}`
    const report = await tryPresenter({ ...usual, wallet, hasProbes: false, options: {} })

    expect(listFailed(report)).toEqual([])
    expect(concludeTest(report)).toBe('inconclusive')
  })
})

describe('a wallet that presents nothing by HAIP', () => {
  it('has no false failure, and the test is inconclusive', async () => {
    const report = await tryPresenter({ ...usual, change: set({ choose: () => undefined }) })

    expect(listFailed(report)).toEqual([])
    expect(report.obstacle).toMatch(/^the wallet presents nothing: it sends the error access_denied/)
    expect(concludeTest(report)).toBe('inconclusive')
  })
})

describe('the keys of the authorities above what was presented', () => {
  const key = Buffer.from('the key of an authority')
  const present = (presentation: string): PresentationSession => ({
    link: 'openid4vp://',
    parameters: {},
    calls: [
      {
        place: 'response',
        request: { method: 'POST', url: 'https://verifier.example/response', headers: {} },
        response: { status: 200, headers: {}, body: '{}' },
        at: 0,
      },
    ],
    read: () => ({ vp_token: { one: [presentation] } }),
  })
  const licence = (...extensions: readonly Extension[]): string =>
    makeMdocSample({ about: 'response', leaf: { extensions } }).text

  it('are in the certificates of an mdoc', () => {
    expect([...findAuthorityKeys(present(licence(writeAuthorityKey(key))))]).toEqual([
      ['one', [key.toString('base64url')]],
    ])
  })

  it.each([
    ['no certificate has one', licence()],
    ['the extension cannot be read', licence({ ...writeAuthorityKey(key), value: Buffer.of(0x30, 0x05, 0x80) })],
    ['nothing can be read', 'oWd~'],
  ])('are none where %s', (_, presentation) => {
    expect([...findAuthorityKeys(present(presentation))]).toEqual([])
  })
})
