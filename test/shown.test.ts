import { describe, expect, it } from 'vitest'
import type { HttpResponse } from '../model/wire.ts'
import { signCompact } from '../protocol/jose/jws.ts'
import { SD } from '../suites/document/disclosure/requirements.ts'
import { changeResponse, changeResult, combineMutations, replaceStep } from '../suites/document/kit/mutations.ts'
import { META } from '../suites/document/metadata/requirements.ts'
import type { ActorMutation } from '../suites/document/model/actors.ts'
import { NONCE } from '../suites/document/nonce/requirements.ts'
import { OFFER } from '../suites/document/offer/requirements.ts'
import { REQ } from '../suites/document/request/requirements.ts'
import { ERROR } from '../suites/document/undefined-points/requirements.ts'
import { unrelatedKey } from '../suites/kit/unrelated-keys.ts'
import { outcomeOf, shown } from './shown.ts'

const shownCode = { decisions: { 'code.presented': 'request' } }

describe('what grows old', () => {
  const lifetime = 300

  it.each([
    ['a nonce', NONCE.STALE, {}],
    ['a code', OFFER.SHORT, shownCode],
  ] as const)(
    'is rejected by the reference issuer, and accepted by one that does not validate it: %s',
    async (_, row, setting) => {
      expect(await outcomeOf(row, { ...setting, later: lifetime + 2 })).toBe('passed')
      expect(await outcomeOf(row, { ...setting, later: lifetime + 2, neglected: row })).toBe('failed')
    },
  )

  it.each([
    ['a nonce', NONCE.STALE, {}, 'limits.nonceLifetime'],
    ['a code', OFFER.SHORT, shownCode, 'limits.codeLifetime'],
  ] as const)('is not judged if it was not awaited: %s', async (_, row, setting, decision) => {
    for (const later of [0, lifetime, lifetime + 1]) {
      const { outcome, reason } = await shown(row, { ...setting, later, neglected: row })

      expect(outcome).toBe('inapplicable')
      expect(reason).toContain(decision)
    }
  })

  it('is as old as was agreed', async () => {
    const scene = { decisions: { 'limits.nonceLifetime': '5' }, later: 8 }

    expect(await outcomeOf(NONCE.STALE, scene)).toBe('passed')
    expect(await outcomeOf(NONCE.STALE, { ...scene, neglected: NONCE.STALE })).toBe('failed')
  })

  it('is not a code that nobody shows, and no nonce that is that of a session', async () => {
    expect(await outcomeOf(OFFER.SHORT, { later: 1000 })).toBe('inapplicable')
    const equal = { decisions: { 'nonce.relation': 'all-equal' }, later: 1000 }
    expect(await outcomeOf(NONCE.STALE, equal)).toBe('inapplicable')
  })
})

describe('an error', () => {
  const agreed = { 'errors.codes': 'openid4vci-1.0' }
  const refusing = (change: Partial<HttpResponse>) =>
    changeResponse('issuer', 'validate', (replied) => (replied.status === 400 ? { ...replied, ...change } : replied))
  const body = (content: object) => ({ body: JSON.stringify(content) })

  it('is that of the standard if the reference issuer answers', async () => {
    expect(await outcomeOf(ERROR.STANDARD, { decisions: agreed })).toBe('passed')
    expect(await outcomeOf(ERROR.STANDARD, { decisions: { ...agreed, 'errors.body': 'openid4vci-1.0' } })).toBe(
      'passed',
    )
  })

  it.each<readonly [string, Partial<HttpResponse>, string]>([
    ['has another status', { status: 422 }, 'refused, with status 422, not 400'],
    ['has a code of its own', body({ error: 'E-1043' }), 'refused, without an error code of OpenID4VCI'],
    ['has no code', { body: '' }, 'refused, without an error code of OpenID4VCI'],
  ])('is found that %s', async (_, change, actual) => {
    const { outcome, found } = await shown(ERROR.STANDARD, { decisions: agreed, bent: refusing(change) })

    expect(outcome).toBe('failed')
    expect(new Set(found)).toEqual(new Set([actual]))
  })

  it('has its code where it likes, unless it was agreed where', async () => {
    const bent = refusing(body({ errors: [{ code: 'invalid_proof' }] }))

    expect(await outcomeOf(ERROR.STANDARD, { decisions: agreed, bent })).toBe('passed')
    const strict = { ...agreed, 'errors.body': 'openid4vci-1.0' }
    expect(await outcomeOf(ERROR.STANDARD, { decisions: strict, bent })).toBe('failed')
  })

  it('may be a success without its member where that was agreed', async () => {
    const bent = refusing({ status: 200, ...body({ error: 'invalid_proof' }) })

    expect(await outcomeOf(ERROR.STANDARD, { decisions: { ...agreed, 'errors.refusal': 'no-success' }, bent })).toBe(
      'passed',
    )
  })

  it('is anything where no codes were agreed', async () => {
    expect(await outcomeOf(ERROR.STANDARD, { bent: refusing({ status: 418, body: '' }) })).toBe('inapplicable')
  })
})

