import { type StatefulProbe, statefulProbe } from '../../model/probe.ts'
import { RawJson, writeJson } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readSigned } from '../../protocol/jose/jws.ts'
import { replaceStep } from '../kit/mutations.ts'
import { runSession } from '../kit/probe-sessions.ts'
import { CREDENTIAL_FORM } from './decisions.ts'
import { ENC } from './requirements.ts'

/** Octets that a small message grows to. */
const grown = 30_000_000

/** A request with blanks in it that compress to next to nothing. */
const bomb = replaceStep('wallet', 'encrypt', (honest) => (request, metadata) => {
  const text = writeJson(request)
  return honest(new RawJson(`${text.slice(0, 1)}${' '.repeat(grown)}${text.slice(1)}`), metadata)
})

/** What the issuer was to encrypt. */
const bare = (text: string): string => text

/** The same without a signature around it, where there is one. */
function plain(text: string): string {
  const signed = attempt(() => readSigned(text))
  return 'value' in signed ? signed.value.body : text
}

/**
 * An answer in clear. The request is sealed for the issuer: an app knows that its answer should be encrypted only where
 * it was agreed who opens that.
 */
const inClear = (how: (text: string) => string) =>
  runSession(({ decide }) =>
    decide(CREDENTIAL_FORM) === 'either' ? undefined : replaceStep('issuer', 'encrypt', () => how),
  )

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(ENC.BOUNDED, 'issuer', `sends a small message that grows to ${grown / 1e6} million octets`, 'refused', runSession(bomb)),
  statefulProbe(ENC['NOT-CLEAR'], 'identity app', 'answers in clear', 'refused', inClear(plain)),
  statefulProbe(ENC['NOT-CLEAR'], 'identity app', 'leaves the encryption out and nothing else', 'refused', inClear(bare)),
]
