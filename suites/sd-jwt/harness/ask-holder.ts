import { isObject, type JsonObject, parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { type Answerer, limitWords, type NoAnswer, openAnswerer } from '../../../src/harness/ask-by-line.ts'

/** What a holder is given, and asked to present. */
export type HolderQuestion = JsonObject & {
  readonly id: string
  /** As it was issued. */
  readonly sdJwt: string
  /** The keys of the issuer. */
  readonly jwks: JsonObject
  readonly now: number
  /** JSON pointers of the claims to be disclosed, in the payload with everything disclosed. */
  readonly disclose: readonly string[]
  /** The private key of the holder: it is given where key binding is wanted, with the audience and the nonce. */
  readonly key?: Jwk
  readonly audience?: string
  readonly nonce?: string
}

type HolderStatement =
  | { readonly presentation: string }
  | { readonly rejected: string }
  | { readonly unsupported: string }

/** What it said. */
export type HolderAnswer = HolderStatement | NoAnswer

/** A holder behind `module:PATH`, a function that is called, or behind a command that answers line by line. */
export const openHolder = (target: string): Promise<Answerer<HolderQuestion, HolderStatement>> =>
  openAnswerer(target, {
    label: 'holder',
    fromLine: readLine,
    fromValue: readAnswer,
    // That is how libraries reject.
    fromError: (message) => ({ rejected: message }),
  })

function readLine(line: string): HolderAnswer {
  const read = attempt(() => parseJsonObject(line))
  return 'value' in read ? readAnswer(read.value) : { problem: `its answer cannot be read: ${read.problem.message}` }
}

function readAnswer(answer: unknown): HolderAnswer {
  if (!isObject(answer)) return { problem: 'its answer is not an object' }
  const { presentation, rejected, unsupported } = answer
  if (typeof unsupported === 'string') return { unsupported: limitWords(unsupported) }
  if (typeof presentation === 'string') return { presentation }
  if (typeof rejected === 'string') return { rejected: limitWords(rejected) }
  return { problem: 'its answer has neither `presentation` nor `rejected`, a text' }
}
