import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import keys from '../../fixtures/keys.json' with { type: 'json' }
import type { Attestation } from '../../protocol/artefacts/attestation.ts'
import { toPem } from '../../protocol/jose/jwk.ts'
import { certifyRoot } from '../../suites/document/actors/steps/device.ts'
import type { Keyring } from '../../suites/document/actors/steps/environment.ts'
import type { ActorMutation, IncomingMessage } from '../../suites/document/model/actors.ts'
import { drawParties } from '../../suites/document/reference/drawn-parties.ts'
import { type Evasion, playImpatiently, playIssuer, playVerifier, type Shown } from './evading.ts'

type Pass = NonNullable<Evasion['pass']>

/** Answers every rejection in another way. */
const answerRejections =
  (how: () => Response | Promise<Response>): Pass =>
  async (request, onward) => {
    const answer = await onward(request)
    const isRejection = answer.status >= 400 || (await answer.clone().text()).includes('"accepted":false')
    return isRejection ? how() : answer
  }

const failWith = (status: number) => () => new Response(null, { status })

/** Lets two of three requests through, after some. */
function limitRate(): Pass {
  let count = 0
  return async (request, onward) => (++count > 80 && count % 3 === 0 ? failWith(429)() : onward(request))
}

/** Validates only what a condition holds for. */
const validateOnly = (
  role: 'issuer' | 'verifier',
  condition: (message: IncomingMessage) => boolean,
): ActorMutation => ({
  [role]: <A extends { findRefusals: (message: IncomingMessage) => readonly string[] }>(original: A): A => ({
    ...original,
    findRefusals: (message: IncomingMessage) => (condition(message) ? original.findRefusals(message) : []),
  }),
})

const uidOf = ({ request }: IncomingMessage): string | undefined => /"uid":"(\d+)"/.exec(request?.body ?? '')?.[1]

/** Validates the first requests only. */
function validateFirst(role: 'issuer' | 'verifier', requests: number): ActorMutation {
  let count = 0
  return validateOnly(role, () => ++count <= requests)
}

/** Behaves in the first session, until a second one is opened. */
function behaveFirst(): ActorMutation {
  let sessions = 0
  return {
    issuer: (original) => ({
      ...original,
      configure: (session) => {
        sessions++
        return original.configure(session)
      },
      findRefusals: (message) => (sessions > 1 ? [] : original.findRefusals(message)),
    }),
  }
}

const refuseEverything: ActorMutation = {
  verifier: (original) => ({ ...original, decide: () => ({ accepted: false, refused: ['CRED-SIGNED'] }) }),
}

const neverEncrypt: ActorMutation = {
  issuer: (original) => ({ ...original, encrypt: (signed) => signed }),
}

const evasions: Readonly<Record<string, readonly [play: () => Promise<Shown>, code: number, reason: RegExp]>> = {
  'an issuer that answers every rejection with 500': [
    () => playIssuer({ pass: answerRejections(failWith(500)) }),
    3,
    /✖ ANSWERED-ISSUER/,
  ],
  'an issuer that limits the rate': [() => playIssuer({ pass: limitRate() }), 3, /status 429|control request/],
  'an issuer that never answers what it should reject': [
    () => playImpatiently({ pass: answerRejections(() => new Promise(() => {})) }),
    1,
    /✖ SURVIVES-ISSUER/,
  ],
  'an issuer that never encrypts': [() => playIssuer({ mutation: neverEncrypt }), 1, /✖ REQ-REQUIRES/],
  'an issuer that behaves in the first session only': [
    () => playIssuer({ mutation: behaveFirst() }),
    1,
    /✖ FLOW-VALIDATES/,
  ],
  'an issuer that behaves for the first account only': [
    () => playIssuer({ mutation: validateOnly('issuer', (message) => uidOf(message) !== '000000041008') }),
    1,
    /✖ FLOW-VALIDATES/,
  ],
  'an issuer that accepts everything after some requests': [
    () => playIssuer({ mutation: validateFirst('issuer', 40) }),
    1,
    /✖ FLOW-VALIDATES/,
  ],
  'a verifier that answers every rejection with 500': [
    () => playVerifier({ pass: answerRejections(failWith(500)) }),
    3,
    /✖ ANSWERED-VERIFIER/,
  ],
  'a verifier that refuses everything': [
    () => playVerifier({ mutation: refuseEverything }),
    3,
    /SD-ANY-SUBSET|control request before it failed too/,
  ],
  'a verifier that accepts everything after some requests': [
    () => playVerifier({ mutation: validateFirst('verifier', 20) }),
    1,
    /✖ CRED-REFUSED/,
  ],
}

