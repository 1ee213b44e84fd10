import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { concludeTest, listDoubtful, listFailed, type Seen } from '../../src/harness/seen.ts'
import { issuerTrust } from '../../suites/openid4vp/harness/verifier/issuer-trust.ts'
import { tryServedVerifier } from '../../suites/openid4vp/harness/verifier/try-served-verifier.ts'
import { whyNoPython } from '../python.ts'
import { sample } from '../sample.ts'

const noPython = whyNoPython()
const reason = noPython === undefined ? '' : ` (left out: ${noPython})`

/** What the process of the verifiers prints when it listens. */
interface Start {
  readonly address: string
  /** The root of their certificates. */
  readonly root: string
  /** Plans of honest verifiers: their settings are drawn. */
  readonly draws: readonly string[]
}

/** Mistakes in how responses are looked at, each with the settings under which it shows, and the requirements that name it. */
const lenient: readonly (readonly [plan: string, ...rows: string[]])[] = [
  ['nonce', 'VPUSE-NONCE'],
  ['one-nonce', 'VPREQ-NONCE-FRESH', 'VPUSE-NONCE'],
  ['aud', 'VPUSE-AUDIENCE'],
  ['aud-prefix', 'VPUSE-AUDIENCE'],
  ['unbound', 'VPUSE-BOUND'],
  ['holder', 'VPUSE-HOLDER'],
  ['header-key', 'VPUSE-HOLDER'],
  ['binding-none', 'VPUSE-HOLDER'],
  ['kb-typ', 'VPUSE-TYP'],
  ['sd-hash', 'VPUSE-HASH'],
  ['issuer-signature', 'VPUSE-SIGNED'],
  ['any-issuer', 'VPUSE-SIGNED'],
  ['any-tag~mode.direct_post.jwt', 'VPUSE-INTACT'],
  ['alg-none', 'VPUSE-SIGNED'],
  ['first~query.two', 'VPUSE-NONCE', 'VPUSE-SIGNED'],
  ['digests', 'VPUSE-DISCLOSED'],
  ['expired', 'VPUSE-CURRENT'],
  ['early', 'VPUSE-CURRENT'],
  ['type', 'VPUSE-TYPE'],
  ['claims', 'VPUSE-CLAIMS'],
  ['values~query.values', 'VPUSE-CLAIMS'],
  ['incomplete', 'VPUSE-COMPLETE'],
  ['incomplete~query.two', 'VPUSE-COMPLETE'],
  ['incomplete~query.options', 'VPUSE-COMPLETE'],
  ['names', 'VPUSE-COMPLETE'],
  ['error', 'VPUSE-COMPLETE'],
  ['form', 'VPUSE-FORM'],
  ['many', 'VPUSE-FORM'],
  ['strict~method.post', 'VPUSE-IGNORES'],
  ['page', 'VPEND-JSON', 'VPEND-TYPE'],
  ['status', 'VPEND-STATUS'],
  ['fixed-redirect', 'VPEND-FRESH'],
  ['short-code~answer.redirect', 'VPEND-CODE-LENGTH'],
  ['nonce-start', 'VPUSE-NONCE'],
  ['hash-start', 'VPUSE-HASH'],
  ['no-time', 'VPUSE-TIME'],
  ['future', 'VPUSE-TIME'],
  ['crit', 'VPUSE-CRIT'],
  ['binding-crit', 'VPUSE-CRIT'],
  ['hmac', 'VPUSE-SIGNED'],
  ['binding-hmac', 'VPUSE-HOLDER'],
  ['twice', 'VPUSE-DIGESTS'],
  ['overwrites', 'VPUSE-DIGESTS'],
  ['reserved', 'VPUSE-DIGESTS'],
  ['state', 'VPUSE-STATE'],
  ['state-optional', 'VPUSE-STATE'],
  ['nonce-case', 'VPUSE-NONCE'],
  ['aud-slash', 'VPUSE-AUDIENCE'],
  ['aud-bare', 'VPUSE-AUDIENCE'],
  ['kb-typ-end', 'VPUSE-TYP'],
  ['long-signature', 'VPUSE-HOLDER'],
  ['expired-lately', 'VPUSE-CURRENT'],
  ['early-lately', 'VPUSE-CURRENT'],
  ['any-hash', 'VPUSE-DISCLOSED'],
  ['four', 'VPUSE-DIGESTS'],
  ['values-start~query.values', 'VPUSE-CLAIMS'],
  ['any-claim~query.sets', 'VPUSE-CLAIMS'],
]

