import { describe, expect, it } from 'vitest'
import type { HttpResponse } from '../../model/wire.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { createTerminalReporter } from '../../reporters/terminal.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { tryVariant } from '../../src/harness/parties.ts'
import { reportTest } from '../../src/harness/report-test.ts'
import { concludeTest, listFailed } from '../../src/harness/seen.ts'
import { hasHeld } from '../../src/prove/prove-standard.ts'
import { issuerProfile } from '../../suites/haip/harness/issuer-profile.ts'
import { makeHaip } from '../../suites/haip/issuers.ts'
import { setMembers } from '../../suites/kit/samples.ts'
import type { VciEndpoint, VciValidation } from '../../suites/openid4vci/actors/issuer-steps.ts'
import { preAuthorizedGrant } from '../../suites/openid4vci/actors/names.ts'
import { type IssuerQuestion, tryIssuer } from '../../suites/openid4vci/harness/issuer/try-issuer.ts'
import { issuers } from '../../suites/openid4vci/harness/parties.ts'
import { addStatusList } from '../../suites/openid4vci/issued-status.ts'
import {
  changeMetadata,
  changeResponse,
  type IssuerMutation,
  setCodeGrant,
  setSteps,
} from '../../suites/openid4vci/issuer-changes.ts'
import { issuerFaults } from '../../suites/openid4vci/issuer-faults.ts'
import { issuerVariants } from '../../suites/openid4vci/issuer-variants.ts'
import { requirements } from '../../suites/openid4vci/requirements.ts'
import { sampleTime } from '../../suites/sd-jwt/sample.ts'
import keys from '../../suites/sd-jwt/sample-keys.json' with { type: 'json' }
import { compareFault } from './few-probes.ts'
import { comparePlan } from './plan-of.ts'
import { serveIssuer } from './served-issuer.ts'

const usual: IssuerQuestion = {
  offers: [],
  hasProbes: true,
  patience: 60,
  allowPrivate: false,
  options: { now: sampleTime },
}

describe('the reference issuer of OpenID4VCI', () => {
  it('passes, with all probes and without', async () => {
    const report = await tryIssuer(usual)

    expect(listFailed(report)).toEqual([])
    expect(concludeTest(report)).toBe('passed')
    expect(concludeTest(await tryIssuer({ ...usual, hasProbes: false }))).toBe('passed')
  })

  it('has the errors that the probes expect', async () => {
    const { notes } = await tryIssuer(usual)

    expect(notes.filter((note) => note.includes('the specification has'))).toEqual([])
  })
})

describe('an issuer with a fault', () => {
  it('is there for every requirement that an exchange shows', () => {
    const broken = new Set(
      issuerFaults.flatMap(({ breaks, alsoBreaks }) => [breaks, ...alsoBreaks].map(({ id }) => id)),
    )

    expect(
      requirements
        .filter(({ id, binds, seen }) => binds === 'issuer' && 'exchange' in seen && !broken.has(id))
        .map(({ id }) => id),
    ).toEqual([])
  })

  it.each(issuerFaults)('fails what the fault breaks, and nothing else that is probed: $id', async (fault) => {
    const { failed, expected } = await compareFault(issuers, fault)

    expect({ failed }).toEqual({ failed: expected })
  })
})

describe('an issuer whose status list', () => {
  const elsewhere = { status: { status_list: { idx: 7, uri: 'https://status.example/lists/1' } } }

  it.each([
    [
      'names a key that is not known',
      addStatusList({ header: (all) => all, key: keys.other, parameters: [] }),
      'TSL-SIGNED was not judged',
    ],
    [
      'cannot be had now',
      addStatusList({ response: () => ({ status: 503, headers: {}, body: '' }) }),
      'TSHTTP-GIVEN was not judged',
    ],
    ['is at another party', setSteps({ credentialClaims: setMembers(elsewhere) }), 'hosted by another party'],
    [
      'redirects without an end',
      addStatusList({ response: (all) => ({ ...all, status: 302, headers: { location: '/vci/lists/1' } }) }),
      'cannot be fetched',
    ],
  ] as const)('%s passes, and a note says what was not judged', async (_, change, note) => {
    const report = await tryIssuer({ ...usual, hasProbes: false, change })

    expect(concludeTest(report)).toBe('passed')
    expect(report.notes.join()).toContain(note)
  })

  it('is there in two formats is fetched once in each', async () => {
    const { recording } = await tryIssuer({ ...usual, change: addStatusList() })
    const asked = (recording?.messages ?? []).filter(({ request }) => request.url.endsWith('/lists/1'))

    expect(asked.map(({ request }) => request.headers.accept)).toEqual([
      'application/statuslist+jwt',
      'application/statuslist+cwt',
    ])
  })
})

