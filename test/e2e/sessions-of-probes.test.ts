import { describe, expect, it } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import { rejudgeRun } from '../../suites/document/compare/rejudge.ts'
import { requireObject } from '../../suites/document/kit/edits.ts'
import type { ActorMutation, Issuer } from '../../suites/document/model/actors.ts'
import type { Message } from '../../suites/document/model/endpoints.ts'
import { settings, head as usualHead } from '../whole-run.ts'
import { runDriven } from './driven-faults.ts'
import { playIssuer, playVerifier, sendFaultsOf } from './evading.ts'
import { time } from './playing.ts'

// What a target sends in the session of a probe is judged by the rules for every other session.

/** An issuer that does something else once it refused a message. */
function changeAfterRefusal(change: (original: Issuer, isChanged: () => boolean) => Partial<Issuer>): ActorMutation {
  let refusals = 0
  let credentials = 0
  return {
    issuer: (original) => ({
      ...original,
      findRefusals: (message) => {
        const refused = original.findRefusals(message)
        refusals += refused.length
        return refused
      },
      ...change(original, () => refusals > 0 && ++credentials === 1),
    }),
  }
}

/** An issuer that does something else in every session with a number, counted from 1. */
function changeInSession(number: number, change: (original: Issuer) => Partial<Issuer>): ActorMutation {
  let sessions = 0
  return {
    issuer: (original) => ({
      ...original,
      nonce: (session) => {
        sessions++
        return original.nonce(session)
      },
      ...Object.fromEntries(
        Object.entries(change(original)).map(([step, changed]) => [
          step,
          (...given: never[]) => {
            const act = sessions === number ? changed : original[step as keyof Issuer] // the steps that were changed
            return (act as (...all: never[]) => unknown)(...given)
          },
        ]),
      ),
    }),
  }
}

const signBadly = (signed: string): string => {
  const end = signed.length - 20
  return `${signed.slice(0, end)}${signed[end] === 'A' ? 'B' : 'A'}${signed.slice(end + 1)}`
}

const sendSome = sendFaultsOf('ATT-SIGNED/', 'NONCE-ATTESTED/')

async function play(mutation: ActorMutation) {
  const messages: Message[] = []
  const { report } = await playIssuer(
    { mutation },
    { sendProbes: sendSome, record: ({ message }) => messages.push(message), tampers: [] },
  )
  return { report, messages }
}

const listFailed = ({ results }: RunReport): readonly string[] =>
  results.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []))

/** The sessions in which a requirement was broken. */
const listSessions = ({ results }: RunReport, wanted: string): readonly (string | undefined)[] => [
  ...new Set(results.find(({ id }) => id === wanted)?.findings.map(({ session }) => session)),
]

const inProbe = expect.stringMatching(/^probe-/)

/** What judging the messages of a run against an issuer again comes to. */
function rejudge(report: RunReport, messages: readonly Message[]): RunReport {
  const { url = '' } = report.actors.find(({ role }) => role === 'issuer') ?? {}
  const uids = settings.accounts.map(({ uid }) => uid)
  const known = { now: time, actors: report.actors, addresses: { issuer: url, status: url }, uids }
  const head = { ...usualHead, redacted: false, ...known }
  return rejudgeRun({ report, head, messages }, { profile: 'document', decisions: {} }, report.tool)
}

describe('an issuer that is right in every planned session', () => {
  it('fails nothing, where it is right in the sessions of probes as well', async () => {
    const { report } = await play({})

    expect(listFailed(report)).toEqual([])
  })

  it('is found to sign badly after an error, in the session in which it does', async () => {
    const { report, messages } = await play(
      changeAfterRefusal(({ signCredential }, isChanged) => ({
        signCredential: (draft) => (isChanged() ? signBadly(signCredential(draft)) : signCredential(draft)),
      })),
    )

    const [finding] = report.results.find(({ id }) => id === 'CRED-SIGNED')?.findings ?? []
    expect(listFailed(report)).toContain('CRED-SIGNED')
    expect(finding?.session).toMatch(/^probe-/)
    expect(messages.some(({ session, endpoint }) => session === finding?.session && endpoint === 'validate')).toBe(true)
    expect(report.verdict.exitCode).toBe(1)
    expect(listFailed(rejudge(report, messages))).toEqual(listFailed(report))
  })

  it('is found to drop a digest in its third session', async () => {
    const { report } = await play(
      changeInSession(3, ({ embed }) => ({ embed: (payload, digests) => embed(payload, digests.slice(1)) })),
    )

    expect(listSessions(report, 'SD-INCLUDED')).toEqual([inProbe])
    expect(report.results.find(({ id }) => id === 'SD-INCLUDED')?.passesUnder).toEqual([])
  })

  it('is found to let a cache keep a nonce in its third session', async () => {
    const { report } = await play(
      changeInSession(3, ({ adjustResponse }) => ({
        adjustResponse: (response, endpoint, request) => {
          const given = adjustResponse(response, endpoint, request)
          return endpoint === 'nonce' ? { ...given, headers: { ...given.headers, 'cache-control': 'public' } } : given
        },
      })),
    )

    expect(listFailed(report)).toEqual(['OFFER-UNCACHED', 'NONCE-UNCACHED'])
    expect(listSessions(report, 'NONCE-UNCACHED')).toEqual([inProbe])
  })
})

describe('a wallet that is right in every planned session', () => {
  /** A wallet whose attestation has no time in its third session. */
  const attestLate: () => ActorMutation = () => {
    let attestations = 0
    return {
      wallet: (original) => ({
        ...original,
        attest: (nonce, x5c) => {
          const draft = original.attest(nonce, x5c)
          const { iat: _, ...payload } = requireObject(draft.payload)
          return ++attestations === 3 ? { ...draft, payload } : draft
        },
      }),
    }
  }

  it('is found to attest without a time in its third session', async () => {
    const tested = ['wallet'] as const
    const report = await runDriven({
      ...{ profile: 'document', decisions: {}, tested, there: attestLate() },
      sendProbes: sendFaultsOf('OFFER-CODE/'),
    })

    expect(listSessions(report, 'ATT-IAT')).toEqual([inProbe])
  })
})

describe('a verifier that says too much where it refuses', () => {
  /** The identity number of a holder in a header field of each refusal: in planned sessions, there is none. */
  const nameHolder = async (request: Request, onward: (request: Request) => Promise<Response>): Promise<Response> => {
    const answer = await onward(request)
    const isRefusal = answer.status >= 400 || (await answer.clone().text()).includes('"accepted":false')
    if (!isRefusal) return answer
    const headers = new Headers(answer.headers)
    headers.set('x-holder', settings.accounts[0]?.uid ?? '')
    return new Response(answer.body, { status: answer.status, headers })
  }

  it('is found in the sessions of probes, though it sends no artefact', async () => {
    const { report } = await playVerifier(
      { pass: nameHolder },
      { sendProbes: sendFaultsOf('CRED-TYP/', 'CRED-SIGNED/'), tampers: [] },
    )

    expect(listFailed(report)).toEqual(['SILENT-PERSON'])
    expect(listSessions(report, 'SILENT-PERSON')).toContainEqual(inProbe)
  })
})
