import { hash, verify } from 'node:crypto'
import { openArtefact } from '../protocol/artefacts/open.ts'
import { compileJudge, createJudgeInput } from '../src/judge/judge.ts'
import { checks } from '../suites/document/all/checks.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import { type Material, readSignatures, type Size, sizes } from './credentials.ts'
import type { Peer } from './peers.ts'
import type { Row } from './rounds.ts'

export interface Materials {
  readonly document: Material
  readonly rfc9901: Material
}

/** Every row. */
export async function makeRows({ document, rfc9901 }: Materials, peers: readonly Peer[]): Promise<readonly Row[]> {
  return [
    makeBaselineRow(rfc9901),
    ...sizes.map((size) => makeFloorRow(document, size)),
    ...sizes.map((size) => makeAcceptRow('disclosure', rfc9901, size)),
    ...sizes.map((size) => makeAcceptRow('parts', document, size)),
    ...sizes.map((size) => makeJudgeRow(document, size)),
    ...peers.flatMap(({ name, verify }) =>
      sizes.map((size) => ({ name: `${name}, ${size}`, once: inTurn(rfc9901.credentials[size], verify) })),
    ),
  ]
}

/** What is done on one thread and on all: credentials with all claims but the photo. */
export const makeCoreWork = ({ document, rfc9901 }: Materials) => ({
  accept: makeAcceptRow('disclosure', rfc9901, '44'),
  judge: makeJudgeRow(document, '44'),
})

/** Uses the credentials in turn. */
const inTurn =
  <T>(credentials: readonly string[], use: (credential: string) => T) =>
  (turn: number): T =>
    use(credentials[turn % credentials.length] ?? '')

/** The baseline: verifies the signature and nothing else. */
function makeBaselineRow({ credentials }: Material): Row {
  const signatures = readSignatures(credentials[0])
  return {
    name: 'crypto.verify',
    once: (turn) => {
      const [input, key, der] = signatures[turn % signatures.length] ?? []
      if (!input || !key || !verify('sha256', input, key, der ?? input))
        throw new Error('a valid signature was rejected')
    },
  }
}

/**
 * What no verifier on Node can do without, and nothing else: the signature, a digest of each disclosure, and the payload and all
 * disclosures parsed. Nothing is decoded, compared or checked: what is hashed and parsed was made before.
 */
function makeFloorRow({ credentials }: Material, size: Size): Row {
  const signatures = readSignatures(credentials[size])
  const contents = credentials[size].map((credential) => {
    const [jwt = '', ...disclosures] = credential.split('~').slice(0, -1)
    const decode = (text = ''): string => Buffer.from(text, 'base64url').toString()
    return { payload: decode(jwt.split('.')[1]), disclosures, all: `[${disclosures.map(decode).join(',')}]` }
  })
  return {
    name: `floor, ${size}`,
    once: (turn) => {
      const [input, key, der] = signatures[turn % signatures.length] ?? []
      const { payload = '', disclosures = [], all = '' } = contents[turn % contents.length] ?? {}
      if (!input || !key || !verify('sha256', input, key, der ?? input))
        throw new Error('a valid signature was rejected')
      const digests = disclosures.map((text) => hash('sha256', text, 'base64url'))
      return { digests, payload: JSON.parse(payload), claims: JSON.parse(all) }
    },
  }
}

const makeAcceptRow = (construction: string, { accept, credentials }: Material, size: Size): Row => ({
  name: `accept, ${construction}, ${size}`,
  once: inTurn(credentials[size], (credential) => {
    const answer = accept(credential)
    if ('refused' in answer) throw new Error(`a valid credential was rejected: ${answer.refused}`)
  }),
})

/** Judges every requirement on a credential. */
function makeJudgeRow({ world, jwks, decide, credentials }: Material, size: Size): Row {
  const judge = compileJudge(requirements, checks)
  const known = { now: world.now, jwks, issuer: world.issuer, statusBase: world.status }
  return {
    name: `judge, ${size}`,
    once: inTurn(credentials[size], (credential) => {
      const results = judge.judge(createJudgeInput(openArtefact('credential', credential), known), decide)
      const bad = results.find(({ outcome }) => outcome === 'failed' || outcome === 'harnessError')
      if (bad) throw new Error(`a valid credential fails ${bad.requirement.id}`)
    }),
  }
}
