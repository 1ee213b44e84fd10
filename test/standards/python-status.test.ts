import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { type Verdict, type VerifyOptions, verify } from '../../src/verify/verify.ts'
import { judgeStatusService } from '../../suites/token-status-list/harness/judge-status-service.ts'
import { whyNoPython } from '../python.ts'

const noPython = whyNoPython()
const reason = noPython === undefined ? '' : ` (left out: ${noPython})`

/** What the process of the services prints when it listens. */
interface Start {
  readonly address: string
  readonly jwks: JsonObject
  /** The root of the certificates of some services, as PEM. */
  readonly root: string
  /** Plans of honest services: their settings are drawn. */
  readonly draws: readonly string[]
}

const [jwt, cwt] = ['~formats.jwt', '~formats.cwt']
const all = '~aggregation.list'

/** Mistakes, each with the settings under which it shows, and the requirements that name it. */
const mistakes: readonly (readonly [plan: string, ...rows: string[]])[] = [
  [`two-parts${jwt}`, 'TSL-JWT'],
  [`padded-parts${jwt}`, 'TSL-JWT'],
  [`jws-json${jwt}`, 'TSL-JWT'],
  [`unsigned-json${jwt}`, 'TSL-JWT'],
  [`wrapped${jwt}`, 'TSL-JWT'],
  ['page', 'TSHTTP-TYPE', 'TSL-JWT'],
  [`cwt-cut${cwt}`, 'TSL-CWT'],
  [`bare-claims${cwt}`, 'TSL-CWT'],
  [`untagged${cwt}`, 'TSL-COSE-TAG'],
  [`sign-tag${cwt}`, 'TSL-COSE-TAG'],
  [`cwt-tag${cwt}`, 'TSL-CWT-TAG'],
  [`typ-jwt${jwt}`, 'TSL-TYP'],
  [`no-typ${jwt}`, 'TSL-TYP'],
  [`typ-cwt${jwt}`, 'TSL-TYP'],
  [`typ-old${jwt}`, 'TSL-TYP'],
  [`cwt-no-typ${cwt}`, 'TSL-TYP'],
  [`cwt-typ${cwt}`, 'TSL-TYP'],
  [`cwt-typ-open${cwt}`, 'TSL-TYP'],
  [`alg-none${jwt}`, 'TSL-ALG', 'TSL-SIGNED'],
  [`alg-None${jwt}`, 'TSL-ALG', 'TSL-SIGNED'],
  [`no-alg${jwt}`, 'TSL-ALG'],
  ['other-key', 'TSL-SIGNED'],
  [`other-kid${jwt}`, 'TSL-SIGNED'],
  [`der${jwt}`, 'TSL-SIGNED'],
  [`payload-signed${jwt}`, 'TSL-SIGNED'],
  [`changed${jwt}`, 'TSL-SIGNED'],
  [`crit${jwt}`, 'TSL-CRIT'],
  [`crit-empty${jwt}`, 'TSL-CRIT'],
  [`cwt-crit${cwt}`, 'TSL-CRIT'],
  ['no-sub', 'TSL-SUB'],
  ['sub-path', 'TSL-SUB'],
  ['sub-number', 'TSL-JWT-NAMES', 'TSL-SUB'],
  ['other-sub', 'TSL-SUB'],
  ['no-iat', 'TSL-IAT'],
  ['iat-text', 'TSL-IAT'],
  ['iat-digits', 'TSL-IAT'],
  ['iat-milliseconds', 'TSL-IAT'],
  ['iat-local', 'TSL-IAT'],
  [`iat-tagged${cwt}`, 'TSL-IAT'],
  ['exp-text', 'TSL-EXP'],
  ['exp-milliseconds', 'TSL-EXP'],
  ['exp-null', 'TSL-EXP'],
  ['no-exp', 'TSL-EXP-GIVEN'],
  ['stale', 'TSL-CURRENT'],
  ['exp-duration', 'TSL-CURRENT'],
  ['too-early', 'TSL-CURRENT'],
  ['ttl-zero', 'TSL-TTL'],
  ['ttl-text', 'TSL-TTL'],
  ['ttl-duration', 'TSL-TTL'],
  ['ttl-null', 'TSL-TTL'],
  [`ttl-float${cwt}`, 'TSL-TTL'],
  ['no-ttl', 'TSL-TTL-GIVEN'],
  ['no-list', 'TSL-LIST'],
  ['list-text', 'TSL-LIST'],
  ['list-bare', 'TSL-LIST'],
  ['list-nested', 'TSL-LIST'],
  ['bits-text', 'TSL-BITS'],
  ['bits-three', 'TSL-BITS'],
  ['bits-size', 'TSL-BITS'],
  ['no-bits', 'TSL-BITS'],
  ['lst-outside', 'TSL-LST'],
  ['no-lst', 'TSL-LST'],
  [`lst-hex${jwt}`, 'TSL-LST'],
  [`lst-array${jwt}`, 'TSL-LST'],
  [`lst-padded${jwt}`, 'TSL-LST'],
  [`lst-base64${jwt}`, 'TSL-LST'],
  [`lst-text${cwt}`, 'TSL-LST'],
  ['raw-deflate', 'TSL-ZLIB'],
  ['gzip-list', 'TSL-ZLIB'],
  ['not-compressed', 'TSL-ZLIB'],
  ['cut-short', 'TSL-ZLIB'],
  ['encoded-twice', 'TSL-ZLIB'],
  [`lst-multibase${jwt}`, 'TSL-ZLIB'],
  ['level-0', 'TSL-LEVEL'],
  ['level-1~length.20000~revoked.half~bits.8', 'TSL-LEVEL'],
  ['unknown-status~bits.4', 'TSL-TYPES'],
  ['unknown-status~bits.8', 'TSL-TYPES'],
  [`aggregation-path${all}`, 'TSL-AGGREGATION-URI'],
  [`aggregation-object${all}`, 'TSL-AGGREGATION-URI'],
  ['404', 'TSHTTP-GIVEN'],
  ['500', 'TSHTTP-GIVEN'],
  ['405', 'TSHTTP-GIVEN'],
  ['list-404', 'TSHTTP-STATUS'],
  ['list-500', 'TSHTTP-STATUS'],
  ['media-jwt', 'TSHTTP-TYPE'],
  ['media-json', 'TSHTTP-TYPE'],
  ['media-text', 'TSHTTP-TYPE'],
  ['media-old', 'TSHTTP-TYPE'],
  ['media-other', 'TSHTTP-TYPE'],
  [`media-octets${cwt}`, 'TSHTTP-TYPE'],
  ['no-media', 'TSHTTP-TYPE'],
  [`quoted${jwt}`, 'TSHTTP-BODY', 'TSL-JWT'],
  [`hex${cwt}`, 'TSHTTP-BODY'],
  [`base64${cwt}`, 'TSHTTP-BODY'],
  ['no-coding', 'TSHTTP-CODING'],
  ['no-cors', 'TSHTTP-CORS'],
  ['cors-other', 'TSHTTP-CORS'],
  ['ignores-time', 'TSHTTP-TIME'],
  [`all-404${all}`, 'TSHTTP-AGGREGATION-GIVEN'],
  [`all-500${all}`, 'TSHTTP-AGGREGATION-GIVEN'],
  [`all-text${all}`, 'TSHTTP-AGGREGATION-TYPE'],
  [`all-html${all}`, 'TSHTTP-AGGREGATION-TYPE'],
  [`all-jwt${all}`, 'TSHTTP-AGGREGATION-TYPE'],
  [`all-absent${all}`, 'TSHTTP-AGGREGATION-TYPE'],
  [`all-array${all}`, 'TSAGG-JSON'],
  [`all-comma${all}`, 'TSAGG-JSON'],
  [`all-name${all}`, 'TSAGG-LISTS'],
  [`all-objects${all}`, 'TSAGG-LISTS'],
  [`all-numbers${all}`, 'TSAGG-LISTS'],
  [`all-one${all}`, 'TSAGG-LISTS'],
  [`all-paths${all}`, 'TSAGG-URIS'],
  [`all-ids${all}`, 'TSAGG-URIS'],
]

