import { describe, expect, it } from 'vitest'
import type { Deviation } from '../src/model/actors.ts'
import { isObject } from '../src/protocol/json.ts'
import { calling } from '../suites/deviations.ts'
import { ENC } from '../suites/encryption/requirements.ts'
import { OFFER } from '../suites/offer/requirements.ts'
import { RESP } from '../suites/request/requirements.ts'
import { outcomeOf } from './shown.ts'

describe('a response in clear', () => {
  it.each(['plain', 'encrypted'])('is turned away by an honest identity app where the callback is %s', async (form) => {
    const scene = { given: { 'callback.credentialForm': form } }

    expect(await outcomeOf(ENC['NOT-CLEAR'], scene)).toBe('passed')
    expect(await outcomeOf(ENC['NOT-CLEAR'], { ...scene, neglected: ENC['NOT-CLEAR'] })).toBe('failed')
  })

  it('is the fault of its sender alone, where it is open who opens it', async () => {
    expect(await outcomeOf(ENC['NOT-CLEAR'], { neglected: ENC['NOT-CLEAR'] })).toBe('inapplicable')
  })
})

/** Delivers nothing of a response that says more than it knows. */
const strictInside: Deviation = {
  identityApp: (honest) => {
    let isStrange = false // in the response of this session
    return {
      ...honest,
      callBack: (response, certificates) => {
        isStrange = Object.keys(response).length > 2
        return honest.callBack(response, certificates)
      },
      act: async (deed, where) => {
        if (where !== 'walletCallback' || !isStrange) await honest.act(deed, where)
      },
    }
  },
}

const strictOutside: Deviation = {
  identityApp: (honest) => ({
    ...honest,
    validations: [
      ...honest.validations,
      {
        requirement: 'of its own',
        refuses: ({ exhibits }) =>
          exhibits.some(({ kind, content }) => kind === 'validation-response' && Object.keys(content ?? {}).length > 1),
      },
    ],
  }),
}

describe('further members of a response', () => {
  it('are ignored by an honest identity app', async () => {
    expect(await outcomeOf(RESP.EXTRAS)).toBe('passed')
  })

  it.each([
    ['inside', strictInside],
    ['outside', strictOutside],
  ])('are found to be refused by one that is too strict: %s', async (_, bent) => {
    expect(await outcomeOf(RESP.EXTRAS, { bent })).toBe('failed')
  })
})

const one: Deviation = {
  wallet: (honest) => ({
    ...honest,
    validations: [
      ...honest.validations,
      {
        requirement: 'of its own',
        refuses: ({ exhibits }) =>
          exhibits.some(({ kind, content }) => {
            const grants = kind === 'offer' && isObject(content) ? content.grants : undefined
            return isObject(grants) && Object.keys(grants).length > 1
          }),
      },
    ],
  }),
}

describe('an offer of two grants', () => {
  const many = { given: { 'offer.grants': 'many' } }

  it('is used for the one that the flow knows', async () => {
    expect(await outcomeOf(OFFER.OTHER, many)).toBe('passed')
  })

  it.each([
    ['refused', one],
    [
      'used for the other',
      calling('wallet', 'issuerMetadata', (asked) => ({ ...asked, url: `${asked.url}?response_type=code` })),
    ],
  ])('is found to be %s', async (_, bent) => {
    expect(await outcomeOf(OFFER.OTHER, { ...many, bent })).toBe('failed')
  })

  it('is nothing to take where an offer holds one', async () => {
    expect(await outcomeOf(OFFER.OTHER, { bent: one })).toBe('inapplicable')
  })
})
