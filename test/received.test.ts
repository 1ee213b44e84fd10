import { describe, expect, it } from 'vitest'
import { isObject } from '../protocol/encoding/json.ts'
import { ENC } from '../suites/document/encryption/requirements.ts'
import { changeRequest } from '../suites/document/kit/mutations.ts'
import type { ActorMutation } from '../suites/document/model/actors.ts'
import { OFFER } from '../suites/document/offer/requirements.ts'
import { RESP } from '../suites/document/request/requirements.ts'
import { outcomeOf } from './shown.ts'

describe('a response in clear', () => {
  it('is rejected by a reference identity app that decrypts responses', async () => {
    const scene = { decisions: { 'callback.credentialForm': 'plain' } }

    expect(await outcomeOf(ENC['NOT-CLEAR'], scene)).toBe('passed')
    expect(await outcomeOf(ENC['NOT-CLEAR'], { ...scene, neglected: ENC['NOT-CLEAR'] })).toBe('failed')
  })

  it.each(['either', 'encrypted'])('is the fault of its sender alone, where the callback is %s', async (form) => {
    const scene = { decisions: { 'callback.credentialForm': form }, neglected: ENC['NOT-CLEAR'] }

    expect(await outcomeOf(ENC['NOT-CLEAR'], scene)).toBe('inapplicable')
  })
})

/** Delivers nothing of a response that says more than it knows. */
const strictInside: ActorMutation = {
  identityApp: (honest) => {
    let isStrange = false // in the response of this session
    return {
      ...honest,
      writeCallback: (response, certificates) => {
        isStrange = Object.keys(response).length > 2
        return honest.writeCallback(response, certificates)
      },
      perform: async (deed, where) => {
        if (where !== 'walletCallback' || !isStrange) await honest.perform(deed, where)
      },
    }
  },
}

const strictOutside: ActorMutation = {
  identityApp: (honest) => ({
    ...honest,
    findRefusals: (scene) => {
      const isStrange = scene.artefacts.some(
        ({ kind, content }) => kind === 'validation-response' && Object.keys(content ?? {}).length > 1,
      )
      return [...honest.findRefusals(scene), ...(isStrange ? ['of its own'] : [])]
    },
  }),
}

describe('further members of a response', () => {
  it('are ignored by the reference identity app', async () => {
    expect(await outcomeOf(RESP.EXTRAS)).toBe('passed')
  })

  it.each([
    ['inside', strictInside],
    ['outside', strictOutside],
  ])('are found to be refused by one that is too strict: %s', async (_, bent) => {
    expect(await outcomeOf(RESP.EXTRAS, { bent })).toBe('failed')
  })
})

const one: ActorMutation = {
  wallet: (honest) => ({
    ...honest,
    findRefusals: (scene) => {
      const isStrange = scene.artefacts.some(({ kind, content }) => {
        const grants = kind === 'offer' && isObject(content) ? content.grants : undefined
        return isObject(grants) && Object.keys(grants).length > 1
      })
      return [...honest.findRefusals(scene), ...(isStrange ? ['of its own'] : [])]
    },
  }),
}

describe('an offer of two grants', () => {
  const many = { decisions: { 'offer.grants': 'many' } }

  it('is used for the one that the flow knows', async () => {
    expect(await outcomeOf(OFFER.OTHER, many)).toBe('passed')
  })

  it.each([
    ['refused', one],
    [
      'used for the other',
      changeRequest('wallet', 'issuerMetadata', (asked) => ({ ...asked, url: `${asked.url}?response_type=code` })),
    ],
  ])('is found to be %s', async (_, bent) => {
    expect(await outcomeOf(OFFER.OTHER, { ...many, bent })).toBe('failed')
  })

  it('is nothing to take where an offer holds one', async () => {
    expect(await outcomeOf(OFFER.OTHER, { bent: one })).toBe('inapplicable')
  })
})
