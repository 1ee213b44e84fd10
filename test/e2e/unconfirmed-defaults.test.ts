import { describe, expect, it } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import { listAnswers } from '../../src/judge/counterfactual.ts'
import { createDecider } from '../../src/judge/decisions.ts'
import { decisions } from '../../suites/document/all/decisions.ts'
import { type Variant, variant } from '../../suites/document/model/fault.ts'
import { playedAgainst } from './bent-targets.ts'
import { runDriven } from './driven-faults.ts'

// An honest target under every other answer to every decision, in a run that was told none.

/** Other texts than the defaults, for decisions that any text answers. */
const otherTexts: Readonly<Record<string, string>> = {
  'endpoints.issuerConfig.path': '/v2/config',
  'endpoints.offer.url': '{issuer_url}/v2/offers/{id}',
  'offer.configurationId': 'another_credential',
  'endpoints.nonce.path': '/v2/nonce',
  'nonce.responseField': '/data/challenge',
  'response.credentialsField': 'issued',
  'deeplink.uri': 'https://app.example/open',
  'deeplink.parameter': 'request',
  'endpoints.validate.method': 'PUT',
  'endpoints.validate.path': '/v2/validate',
  'auth.sessionToken.header': 'X-Session-Token',
  'endpoints.walletCallback.method': 'PUT',
  'endpoints.walletCallback.path': '/v2/callback',
  'endpoints.jwks.path': '/v2/keys',
  'endpoints.jwks.method': 'POST',
  'status.member': '/credential/state',
  'status.idMember': '/credential/id',
  'endpoints.presentation.method': 'PUT',
  'endpoints.presentation.path': '/v2/presentations',
}

const { decide } = createDecider({ profile: 'document', decisions: {} })

const others = decisions
  .filter(({ arises }) => arises.includes('gap'))
  .flatMap((decision) => {
    const { [decision.id]: text } = otherTexts
    const answers = [...listAnswers(decision, decide(decision)), ...(text === undefined ? [] : [text])]
    return answers.map((answer) => ({ id: decision.id, answer }))
  })

const listDeciding = ({ results }: RunReport): readonly string[] =>
  results
    .filter(({ outcome, decides }) => outcome === 'failed' && decides !== undefined)
    .map(
      ({ id, findings }) =>
        `${id} ${findings[0]?.at}: expected ${findings[0]?.expected}, actual ${findings[0]?.actual}`,
    )

const played = {
  issuer: (deed: Variant) => playedAgainst({ ...served(deed), callers: false }, { isUnconfirmed: true }),
  receivers: (deed: Variant) =>
    playedAgainst(
      { ...served(deed), there: { walletBackend: (own) => own, verifier: (own) => own }, callers: true },
      { isUnconfirmed: true },
    ),
  wallet: (theirs: Variant) => runDriven({ profile: 'document', decisions: {}, theirs, tested: ['wallet'] }),
  app: (theirs: Variant) => runDriven({ profile: 'document', decisions: {}, theirs, tested: ['identity-app'] }),
}

const served = (deed: Variant) => ({ id: 'honest', deed, there: {}, here: {} })

/** An app that looks for credentials elsewhere finds none, and the reference app delivers what it finds. */
const isEmptyHanded = (finding: string): boolean => finding.startsWith('CALLBACK-ARRAY ')

describe('a default that was not confirmed fails no', () => {
  describe.each(Object.entries(played))('%s', (_, play) => {
    it.each(others)('under $id = $answer', async ({ id, answer }) => {
      const report = await play(variant('ANY', 'has another answer', {}, { decisions: { [id]: answer } }))

      expect(report.sessions.length).toBeGreaterThan(0)
      expect(listDeciding(report).filter((each) => id !== 'response.credentialsField' || !isEmptyHanded(each))).toEqual(
        [],
      )
    })
  })
})
