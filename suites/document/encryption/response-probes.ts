import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { responseEncryptions } from '../kit/jwe-mutations.ts'
import type { ProbeContext, ProbeOutcome } from '../model/probe.ts'
import { EC_MEMBERS } from './decisions.ts'

/** What a request asks of its response. */
interface ResponseAlgorithms {
  readonly alg: string
  readonly enc: string
  readonly zip?: string
}

const encs = ['A128GCM', 'A192GCM', 'A256GCM', 'A128CBC-HS256', 'A192CBC-HS384', 'A256CBC-HS512'] as const
const compressions = [{ zip: 'DEF' }, { zip: 'none' }, {}] as const

/** Each content encryption once, and each key management with each compression. */
const listCombinations = (algs: readonly string[]): readonly ResponseAlgorithms[] => [
  ...encs.map((enc) => ({ alg: algs.at(-1) ?? '', enc, zip: 'DEF' })),
  ...algs.flatMap((alg) => compressions.map((zip) => ({ alg, enc: 'A256GCM', ...zip }))),
]

/** The requirements about how a response is encrypted. */
const responseRows = /^(?:ENC-|REQ-REQUIRES$)/

const describe = ({ alg, enc, zip = 'absent' }: ResponseAlgorithms): string => `${alg}, ${enc}, \`zip\` ${zip}`

/** Requests an encryption; the wallet has the private keys to these. */
const requestEncryption = ({ alg, enc, zip }: ResponseAlgorithms): JsonObject => ({
  enc,
  ...(alg.startsWith('ECDH') && { jwk: { ...responseEncryptions.onCurve.jwk, alg } }),
  ...(zip !== undefined && { zip }),
})

/** Requests all of these combinations. An issuer need not support them, but what it returns has to be encrypted as requested. */
export async function sendEveryEncryption({
  decide,
  runRequests,
  readSessionAnswer,
  findBroken,
}: ProbeContext): Promise<ProbeOutcome | undefined> {
  const algs = decide(EC_MEMBERS) === 'rsa' ? ['RSA-OAEP-256'] : ['RSA-OAEP-256', 'ECDH-ES', 'ECDH-ES+A256KW']
  const combinations = listCombinations(algs)
  const sessions = await runRequests(combinations.map((each) => ({ responseEncryption: requestEncryption(each) })))
  let outcome: ProbeOutcome | undefined
  for (const [i, algorithms] of combinations.entries()) {
    const messages = sessions[i] ?? []
    if (readSessionAnswer(messages) !== 'accepted') continue
    const broken = findBroken(messages).find((id) => responseRows.test(id))
    const detail = describe(algorithms)
    if (broken !== undefined) return { answer: 'accepted', detail, wrong: `with a response that breaks ${broken}` }
    outcome = { answer: 'accepted' }
  }
  return outcome
}
