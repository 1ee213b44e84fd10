import { type Verdict, type VerifyOptions, validateOptions } from './verdict.ts'
import { verifyText } from './verify-text.ts'

export {
  recogniseUnder,
  type Verdict,
  type VerdictLayer,
  type VerifyOptions,
  validateOptions,
  verifyOptionNames,
} from './verdict.ts'

/**
 * Judges an artefact: opens every layer for which there is a key, and applies every requirement on each of them.
 * It returns a verdict for any text. It reads the clock if `now` is not given, and nothing else.
 *
 * @example
 * const { conclusion, results } = verify(credential, { jwks, issuer: 'https://issuer.example' })
 */
export function verify(artefact: string, options: VerifyOptions = {}): Verdict {
  validateOptions(options)
  return verifyText(artefact, options)
}