/** An issuer whose responses are changed from the second successful one of an endpoint on. */
const changeLater = (endpoint: VciEndpoint, change: (content: JsonObject) => JsonObject): IssuerMutation => {
  let count = 0
  return changeResponse(endpoint, (response) => {
    const content: JsonObject = response.body?.startsWith('{') ? JSON.parse(response.body) : {}
    const isLater = (content.credentials ?? content.access_token) !== undefined && ++count > 1
    return isLater ? { ...response, body: JSON.stringify(change(content)) } : response
  })
}

/** Another signature over the same credential. */
const forge = (credential: string): string => credential.replace(/\.[^.~]+~/, `.${'A'.repeat(86)}~`)

describe('an issuer that changes after the first time', () => {
  it('fails for a credential that is forged', async () => {
    const change = changeLater('credential', (content) => ({
      ...content,
      credentials: [{ credential: forge(JSON.stringify(content.credentials).split('"')[3] ?? '') }],
    }))
    const report = await tryIssuer({ ...usual, change })
    const forged = report.cases.filter(({ verdict }) =>
      verdict.results.some(({ outcome, requirement }) => outcome === 'failed' && requirement.id === 'SDJWT-SIGNED'),
    )

    expect(concludeTest(report)).toBe('failed')
    expect(listFailed(report)).toContain('SDJWT-SIGNED')
    expect(forged.map(({ source }) => source)).not.toContain('the credential')
    expect(forged.length).toBeGreaterThan(1)
  })

  it('fails for a token response without a type', async () => {
    const change = changeLater('token', ({ token_type: _, ...content }) => content)

    expect(listFailed(await tryIssuer({ ...usual, change }))).toContain('VCITOKEN-TYPE')
  })
})

/** An issuer that offers two credentials, and changes what it issues of the second. */
function offerTwo(change: (content: JsonObject) => JsonObject): IssuerMutation {
  let isSecond = false
  const describeBoth = changeMetadata(({ credential_configurations_supported: all, ...rest }) => {
    const [first] = Object.values(all as JsonObject) // the reference issuer has one
    return { ...rest, credential_configurations_supported: { ...(all as JsonObject), second: first ?? null } }
  })
  const changeSecond = changeResponse('credential', (response) =>
    isSecond && response.status === 200
      ? { ...response, body: JSON.stringify(change(JSON.parse(response.body ?? '{}'))) }
      : response,
  )
  return (steps) => ({
    ...changeSecond(describeBoth(steps)),
    offer: (offer) => {
      const { credential_configuration_ids: ids, ...rest } = steps.offer(offer)
      return { ...rest, credential_configuration_ids: [...(ids as string[]), 'second'] }
    },
    chooseConfiguration: (request) => {
      isSecond = request.credential_configuration_id === 'second'
      return steps.chooseConfiguration(request)
    },
  })
}

const forgeFirst = ({ credentials, ...rest }: JsonObject): JsonObject => ({
  ...rest,
  credentials: [{ credential: forge(JSON.stringify(credentials).split('"')[3] ?? '') }],
})

const listForged = ({ cases }: Awaited<ReturnType<typeof tryIssuer>>): readonly string[] =>
  cases.flatMap(({ source, verdict }) =>
    verdict.results.some(({ outcome, requirement }) => outcome === 'failed' && requirement.id === 'SDJWT-SIGNED')
      ? [source]
      : [],
  )