describe('a target that is built to evade', () => {
  it.each(Object.entries(evasions))('gets no claim, and the reason first: %s', async (_, [play, code, reason]) => {
    const { report, lines } = await play()

    expect(report.verdict).toMatchObject({ exitCode: code, claimable: false })
    const [first = ''] = lines.filter((line) => /^[✖?]/.test(line))
    expect(first).toMatch(reason)
    expect(lines.join('\n')).not.toMatch(/^(CONFORMANT|PASSED)/m)
  })
})

describe('an issuer that behaves only for the root of the reference devices', () => {
  const seed = '7'
  const drawn = drawParties(seed)
  const isDrawn = ({ chain = [] }: Attestation): boolean =>
    chain.at(-1)?.x509.publicKey.export({ format: 'jwk' }).x === drawn.keys.root.x
  const isKnown = ({ artefacts }: IncomingMessage): boolean =>
    !artefacts.some(({ kind, content }) => kind === 'attestation' && content && isDrawn(content as Attestation)) // of that kind
  const writePem = (ring: Keyring): string => {
    const lines = certifyRoot(ring).match(/.{1,64}/g) ?? []
    return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
  }
  /** It trusts the other root as well: that of its users. */
  const play = (more: Parameters<typeof playIssuer>[1]) => {
    const file = join(mkdtempSync(join(tmpdir(), 'assay-')), 'roots.pem')
    writeFileSync(file, writePem(keys) + writePem(drawn.keys))
    return playIssuer({ mutation: validateOnly('issuer', isKnown) }, more, ['--anchors', file])
  }

  it('passes a run with that root, and fails one with a root that was drawn', async () => {
    const known = await play({})
    const incognito = await play({ settings: { incognito: true, seed }, anchors: [toPem(drawn.keys.root)] })

    expect([known.report.verdict.exitCode, incognito.report.verdict.exitCode]).toEqual([0, 1])
    expect(incognito.report.results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)).toContainEqual(
      expect.stringMatching(/^FLOW-VALIDATES\/ATT-/),
    )
    expect(drawn.keys.root.x).not.toBe(keys.root.x)
  })
})

describe('a target that avoids to be tested', () => {
  const reasons = ({ report }: Shown) => report.verdict.reasons.map(({ code }) => code)

  it('gets no claim for a status service that knows no status', async () => {
    const isStatus = ({ url }: Request): boolean => new URL(url).pathname.includes('/credentials/status/')
    const shown = await playIssuer({
      pass: async (request, onward) => (isStatus(request) ? failWith(404)() : onward(request)),
    })

    expect(shown.report.verdict.claimable).toBe(false)
    expect(reasons(shown)).toContain('inconclusive')
    expect(shown.lines.find((line) => /^[✖?]/.test(line))).toMatch(/STATUS-|status/)
  })

  it('gets no claim for credentials that have expired', async () => {
    const expire: ActorMutation = {
      issuer: (original) => ({
        ...original,
        draft: (session, holderKey) => {
          const draft = original.draft(session, holderKey)
          return { ...draft, payload: { ...draft.payload, exp: 1_600_000_000 } }
        },
      }),
    }
    const shown = await playIssuer({ mutation: expire })

    expect(shown.report.verdict.claimable).toBe(false)
    expect(reasons(shown)).toContain('expired')
  })
})
