import { verify } from 'node:crypto'
import { openArtefact } from '../protocol/artefacts/open.ts'
import { compileJudge, createJudgeInput } from '../src/judge/judge.ts'
import { checks } from '../suites/all/checks.ts'
import { requirements } from '../suites/all/requirements.ts'
import { bareSignatures, type Material, type Size, sizes } from './credentials.ts'
import type { Peer } from './peers.ts'
import type { Row } from './rounds.ts'

export interface Materials {
  readonly document: Material
  readonly rfc9901: Material
}

/** Everything that is measured in turn. */
export async function allRows({ document, rfc9901 }: Materials, peers: readonly Peer[]): Promise<readonly Row[]> {
  return [
    bareRow(rfc9901),
    ...sizes.map((size) => acceptRow('disclosure', rfc9901, size)),
    ...sizes.map((size) => acceptRow('parts', document, size)),
    ...sizes.map((size) => judgeRow(document, size)),
    ...peers.flatMap(({ name, verify }) =>
      sizes.map((size) => ({ name: `${name}, ${size}`, once: turning(rfc9901.credentials[size], verify) })),
    ),
  ]
}

/** A credential after the other, round and round. */
const turning =
  <T>(credentials: readonly string[], use: (credential: string) => T) =>
  (turn: number): T =>
    use(credentials[turn % credentials.length] ?? '')

/** The yardstick: the signature and nothing else. */
function bareRow({ credentials }: Material): Row {
  const signatures = bareSignatures(credentials[0])
  return {
    name: 'crypto.verify',
    once: (turn) => {
      const [input, key, der] = signatures[turn % signatures.length] ?? []
      if (!input || !key || !verify('sha256', input, key, der ?? input)) throw new Error('an honest signature holds')
    },
  }
}

const acceptRow = (construction: string, { accept, credentials }: Material, size: Size): Row => ({
  name: `accept, ${construction}, ${size}`,
  once: turning(credentials[size], (credential) => {
    const answer = accept(credential)
    if ('refused' in answer) throw new Error(`an honest credential is refused: ${answer.refused}`)
  }),
})

/** Every requirement that looks at a credential, and what is said of the others. */
function judgeRow({ world, jwks, decide, credentials }: Material, size: Size): Row {
  const judge = compileJudge(requirements, checks)
  const known = { now: world.now, jwks, issuer: world.issuer, statusBase: world.status }
  return {
    name: `judge, ${size}`,
    once: turning(credentials[size], (credential) => {
      const results = judge.judge(createJudgeInput(openArtefact('credential', credential), known), decide)
      const bad = results.find(({ outcome }) => outcome === 'failed' || outcome === 'harnessError')
      if (bad) throw new Error(`an honest credential fails ${bad.requirement.id}`)
    }),
  }
}