describe('an issuer that offers two credentials', () => {
  it.each([true, false])('passes if both are right (probes: %s)', async (hasProbes) => {
    const report = await tryIssuer({ ...usual, hasProbes, change: offerTwo((content) => content) })

    expect(listFailed(report)).toEqual([])
    expect(report.cases.map(({ source }) => source)).toContain('credential 2 of the offer')
  })

  it('fails for the second, if that is forged', async () => {
    const report = await tryIssuer({ ...usual, hasProbes: false, change: offerTwo(forgeFirst) })

    expect(listForged(report)).toEqual(['credential 2 of the offer'])
    expect(concludeTest(report)).toBe('failed')
  })

  it('is not passed where the second is refused: the report says so', async () => {
    const report = await tryIssuer({ ...usual, hasProbes: false, change: offerTwo(() => ({ credentials: [] })) })

    expect(report.obstacle).toContain('credential 2 of the offer: it is rejected')
    expect(concludeTest(report)).not.toBe('passed')
  })
})

describe('an issuer that issues batches', () => {
  it('fails for a second member that is forged, without probes too', async () => {
    const forgeSecond = changeResponse('credential', (response) => {
      const { credentials, ...rest }: JsonObject = response.body?.startsWith('{') ? JSON.parse(response.body) : {}
      if (!Array.isArray(credentials) || credentials.length < 2) return response
      const [first, second] = credentials as { readonly credential: string }[]
      const forged = { credential: forge(second?.credential ?? '') }
      return { ...response, body: JSON.stringify({ ...rest, credentials: [first ?? null, forged] }) }
    })
    const report = await tryIssuer({ ...usual, hasProbes: false, change: forgeSecond })

    expect(listForged(report)).toEqual(['credential 2 of a batch'])
  })
})

const plan = comparePlan('openid4vci-1.0', issuers)

describe('an unusual issuer', () => {
  it.each(issuerVariants)('has no false failure: $id', async (variant) => {
    const trial = await tryVariant(plan.parties, variant)

    expect({ ...trial, hasHeld: hasHeld(trial) }).toMatchObject({ failed: [], doubtful: [], hasHeld: true })
  })

  it('shows what the plan has, and the plan has what every one shows', async () => {
    expect(await plan.listDifferences(issuerVariants), 'run `npm run fixtures`').toEqual([])
  })
})

describe('an issuer that refuses a valid request', () => {
  it('is accused of that alone, and not of what is asked beside it', async () => {
    const refuse = changeResponse('notification', (response) => ({
      ...response,
      status: 400,
      headers: { 'content-type': 'application/json' },
      body: '{"error":"invalid_notification_request"}',
    }))
    const { trials, ...report } = await tryIssuer({ ...usual, change: refuse })
    const ignores = trials.filter(({ row, outcome }) => row.id === 'VCIUSE-IGNORES' && outcome !== 'held')

    expect(listFailed({ trials, ...report })).toEqual(['VCIUSE-NOTIFIED'])
    expect(ignores).toMatchObject([{ outcome: 'inconclusive', actual: expect.stringContaining('so is the same') }])
  })
})

describe('a second client', () => {
  const askAs = async (secondClientId: string, change: IssuerMutation = setCodeGrant) => {
    const { trials } = await tryIssuer({ ...usual, secondClientId, change })
    return trials.filter(({ description }) => description.includes('the second client'))
  }

  it('uses a code and a request of the first, which a server refuses', async () => {
    expect(await askAs('second-wallet')).toMatchObject([{ outcome: 'held' }, { outcome: 'held' }])
  })

  it('shows nothing where it obtains no token by itself', async () => {
    expect(await askAs('a-client-of-nowhere')).toMatchObject([{ outcome: 'inconclusive' }, { outcome: 'inconclusive' }])
  })

  it('is nobody else than the first, if it has the same name', async () => {
    expect(await askAs('assay')).toEqual([])
  })
})

describe('an issuer that refuses the key to which it bound a code', () => {
  it('is not passed: whether it refuses another key cannot be said', async () => {
    const change: IssuerMutation = (given) => {
      const steps = makeHaip(given)
      const refuse: VciValidation = ({ authorization }) => authorization?.dpop_jkt === undefined
      return { ...steps, validations: { ...steps.validations, 'code-key': refuse } }
    }
    const seen = await tryIssuer({ ...usual, profile: issuerProfile, change })

    expect(seen.trials.filter(({ row }) => row.id === 'VCIDPOP-CODE')).toMatchObject([
      { outcome: 'inconclusive', actual: 'rejected, and so is the valid request' },
      { outcome: 'inconclusive', actual: 'rejected, and so is the valid request' },
    ])
    expect(concludeTest(seen)).toBe('inconclusive')
  })
})

