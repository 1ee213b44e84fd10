import { describe, expect, it, onTestFinished } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import type { Settings } from '../../model/settings.ts'
import type { HttpRequest } from '../../model/wire.ts'
import { createTerminalReporter } from '../../reporters/terminal.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { serve } from '../../src/cli/commands/serve.ts'
import { readArguments } from '../../src/terminal/arguments.ts'
import { listFlags } from '../../src/terminal/command.ts'
import { decisions } from '../../suites/document/all/decisions.ts'
import { changeResponse } from '../../suites/document/kit/mutations.ts'
import type { ActorMutation } from '../../suites/document/model/actors.ts'
import type { Endpoint } from '../../suites/document/model/endpoints.ts'
import { readServePlan } from '../../suites/document/serve/serve-plan.ts'
import { startServer } from '../../suites/document/serve/start-server.ts'
import { addressesOf, door, playing, time } from './playing.ts'

// A valid message that a target refuses is its failure, once nothing that could explain the refusal is unconfirmed.

const refusal = {
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"invalid_request","error_description":"not today"}',
}

/** An issuer that refuses what is selected. */
const refuse = (endpoint: Endpoint, isRefused: (request: HttpRequest) => boolean = () => true): ActorMutation =>
  changeResponse('issuer', endpoint, (response, request) => (isRefused(request) ? refusal : response))

const merge = (...mutations: readonly ActorMutation[]): ActorMutation => ({
  issuer: (original) => mutations.reduce((actor, { issuer }) => issuer?.(actor) ?? actor, original),
})

async function serveBent(roles: readonly string[], mutation: ActorMutation, flags: readonly string[] = []) {
  const argv = [...roles, '--port', '0', '--seed', '1', '--now', String(time), ...flags]
  const plan = await readServePlan(readArguments('serve', listFlags(serve), argv))
  const settings = { profile: 'document', decisions: {} } as const
  const chosen = { id: 'refusing', description: 'refuses', breaks: [], mutation, settings }
  const { facts, close } = await startServer({ ...plan, chosen }, { request: () => {}, call: () => {} })
  onTestFinished(close)
  return facts.url
}

async function runIssuer(mutation: ActorMutation, settings: Partial<Settings> = {}, path = ''): Promise<RunReport> {
  const url = `${await serveBent(['issuer', 'status-service'], mutation)}${path}`
  return (await playing({ issuer: { url }, 'status-service': { url } }, { settings })).report
}

async function runBackend(mutation: ActorMutation, settings: Partial<Settings> = {}): Promise<RunReport> {
  const entrance = await door()
  const known = ['--issuer', entrance.url, '--status-base', entrance.url]
  const targets = { 'wallet-backend': { url: await serveBent(['wallet-backend'], mutation, known) } }
  const { report } = await playing(targets, {
    settings: {
      ...settings,
      addresses: { ...addressesOf(targets), issuer: entrance.url, 'status-service': entrance.url },
      listen: { host: '127.0.0.1', port: entrance.port },
    },
    listen: entrance.listen,
  })
  return report
}

/** The defaults of every question that the document leaves open, as a team confirms them. */
const confirmed = Object.fromEntries(
  decisions.filter(({ arises }) => arises.includes('gap')).map(({ id, default: answer }) => [id, answer]),
)
const given = ['accounts', 'writeRoot']

const find = ({ results }: RunReport, id: string) => results.find((result) => result.id === id)
const print = (report: RunReport): string => [...createTerminalReporter(plainPaint).render(report)].join('\n')

const everything = merge(refuse('issuerConfig'), refuse('nonce'), refuse('validate'))

