import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import keys from '../../fixtures/keys.json' with { type: 'json' }
import type { Artefact } from '../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { openArtefact } from '../../protocol/artefacts/open.ts'
import { compileJudge, createJudgeInput, type Judge } from '../../src/judge/judge.ts'
import { toPublicKey } from '../../suites/document/actors/steps/environment.ts'
import { checks } from '../../suites/document/all/checks.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { createDecide, runOffline } from '../../suites/document/reference/offline-exchange.ts'
import { digestsHold, joseOpens, joseVerifies, joseVerifiesLeaf } from './second-opinion.ts'

const setting = { profile: 'document', decisions: {} } as const
const honest = runOffline({}, setting)
const issuerKeys = [keys.issuer, keys.issuerNext].map(toPublicKey)

const textOf = (kind: ArtefactKind): string => honest.artefacts.find((exhibit) => exhibit.kind === kind)?.text ?? ''

/** The requirements that say together what a library says with one yes or no. */
const saying = (...ids: readonly string[]) => compileJudge(requirements, checks).select(({ id }) => ids.includes(id))

const jwsRules = {
  credential: saying(
    'CRED-SIGNED',
    'CRED-RESOLVED',
    'CRED-KID',
    'CRED-ALG',
    'CRED-P1363',
    'CRED-CRIT',
    'CRED-COMPACT',
    'BODY-STRICT',
  ),
  'status-token': saying('STATUS-SIGNED', 'STATUS-ALG', 'STATUS-COMPACT', 'BODY-STRICT'),
  attestation: saying(
    'ATT-SIGNED',
    'ATT-LEAF',
    'ATT-ALG',
    'ATT-P1363',
    'ATT-COMPACT',
    'ATT-ENCODED',
    'ATT-DER',
    'ATT-X5C',
    'BODY-STRICT',
  ),
}

const digestRules = saying('SD-DIGEST', 'SD-INCLUDED', 'SD-EVERY')
const openingRules = saying('ENC-INTACT', 'ENC-REQUEST', 'BODY-STRICT')

function passes(judge: Judge, exhibits: readonly Artefact[]): boolean {
  const results = judge.judge(createJudgeInput(exhibits, honest.known), createDecide(setting))
  return results.every(({ outcome }) => outcome === 'passed' || outcome === 'inapplicable')
}

const shallow = (kind: ArtefactKind, text: string): readonly Artefact[] =>
  openArtefact(kind, text, honest.known.keys).slice(0, 1)

/** A text with one character changed, taken away, put in or doubled. */
const corrupted = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(text.length - 1), fc.constantFrom('A', 'b', '_', '.', '=', '~', '-', '0'), fc.nat(3))
    .map(([at, other, how]) => {
      const [before, after] = [text.slice(0, at), text.slice(at + 1)]
      return (
        [before + other + after, before + after, before + other + text.slice(at), before + text[at] + text[at] + after][
          how
        ] ?? text
      )
    })

const runs = { numRuns: 2500, seed: 20261121 }

describe('jose and we', () => {
  it('agree on what is signed by the issuer, whatever is done to a credential', async () => {
    const jws = textOf('credential').split('~')[0] ?? ''

    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.constant(jws), corrupted(jws)), async (text) => {
        expect(passes(jwsRules.credential, shallow('credential', `${text}~`))).toBe(
          await joseVerifies(text, issuerKeys),
        )
      }),
      runs,
    )
  })

  it('agree on what is signed by the status service', async () => {
    const jws = textOf('status-token')

    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.constant(jws), corrupted(jws)), async (text) => {
        expect(passes(jwsRules['status-token'], shallow('status-token', text))).toBe(
          await joseVerifies(text, issuerKeys),
        )
      }),
      runs,
    )
  })

  it('agree on what is signed by a device', async () => {
    const jws = textOf('attestation')

    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.constant(jws), corrupted(jws)), async (text) => {
        expect(passes(jwsRules.attestation, shallow('attestation', text))).toBe(await joseVerifiesLeaf(text))
      }),
      runs,
    )
  })

  it('agree on what can be opened', async () => {
    const jwe = textOf('encrypted-request')

    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.constant(jwe), corrupted(jwe)), async (text) => {
        expect(passes(openingRules, shallow('encrypted-request', text))).toBe(await joseOpens(text, keys.issuerSeal))
      }),
      { ...runs, numRuns: 1000 },
    )
  })
})

describe('the plainest verifier and we', () => {
  it('agree on whether the digests hold, whatever claim is changed', () => {
    const credential = textOf('credential')
    const [jws = '', ...disclosures] = credential.split('~').slice(0, -1)
    const changes = fc
      .tuple(fc.nat(disclosures.length - 1), fc.nat(2), fc.constantFrom('', 'x', 'é'))
      .map(([at, part, more]) => {
        const changed = disclosures.map((text, i) => {
          if (i !== at) return text
          const elements = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[]
          return Buffer.from(
            JSON.stringify(elements.map((each, j) => (j === part ? `${each}${more}` : each))),
          ).toString('base64url')
        })
        return [jws, ...changed, ''].join('~')
      })

    fc.assert(
      fc.property(fc.oneof(fc.constant(credential), changes), (text) => {
        expect(passes(digestRules, shallow('credential', text))).toBe(digestsHold(text))
      }),
      { ...runs, numRuns: 2000 },
    )
  })
})