/** Mistakes in requests. */
const requests: readonly (readonly [plan: string, ...rows: string[]])[] = [
  ['no-nonce', 'VPREQ-NONCE', 'VPREQ-NONCE-LENGTH'],
  ['odd-nonce', 'VPREQ-NONCE-CHARACTERS'],
  ['state-blank', 'VPREQ-STATE-CHARACTERS'],
  ['no-response-uri', 'VPREQ-RESPONSE-URI'],
  ['redirect-uri', 'VPREQ-NO-REDIRECT'],
  ['no-response-type', 'VPREQ-TYPE'],
  ['no-client-id', 'VPREQ-CLIENT'],
  ['old-query', 'VPREQ-ASKS'],
  ['query-text', 'VPREQ-QUERY'],
  ['two-queries', 'VPREQ-ONE-QUERY'],
  ['empty-scope', 'VPREQ-ONE-QUERY'],
  ['draft-format', 'VPREQ-FORMAT-NAMED'],
  ['other-format', 'VPREQ-FORMAT-NAMED'],
  ['latin~client.uri', 'VPLINK-UTF8'],
  ['long-link~client.uri', 'VPLINK-SIZE'],
  ['empty-info', 'VPREQ-INFO'],
  ['request-typ', 'VPOBJ-TYP'],
  ['none', 'VPOBJ-ALG'],
  ['other-signer', 'VPOBJ-SIGNED'],
  ['wallet-nonce~method.post', 'VPOBJ-WALLET-NONCE'],
  ['request-media', 'VPPOST-OBJECT'],
  ['no-chain', 'VPCLIENT-CERTIFICATE'],
  ['other-hash', 'VPCLIENT-HASH'],
  ['other-dns~client.dns', 'VPCLIENT-DNS', 'VPCLIENT-HOST'],
  ['other-client', 'VPLINK-SAME'],
  ['method-case~method.post', 'VPUSE-FETCHED'],
  ['other-enc~mode.direct_post.jwt', 'VPUSE-ENC-DEFAULT'],
  ['other-enc~mode.direct_post.jwt~client.dns', 'VPUSE-ENC-DEFAULT'],
  ['no-keys~mode.direct_post.jwt', 'VPREQ-KEY-GIVEN'],
  ['no-alg~mode.direct_post.jwt', 'VPREQ-KEY-ALG'],
  ['private-key~mode.direct_post.jwt', 'VPMETA-PUBLIC'],
  ['same-kids~mode.direct_post.jwt', 'VPMETA-KID'],
  ['empty-query', 'DCQL-CREDENTIALS'],
  ['query-id', 'DCQL-ID'],
  ['same-ids', 'DCQL-UNIQUE'],
  ['no-format', 'DCQL-FORMAT'],
  ['no-meta', 'DCQL-META'],
  ['types-text', 'DCQL-VCT'],
  ['path-text', 'DCQL-PATH'],
  ['negative-path', 'DCQL-PATH'],
  ['no-claims', 'DCQL-CLAIMS'],
  ['same-claim-ids', 'DCQL-CLAIM-UNIQUE'],
  ['values-text', 'DCQL-VALUES'],
  ['sets-alone', 'DCQL-SETS-ALONE'],
  ['multiple-text', 'DCQL-MULTIPLE'],
  ['binding-text', 'DCQL-BINDING'],
  ['authorities', 'DCQL-AUTHORITIES'],
  ['unknown-option', 'DCQL-OPTIONS-KNOWN'],
  ['options-flat', 'DCQL-OPTIONS'],
  ['required-text', 'DCQL-REQUIRED'],
  ['data-object', 'VPREQ-TRANSACTIONS'],
  ['data-type', 'VPDATA-TYPE'],
  ['data-ids', 'VPREQ-TRANSACTION-KNOWN'],
  ['data-empty-ids', 'VPDATA-IDS'],
  ['data-alg', 'VPDATA-HASHES'],
]

