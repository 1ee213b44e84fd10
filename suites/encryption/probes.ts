import { type StatefulProbe, statefulProbe } from '../../model/probe.ts'
import { RawJson, writeJson } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readSigned } from '../../protocol/jose/jws.ts'
import { replaceStep } from '../kit/mutations.ts'
import { runSession } from '../kit/probe-sessions.ts'
import { CREDENTIAL_FORM } from './decisions.ts'
import { ENC } from './requirements.ts'

/** The size of the plaintext in octets. */
const plaintextSize = 30_000_000

/** A request with spaces in it that compress to almost nothing. */
const sendDecompressionBomb = replaceStep('wallet', 'encrypt', (original) => (request, metadata) => {
  const text = writeJson(request)
  return original(new RawJson(`${text.slice(0, 1)}${' '.repeat(plaintextSize)}${text.slice(1)}`), metadata)
})

/** Returns the plaintext as it is. */
const keepSignature = (text: string): string => text

/** Removes the signature of the plaintext, if there is one. */
function removeSignature(text: string): string {
  const signed = attempt(() => readSigned(text))
  return 'value' in signed ? signed.value.body : text
}

/**
 * Returns an unencrypted response. The identity app cannot read the request, so it can expect encryption only where a
 * decision says which party decrypts the response.
 */
const skipEncryption = (how: (text: string) => string) =>
  runSession(({ decide }) =>
    decide(CREDENTIAL_FORM) === 'either' ? undefined : replaceStep('issuer', 'encrypt', () => how),
  )

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(ENC.BOUNDED, 'issuer', `sends a small message with a plaintext of ${plaintextSize / 1e6} million octets`, 'refused', runSession(sendDecompressionBomb)),
  statefulProbe(ENC['NOT-CLEAR'], 'identity app', 'returns a response that is neither encrypted nor signed', 'refused', skipEncryption(removeSignature)),
  statefulProbe(ENC['NOT-CLEAR'], 'identity app', 'returns a response that is not encrypted', 'refused', skipEncryption(keepSignature)),
]
