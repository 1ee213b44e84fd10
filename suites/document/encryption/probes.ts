import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { readSigned } from '../../../protocol/jose/jws.ts'
import { FLOW } from '../flow/requirements.ts'
import { editOctets, editPart, flipLastBit } from '../kit/compact-text.ts'
import { mutateJwe } from '../kit/jwe-mutations.ts'
import { changeResult, replaceStep } from '../kit/mutations.ts'
import { runSession } from '../kit/probe-sessions.ts'
import { type StatefulProbe, statefulProbe } from '../model/probe.ts'
import { CREDENTIAL_FORM } from './decisions.ts'
import { ENC } from './requirements.ts'
import { sendEveryEncryption } from './response-probes.ts'

/** The size of the plaintext in octets. */
const plaintextSize = 30_000_000

/** A request with spaces in it that compress to almost nothing. It is compressed, whether that was agreed or not. */
const sendDecompressionBomb = mutateJwe.request((draft) => {
  const text = Buffer.from(draft.plaintext).toString()
  const plaintext = `${text.slice(0, 1)}${' '.repeat(plaintextSize)}${text.slice(1)}`
  return { ...draft, plaintext, header: { ...draft.header, zip: 'DEF' } }
})

/** Returns the plaintext as it is. */
const keepSignature = (text: string): string => text

/** Removes the signature of the plaintext, if there is one. */
function removeSignature(text: string): string {
  const signed = attempt(() => readSigned(text))
  return 'value' in signed ? signed.value.body : text
}

/**
 * Returns an unencrypted response. The identity app cannot read the request: it knows of an encryption only where it decrypts the
 * response itself. Where it delivers what it cannot open, the wallet sees what it is.
 */
const skipEncryption = (how: (text: string) => string) =>
  runSession(({ decide }) =>
    decide(CREDENTIAL_FORM) === 'plain' ? replaceStep('issuer', 'encrypt', () => how) : undefined,
  )

/** Changes the encrypted request in a way that its authentication tag no longer fits. Only the issuer can notice that. */
const alterRequest = (description: string, how: (text: string) => string): StatefulProbe =>
  statefulProbe(FLOW.VALIDATES, 'issuer', description, 'refused', runSession(changeResult('wallet', 'encrypt', how)), {
    breaks: ENC.INTACT,
  })

const changeTag = (how: (octets: Buffer) => Uint8Array) => editPart(4, editOctets(how))

/** Adds a header parameter that no receiver has to understand. */
const addParameter = editPart(0, (text) =>
  encodeBase64url(JSON.stringify({ ...JSON.parse(Buffer.from(text, 'base64url').toString()), x: 1 })),
)

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  alterRequest('sends a request with one bit of its authentication tag flipped', editPart(4, flipLastBit)),
  alterRequest('sends a request with an authentication tag of zeros', changeTag((all) => Buffer.alloc(all.length))),
  alterRequest('sends a request with the first four octets of its authentication tag', changeTag((all) => all.subarray(0, 4))),
  alterRequest('sends a request with the first twelve octets of its authentication tag', changeTag((all) => all.subarray(0, 12))),
  alterRequest('sends a request with another header than the one that was authenticated', addParameter),
  statefulProbe(ENC.REQUESTED, 'issuer', 'requests responses with every combination of standard algorithms', 'accepted', sendEveryEncryption),
  statefulProbe(ENC.BOUNDED, 'issuer', `sends a small message with a plaintext of ${plaintextSize / 1e6} million octets`, 'refused', runSession(sendDecompressionBomb), { isAlone: true }),
  statefulProbe(ENC['NOT-CLEAR'], 'identity app', 'returns a response that is neither encrypted nor signed', 'refused', skipEncryption(removeSignature)),
  statefulProbe(ENC['NOT-CLEAR'], 'identity app', 'returns a response that is not encrypted', 'refused', skipEncryption(keepSignature)),
]