describe('an issuer that refuses', () => {
  it.each([
    ['everything', everything, 'issuerConfig', '`credential_identifier` and `nonce` (section 1, step 3)'],
    ['nonce requests', refuse('nonce'), 'nonce', 'a nonce (section 4, endpoint 5)'],
    ['credential requests', refuse('validate'), 'validate', 'a credential response (section 1, step 6)'],
  ])('%s, fails where everything is confirmed', async (_, mutation, endpoint, expected) => {
    const report = await runIssuer(mutation, { decisions: confirmed, given })
    const answered = find(report, 'FLOW-ANSWERED')

    expect(report.verdict.exitCode).toBe(1)
    expect(answered?.findings[0]).toMatchObject({ at: `first: ${endpoint}`, expected, actual: 'status 400' })
    expect(print(report)).toContain('invalid_request: not today')
  })

  it.each([
    [
      'everything',
      everything,
      'endpoints.issuerConfig.method, endpoints.issuerConfig.path, auth.issuerConfig, accounts',
    ],
    ['nonce requests', refuse('nonce'), 'nonce.relation, endpoints.nonce.method, endpoints.nonce.path, auth.nonce'],
  ])('%s, would fail with what is not confirmed', async (_, mutation, open) => {
    const report = await runIssuer(mutation)

    expect(report.verdict.exitCode).toBe(3)
    expect(find(report, 'FLOW-ANSWERED')).toMatchObject({ outcome: 'cantTell' })
    expect(find(report, 'FLOW-ANSWERED')?.reason).toContain('would fail with ')
    for (const each of open.split(', ')) expect(find(report, 'FLOW-ANSWERED')?.reason).toContain(each)
    expect(print(report)).toContain('would fail with ')
  })

  it('credential requests, names the root of the reference devices first', async () => {
    const report = await runIssuer(refuse('validate'))

    expect(find(report, 'FLOW-ANSWERED')?.reason).toMatch(/^would fail with writeRoot, accounts, /)
    expect(print(report)).toContain('probably wrong: writeRoot (--write-root)')
    expect(print(report)).toContain('decisions["validate.field"]')
  })

  it('the second holder alone, fails if that account was given, and the rest is judged', async () => {
    const second = refuse('validate', ({ body = '' }) => body.includes('000000041008'))
    const settled = { decisions: { 'encryption.responseKeys': 'rsa-or-ec' }, given: ['accounts'] }
    const [report, doubtful] = [await runIssuer(second, settled), await runIssuer(second)]

    expect(report.verdict.exitCode).toBe(1)
    expect(find(report, 'FLOW-ANSWERED')?.findings.map(({ at }) => at)).toEqual(['second: validate'])
    expect(find(report, 'SD-DIGEST')?.outcome).toBe('passed')
    expect(doubtful.verdict.exitCode).toBe(3)
    expect(find(doubtful, 'FLOW-ANSWERED')?.reason).toMatch(/^would fail with .*accounts.* confirmed: validate/)
  })

  it('nothing, and is asked at a wrong path, is not accused', async () => {
    const report = await runIssuer({}, { decisions: { ...confirmed, 'endpoints.issuerConfig.path': '/config' }, given })

    expect(report.verdict.exitCode).toBe(3)
    expect(report.results.filter(({ outcome, decides }) => outcome === 'failed' && decides)).toEqual([])
    expect(print(report)).toContain('issuerConfig was answered with status 404')
    expect(print(report)).toContain('decisions["endpoints.issuerConfig.path"]')
  })

  it.each(['issuerConfig', 'nonce', 'validate'] as const)(
    '%s in a response with status 200, is not passed',
    async (endpoint) => {
      const mutation = changeResponse('issuer', endpoint, () => ({ ...refusal, status: 200 }))
      const report = await runIssuer(mutation, { decisions: { ...confirmed, 'errors.refusal': 'no-success' }, given })

      expect(find(report, 'FLOW-ANSWERED')).toMatchObject({ outcome: 'cantTell' })
      expect(find(report, 'FLOW-ANSWERED')?.reason).toContain(`${endpoint} was answered with status 200`)
    },
  )

  it.each([401, 403, 429])('everyone with status %i, is not accused', async (status) => {
    const report = await runIssuer(
      changeResponse('issuer', 'issuerConfig', () => ({ ...refusal, status })),
      {
        decisions: confirmed,
        given,
      },
    )

    expect(report.verdict.exitCode).toBe(3)
    expect(find(report, 'FLOW-ANSWERED')?.outcome).toBe('cantTell')
  })
})

describe('a wallet backend that refuses', () => {
  const refuseCallbacks = changeResponse('walletBackend', 'walletCallback', () => refusal)

  it('every callback, fails where everything is confirmed, and would fail where not', async () => {
    const [report, doubtful] = [
      await runBackend(refuseCallbacks, { decisions: confirmed }),
      await runBackend(refuseCallbacks),
    ]

    expect(report.verdict.exitCode).toBe(1)
    expect(find(report, 'FLOW-RECEIVED')?.findings[0]).toMatchObject({ at: 'first: walletCallback' })
    expect(doubtful.verdict.exitCode).toBe(3)
    expect(find(doubtful, 'FLOW-RECEIVED')?.reason).toMatch(/^would fail with .*endpoints\.walletCallback\.path/)
  })

  it('nothing, is not accused', async () => {
    const report = await runBackend({}, { decisions: confirmed })

    expect(find(report, 'FLOW-RECEIVED')?.outcome).toBe('passed')
    expect(report.verdict.exitCode).not.toBe(1)
  })
})
