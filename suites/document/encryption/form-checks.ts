import { type ArtefactCheck, checkArtefact } from '../../../model/check.ts'
import { type Finding, finding, showValue } from '../../../model/finding.ts'
import { describeKind, isObject } from '../../../protocol/encoding/json.ts'
import type { Jwe } from '../../../protocol/jose/jwe.ts'
import { listPrivateMembers } from '../../../protocol/jose/jwk.ts'
import { ENC } from './requirements.ts'

/** The octets of the initialization vector and of the authentication tag, for each `enc` of RFC 7518, section 5.1. */
const lengths: ReadonlyMap<unknown, { readonly iv: number; readonly tag: number }> = new Map([
  ['A128GCM', { iv: 12, tag: 16 }],
  ['A192GCM', { iv: 12, tag: 16 }],
  ['A256GCM', { iv: 12, tag: 16 }],
  ['A128CBC-HS256', { iv: 16, tag: 16 }],
  ['A192CBC-HS384', { iv: 16, tag: 24 }],
  ['A256CBC-HS512', { iv: 16, tag: 32 }],
])

const checkForm = (kind: 'encrypted-request' | 'encrypted-response'): ArtefactCheck =>
  checkArtefact(ENC.FORM, kind, function* ({ jwe }) {
    yield* checkHeader(jwe)
    yield* checkParts(jwe)
    return undefined
  })

function* checkHeader({ header: { alg, enc, crit, epk } }: Jwe): Generator<Finding> {
  if (typeof alg !== 'string') yield finding('/header/alg', 'a string', describeKind(alg))
  if (!lengths.has(enc)) yield finding('/header/enc', 'an `enc` of RFC 7518, section 5.1', showValue(enc))
  if (crit !== undefined) yield finding('/header/crit', 'nothing', describeKind(crit), 'no extension is defined')
  const secrets = isObject(epk) ? listPrivateMembers(epk) : []
  if (secrets.length > 0) yield finding('/header/epk', 'a public key', `a key with ${secrets.join(', ')}`)
}

function* checkParts({ header: { alg, enc }, encryptedKey, iv, tag }: Jwe): Generator<Finding> {
  const expected = lengths.get(enc)
  if (expected && iv.length !== expected.iv)
    yield finding('initialization vector', `${expected.iv} octets`, `${iv.length} octets`)
  if (expected && tag.length !== expected.tag)
    yield finding('authentication tag', `${expected.tag} octets`, `${tag.length} octets`)
  const hasKey = typeof alg !== 'string' || alg === 'ECDH-ES' || alg === 'dir' || encryptedKey.length > 0
  if (!hasKey) yield finding('encrypted key', 'a key', 'nothing')
}

export const formChecks: readonly ArtefactCheck[] = [checkForm('encrypted-request'), checkForm('encrypted-response')]