/** Mistakes with status lists. */
const lists: readonly (readonly [plan: string, ...rows: string[]])[] = [
  ['revoked~status.jwt', 'VPUSE-STATUS'],
  ['suspended~status.cwt', 'VPUSE-STATUS'],
  ['list-typ~status.jwt', 'VPUSE-LIST'],
  ['list-sub~status.jwt', 'VPUSE-LIST'],
  ['list-claims~status.cwt', 'VPUSE-LIST'],
  ['list-expired~status.cached', 'VPUSE-LIST'],
  ['list-signature~status.jwt', 'VPUSE-LIST'],
  ['list-missing~status.jwt', 'VPUSE-LIST'],
  ['list-end~status.cwt', 'VPUSE-LIST-END'],
  ['list-early~status.jwt', 'VPUSE-LIST-FIRST'],
  ['list-early~status.cwt~query.values', 'VPUSE-LIST-FIRST'],
  ['list-here~status.jwt', 'VPUSE-LIST-READ'],
  ['list-packed~status.jwt', 'VPUSE-LIST-READ'],
  ['list-endless~status.jwt', 'VPUSE-LIST-LOOP'],
  ['list-endless~status.cwt', 'VPUSE-LIST-LOOP'],
  ['list-post~status.jwt', 'VPUSE-LIST-ASKED'],
  ['list-date~status.jwt', 'VPUSE-LIST-ASKED'],
  ['list-time~status.jwt', 'VPUSE-LIST-TIME'],
  ['list-time~status.cwt~coding.gzip', 'VPUSE-LIST-TIME'],
]

/** What no sentence obliges a verifier to do otherwise. */
const allowed = ['hashes~data.yes', 'plain~mode.direct_post.jwt', 'any-enc~mode.direct_post.jwt'] as const

const seed = 1
const count = 30

describe.skipIf(noPython !== undefined)(`verifiers in Python that share no code${reason}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'))
  const trust = join(folder, 'jwks.json')
  writeFileSync(trust, JSON.stringify(issuerTrust.jwks))
  const script = resolve(import.meta.dirname, 'openid4vp/verifier.py')
  const child = spawn('python3', ['-B', script, trust, String(count), String(seed)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let start: Start
  beforeAll(async () => {
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
    start = JSON.parse(String(value))
  })
  afterAll(() => {
    child.stdin.end()
    rmSync(folder, { recursive: true })
  })

  const ask = (plan: string): Promise<Seen> =>
    tryServedVerifier({
      requests: [`${start.address}/${plan}/new`],
      ...{ hasProbes: true, hasStatus: true, patience: 0, allowPrivate: false, options: { anchors: [start.root] } },
    })

  it.each(
    sample(
      Array.from({ length: count }, (_, i) => i),
      4,
    ),
  )('end clean under any settings: draw %i', async (index) => {
    const plan = start.draws[index] ?? ''
    const seen = await ask(plan)

    expect({ plan, failed: listFailed(seen), doubtful: listDoubtful(seen), is: concludeTest(seen) }).toEqual({
      ...{ plan, failed: [], doubtful: [], is: 'passed' },
    })
  })

  it.each(['fewer', 'looser', 'optional'])('may discard a presentation, and do without: query %s', async (query) => {
    for (const invalid of ['rejected', 'discarded']) {
      const seen = await ask(`query.${query}~invalid.${invalid}`)

      expect({ invalid, failed: listFailed(seen), is: concludeTest(seen) }).toEqual({
        invalid,
        failed: [],
        is: 'passed',
      })
    }
  })

  it.each(sample(lenient, 4))('are found by a row that names the cause: %s', async (plan, ...rows) => {
    const seen = await ask(`mistake.${plan}`)

    expect({ failed: listFailed(seen), doubtful: listDoubtful(seen) }).toEqual({ failed: rows, doubtful: [] })
  })

  it.each(sample(lists, 4))('are found by what they make of status lists: %s', async (plan, ...rows) => {
    const seen = await ask(`mistake.${plan}`)

    expect({ failed: listFailed(seen), doubtful: listDoubtful(seen) }).toEqual({ failed: rows, doubtful: [] })
  })

  it.each(sample(requests, 4))('are found by the request, and by nothing else: %s', async (plan, ...rows) => {
    expect(listFailed(await ask(`mistake.${plan}`))).toEqual(rows)
  })

  it.each(sample(allowed, 4))('do not fail for what no sentence obliges them to do: %s', async (plan) => {
    const seen = await ask(`mistake.${plan}`)

    expect({ failed: listFailed(seen), is: concludeTest(seen) }).toEqual({ failed: [], is: 'passed' })
  })

  it.each(['unused', 'unused~query.values'])('are found where they refuse what stays hidden: %s', async (plan) => {
    expect(listFailed(await ask(`mistake.${plan}`))).toEqual(['VPUSE-UNUSED'])
  })

  it.each(['response-type', 'mode'])(
    'are not called right where the response would go another way: %s',
    async (plan) => {
      expect(concludeTest(await ask(`mistake.${plan}`))).toBe('inconclusive')
    },
  )
})
