// Puts the vectors of a checkout of C2SP/wycheproof to the code in `protocol`.

import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../protocol/encoding/problem.ts'
import { openJwe, readJwe } from '../../protocol/jose/jwe.ts'
import { decryptContent } from '../../protocol/jose/jwe-content.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { readSigned } from '../../protocol/jose/jws.ts'
import { decryptOaep } from '../../protocol/jose/oaep.ts'
import { isSignatureAlgorithm, verifySignature } from '../../protocol/jose/signature-algorithms.ts'

interface Vector {
  readonly tcId: number
  readonly result: 'valid' | 'invalid' | 'acceptable'
  readonly [member: string]: unknown
}

interface Group {
  readonly tests: readonly Vector[]
  readonly [member: string]: unknown
}

/** Whether a vector is accepted; nothing, where it is about something that Assay does not have. */
type Try = (vector: Vector, group: Group) => boolean | undefined

const readHex = (value: unknown): Buffer => Buffer.from(String(value), 'hex')

const isSame = (run: () => Buffer, wanted: unknown): boolean => {
  const read = attempt(run)
  return 'value' in read && (wanted === undefined || read.value.equals(readHex(wanted)))
}

const ecdsa =
  (alg: string): Try =>
  ({ msg, sig }, { publicKeyDer }) => {
    const key = createPublicKey({ key: readHex(publicKeyDer), format: 'der', type: 'spki' }).export({ format: 'jwk' })
    return verifySignature(alg, key as Jwk, readHex(msg).toString('latin1'), readHex(sig)).isValid
  }

const oaep =
  (hash: 'sha256' | 'sha1'): Try =>
  ({ ct, msg, label }, { privateKeyJwk }) =>
    label === '' ? isSame(() => decryptOaep(readHex(ct), privateKeyJwk as Jwk, hash), msg) : undefined

const gcm: Try = ({ key, iv, aad, ct, tag, msg }, { ivSize, keySize, tagSize }) => {
  if (ivSize !== 96 || tagSize !== 128 || ![128, 192, 256].includes(Number(keySize))) return undefined
  const enc = `A${keySize}GCM` as 'A256GCM' // of the sizes above
  const lock = { enc, key: readHex(key), iv: readHex(iv), associated: readHex(aad) }
  return isSame(() => decryptContent({ ciphertext: readHex(ct), tag: readHex(tag) }, lock), msg)
}

const jws: Try = ({ jws: text }, group) => {
  const key = (group.public ?? group.private) as Jwk
  if (!isSignatureAlgorithm(key.alg ?? 'ES256')) return undefined
  const read = attempt(() => readSigned(String(text)))
  // Only texts are signed here, and never octets that are none.
  if ('problem' in read) return read.problem.code === 'utf8' ? undefined : false
  const { header, signingInput, signature } = read.value
  const isValid = header.crit === undefined && verifySignature(String(header.alg), key, signingInput, signature).isValid
  return isValid && !isMeantFor(key, header.alg) ? undefined : isValid
}

/** Whether a key says nothing else. For which keys something was signed is looked at where keys are chosen. */
const isMeantFor = ({ alg, use, key_ops: operations }: Jwk, wanted: unknown): boolean =>
  (alg ?? wanted) === wanted &&
  (use ?? 'sig') === 'sig' &&
  (!Array.isArray(operations) || operations.includes('verify'))

const known = /^(RSA-OAEP(-256)?|ECDH-ES(\+A\d+KW)?)$/

const jwe: Try = ({ jwe: text, pt }, group) => {
  const key = group.private as Jwk
  const read = attempt(() => readJwe(String(text)))
  if ('problem' in read) return false
  const { alg } = read.value.header
  if (!known.test(String(key.alg ?? alg))) return undefined
  return alg === (key.alg ?? alg) && isSame(() => openJwe(read.value, key), pt)
}

const files: Readonly<Record<string, Try>> = {
  ecdsa_secp256r1_sha256_p1363: ecdsa('ES256'),
  ecdsa_secp384r1_sha384_p1363: ecdsa('ES384'),
  ecdsa_secp521r1_sha512_p1363: ecdsa('ES512'),
  rsa_oaep_2048_sha1_mgf1sha1: oaep('sha1'),
  rsa_oaep_2048_sha256_mgf1sha256: oaep('sha256'),
  aes_gcm: gcm,
  json_web_signature: jws,
  json_web_encryption: jwe,
}

function tryFile(folder: string, name: string, accepts: Try): readonly string[] {
  const { testGroups } = JSON.parse(readFileSync(join(folder, 'testvectors_v1', `${name}_test.json`), 'utf8'))
  const counts = { valid: 0, invalid: 0, acceptable: 0, apart: 0 }
  const wrong: string[] = []
  for (const group of testGroups as readonly Group[])
    for (const vector of group.tests) {
      const isAccepted = accepts(vector, group)
      counts[isAccepted === undefined ? 'apart' : vector.result]++
      if (isAccepted === undefined || vector.result === 'acceptable') continue
      if (isAccepted !== (vector.result === 'valid'))
        wrong.push(
          `${name} ${vector.tcId}: ${vector.result}, and ${isAccepted ? 'accepted' : 'refused'}: ${vector.comment}`,
        )
    }
  const { valid, invalid, acceptable, apart } = counts
  console.log(
    `${name}: ${valid} valid, ${invalid} invalid, ${acceptable} either; ${apart} not supported; ${wrong.length} wrong`,
  )
  return wrong
}

/** What came of every file, and what was judged wrongly. */
export function tryWycheproof(folder: string): { readonly hasPassed: boolean } {
  const wrong = Object.entries(files).flatMap(([name, accepts]) => tryFile(folder, name, accepts))
  for (const line of wrong) console.log(line)
  return { hasPassed: wrong.length === 0 }
}