describe('an issuer in another process', () => {
  it('passes', async () => {
    const report = await tryIssuer({ ...usual, offers: [await serveIssuer()], options: {} })

    expect({ failed: listFailed(report), obstacle: report.obstacle }).toEqual({ failed: [], obstacle: undefined })
    expect(concludeTest(report)).toBe('passed')
  })

  it('fails by its fault', async () => {
    const offers = [await serveIssuer('--fault', 'VCIUSE-CODE-ONCE/takes-a-code-twice')]

    expect(listFailed(await tryIssuer({ ...usual, offers, options: {} }))).toEqual(['VCIUSE-CODE-ONCE'])
  })
})

/** Nothing listens there. */
const deadIssuer = 'http://127.0.0.1:9'

describe('an issuer that is hostile', () => {
  const change = (endpoint: VciEndpoint, answer: Partial<HttpResponse>): IssuerMutation =>
    changeResponse(endpoint, (response) => ({ ...response, ...answer }))
  const token =
    (members: JsonObject): IssuerMutation =>
    (steps) => ({ ...steps, token: (response) => ({ ...response, ...members }) })

  it.each<[string, IssuerMutation]>([
    ['defers for ever', (steps) => ({ ...steps, deferrals: 1000 })],
    [
      'wants a year of patience',
      (steps) => ({
        ...steps,
        deferrals: 2,
        credential: (content) => ({
          ...content,
          ...(content.transaction_id !== undefined && { interval: 31_536_000 }),
        }),
      }),
    ],
    ['breaks the line of a header by its token', token({ access_token: 'a\r\nx: y' })],
    ['has a token that is an object', token({ access_token: {} })],
    [
      'nests its metadata a thousand times',
      change('issuerMetadata', { body: `{"credential_endpoint":${'['.repeat(5000)}${']'.repeat(5000)}}` }),
    ],
    ['has no JSON', change('issuerMetadata', { body: '<html></html>' })],
    [
      'has an endpoint that cannot be called',
      changeMetadata((metadata) => ({ ...metadata, credential_endpoint: 'javascript:alert(1)' })),
    ],
    ['has an endpoint that is not a text', changeMetadata((metadata) => ({ ...metadata, nonce_endpoint: { a: 1 } }))],
    ['has a nonce with an escape sequence', change('nonce', { body: '{"c_nonce":"\\u001b[2J"}' })],
    ['sends a JWE that is none', change('credential', { body: 'a.b.c.d.e' })],
    ['issues no array', change('credential', { body: '{"credentials":{"length":1e9}}' })],
    [
      'has a prototype as its configuration',
      (steps) => ({ ...steps, offer: (offer) => ({ ...offer, credential_configuration_ids: ['__proto__'] }) }),
    ],
  ])('ends the test in time, and never as passed: it %s', async (_, mutation) => {
    const report = await tryIssuer({ ...usual, change: mutation })

    expect(concludeTest(report)).not.toBe('passed')
    const facts = {
      profile: 'openid4vci-1.0',
      role: 'issuer',
      startedAt: '2026-11-23T00:00:00.000Z',
      command: ['test'],
    } as const
    const shown = reportTest(report, { ...facts, milliseconds: 1, hasProbes: true, gate: 'conformance', strict: false })
    expect([...createTerminalReporter(plainPaint).render(shown)].join('\n')).not.toContain('\u001b')
  })

  it('is unavailable, by its address, if it cannot be reached', async () => {
    const offer = {
      credential_issuer: deadIssuer,
      credential_configuration_ids: ['a'],
      grants: { [preAuthorizedGrant]: { 'pre-authorized_code': 'a' } },
    }
    await expect(tryIssuer({ ...usual, offers: [JSON.stringify(offer)] })).rejects.toMatchObject({
      code: 'ERR_TARGET',
      message: expect.stringContaining(deadIssuer),
    })
  })

  it.each(['', 'a', 'https://', '{}', 'openid-credential-offer://?a=b', 'command:'])(
    'is told from what is not an offer: %s',
    async (text) => {
      await expect(tryIssuer({ ...usual, offers: [text] })).rejects.toMatchObject({ name: 'HarnessError' })
    },
  )
})