/** Mistakes that show only at a token that refers to the list. */
const referred: readonly (readonly [plan: string, ...rows: string[]])[] = [
  ['bit-order', 'TSREF-VALID'],
  ['short', 'TSREF-BOUNDS'],
  ['other-host', 'TSREF-SUB'],
]

const seed = 1
const count = 40

describe.skipIf(noPython !== undefined)(`status services in Python that share no code${reason}`, () => {
  const script = resolve(import.meta.dirname, 'status-list/service.py')
  const child = spawn('python3', ['-B', script, String(count), String(seed)], { stdio: ['pipe', 'pipe', 'ignore'] })
  let start: Start
  beforeAll(async () => {
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
    start = JSON.parse(String(value))
  })
  afterAll(() => void child.stdin.end())

  const ask = async (plan: string) => {
    const trust = plan.includes('key.x5c') ? { anchors: [start.root] } : { jwks: start.jwks }
    const options: VerifyOptions = { profile: 'token-status-list', ...trust }
    const query = plan.includes('sub.query') ? '?a=%C3%A4&b=(1)' : ''
    const { cases, facts } = await judgeStatusService(`${start.address}/${plan}/list${query}`, options)
    const verdicts = cases.map((one) => ('verdict' in one ? one.verdict : undefined))
    return { failed: [...new Set(verdicts.flatMap((each) => (each ? listFailed(each) : ['not judged'])))], facts }
  }

  /** A token of the service, beside the list that it refers to. */
  const judgeToken = async (plan: string): Promise<readonly string[]> => {
    const [{ facts }, answer] = await Promise.all([ask(plan), fetch(`${start.address}/${plan}/token`)])
    return listFailed(verify(await answer.text(), { profile: 'token-status-list', jwks: start.jwks, ...facts }))
  }

  it.each(Array.from({ length: count }, (_, i) => i))(
    'have no false failure under any settings: draw %i',
    async (i) => {
      const plan = start.draws[i] ?? ''

      expect({ plan, failed: (await ask(plan)).failed }).toEqual({ plan, failed: [] })
    },
  )

  it.each(mistakes)('are found by a row that names the cause: %s', async (plan, ...rows) => {
    expect((await ask(`mistake.${plan}`)).failed.toSorted()).toEqual(rows)
  })
  it.each(['1', '2', '4', '8'])('have lists in which the status of a token is found: %s bits', async (bits) => {
    const plan = `bits.${bits}~revoked.half`

    expect(await judgeToken(`${plan}~token.valid`)).toEqual([])
    expect(await judgeToken(`${plan}~token.revoked`)).toEqual(['TSREF-VALID'])
  })

  it.each(referred)('are found at a token that refers to the list: %s', async (plan, ...rows) => {
    expect((await ask(`mistake.${plan}`)).failed).toEqual([])
    expect(await judgeToken(`mistake.${plan}`)).toEqual(rows)
  })
})

const listFailed = ({ results }: Verdict): readonly string[] =>
  results.filter(({ outcome }) => outcome === 'failed').map(({ requirement }) => requirement.id)
