import { type ArtefactCheck, checkArtefact } from '../../../model/check.ts'
import { type Finding, finding, showValue } from '../../../model/finding.ts'
import { describeKind, isObject } from '../../../protocol/encoding/json.ts'
import type { Jwe } from '../../../protocol/jose/jwe.ts'
import { listPrivateMembers } from '../../../protocol/jose/jwk.ts'
import { findWrongParts, isContentEncryption } from '../../jose/jwe-rules.ts'
import { ENC } from './requirements.ts'

const checkForm = (kind: 'encrypted-request' | 'encrypted-response'): ArtefactCheck =>
  checkArtefact(ENC.FORM, kind, function* ({ jwe }) {
    yield* checkHeader(jwe)
    yield* findWrongParts(jwe)
    return undefined
  })

function* checkHeader({ header: { alg, enc, crit, epk } }: Jwe): Generator<Finding> {
  if (typeof alg !== 'string') yield finding('/header/alg', 'a string', describeKind(alg))
  if (!isContentEncryption(enc)) yield finding('/header/enc', 'an `enc` of RFC 7518, section 5.1', showValue(enc))
  if (crit !== undefined) yield finding('/header/crit', 'nothing', describeKind(crit), 'no extension is defined')
  const secrets = isObject(epk) ? listPrivateMembers(epk) : []
  if (secrets.length > 0) yield finding('/header/epk', 'a public key', `a key with ${secrets.join(', ')}`)
}

export const formChecks: readonly ArtefactCheck[] = [checkForm('encrypted-request'), checkForm('encrypted-response')]