describe('signed metadata', () => {
  const standard = { profile: 'document-openid4vci' } as const
  const jwt = (header: object, payload: object) =>
    changeResponse('issuer', 'issuerMetadata', (replied) =>
      replied.headers['content-type'] === 'application/jwt'
        ? { ...replied, body: signCompact({ alg: 'ES256', ...header }, JSON.stringify(payload), unrelatedKey) }
        : replied,
    )
  const typ = 'openidvci-issuer-metadata+jwt'
  const sub = 'https://issuer.example'

  it('of the reference issuer conform', async () => {
    expect(await outcomeOf(META.SIGNED, standard)).toBe('passed')
    expect(await outcomeOf(META.SIGNED, { ...standard, bent: jwt({ typ: `application/${typ}` }, { sub }) })).toBe(
      'passed',
    )
  })

  it.each<readonly [string, object, object]>([
    ['are of the type of any JWT', { typ: 'JWT' }, { sub }],
    ['are of no type', {}, { sub }],
    ['do not name the issuer', { typ }, { iss: sub }],
    ['name another issuer', { typ }, { sub: 'https://elsewhere.example' }],
  ])('are found that %s', async (_, header, payload) => {
    expect(await outcomeOf(META.SIGNED, { ...standard, bent: jwt(header, payload) })).toBe('failed')
  })

  it.each<readonly [string, Partial<HttpResponse>]>([
    ['answers in JSON', { body: '{}', headers: { 'content-type': 'application/json' } }],
    ['says that it has none', { status: 406, body: '' }],
  ])('are nothing that an issuer has to have: one %s', async (_, change) => {
    const bent = changeResponse('issuer', 'issuerMetadata', (replied) =>
      replied.headers['content-type'] === 'application/jwt' ? { ...replied, ...change } : replied,
    )

    expect(await outcomeOf(META.SIGNED, { ...standard, bent })).toBe('inapplicable')
  })

  it('are not asked for where the metadata do not follow the standard', async () => {
    expect(await outcomeOf(META.SIGNED, { bent: jwt({}, {}) })).toBe('inapplicable')
  })
})

describe('digests that belong to no disclosure', () => {
  const refusal = { accepted: false, refused: ['CRED-SD'] }
  const counting = (isTooMany: (digests: number) => boolean): ActorMutation => {
    let count = 0 // in the credential that was issued last
    return combineMutations(
      replaceStep('issuer', 'signCredential', (honest) => (draft) => {
        const { payload } = draft as { readonly payload: { readonly _sd?: readonly string[] } } // of an honest issuer
        count = payload._sd?.length ?? 0
        return honest(draft)
      }),
      changeResult('verifier', 'decide', (made) => (isTooMany(count) ? refusal : made)),
    )
  }

  it('are accepted by the reference verifier', async () => {
    expect(await outcomeOf(SD.DECOYS)).toBe('passed')
  })

  it.each([
    ['knows how many claims there are', 44, 3],
    ['allows for a few', 60, 2],
    ['allows for twice as many', 100, 1],
  ] as const)('are found to be refused by a verifier that %s', async (_, most, times) => {
    const { outcome, found } = await shown(SD.DECOYS, { bent: counting((digests) => digests > most) })

    expect(outcome).toBe('failed')
    expect(found).toEqual(Array.from({ length: times }, () => 'refused'))
  })
})

describe('a request that asks for no encryption', () => {
  const refused = { decisions: { 'response.unasked': 'refused' } }

  it('is refused where that was agreed', async () => {
    expect(await outcomeOf(REQ['NO-KEY'], refused)).toBe('passed')
    expect(await outcomeOf(REQ['NO-KEY'], { ...refused, neglected: REQ['NO-KEY'] })).toBe('failed')
  })

  it('may be answered where nothing was agreed', async () => {
    expect(await outcomeOf(REQ['NO-KEY'], { neglected: REQ['NO-KEY'] })).toBe('inapplicable')
  })
})
