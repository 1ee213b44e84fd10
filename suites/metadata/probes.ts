import { type StatefulProbe, statefulProbe } from '../../model/probe.ts'
import type { JsonObject, JsonValue } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readJws } from '../../protocol/jose/jws.ts'
import { put } from '../kit/edits.ts'
import { legalProbe } from '../kit/legal-probe.ts'
import { mutate } from '../kit/message-mutations.ts'
import { findRequest, readResponse } from '../kit/probe-sessions.ts'
import { PROFILE } from './decisions.ts'
import { META } from './requirements.ts'

const further = { since: 1, notes: ['x', null] }
const extra = (place: string) => mutate.metadata(put(`${place}/assay_extra`, further))

/** Asks once more, for a JWT. Who answers with anything else does not sign its metadata, and need not. */
const signed: StatefulProbe['run'] = async ({ decide, runSession: play, send }) => {
  if (decide(PROFILE) !== 'openid4vci-1.0') return undefined
  const hops = await play()
  const call = findRequest(hops, 'issuerMetadata')
  const replied =
    call && (await send('issuerMetadata', { ...call, headers: { ...call.headers, accept: 'application/jwt' } }))
  const read = attempt(() => readJws(replied?.status === 200 ? replied.body : ''))
  if (!('value' in read)) return undefined
  const { header, payload } = read.value
  const amiss = amissIn(header, payload, readResponse(hops, 'issuerMetadata').credential_issuer)
  return { answer: 'accepted', ...(amiss !== undefined && { wrong: amiss }) }
}

const type = /^(?:application\/)?openidvci-issuer-metadata\+jwt$/i

function amissIn({ typ }: JsonObject, { sub }: JsonObject, issuer: JsonValue | undefined): string | undefined {
  if (typeof typ !== 'string' || !type.test(typ))
    return 'signed, and not as metadata of an issuer: `typ` says otherwise'
  if (typeof sub !== 'string') return 'signed, and without the issuer in `sub`'
  const isOther = typeof issuer === 'string' && sub !== issuer
  return isOther ? 'signed, and with another issuer in `sub` than in the JSON' : undefined
}

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(META.SIGNED, 'issuer', 'asks for metadata that are signed', 'accepted', signed),
  legalProbe(META.EXTRAS, 'wallet', 'serves metadata with a member that nobody defined', extra('')),
  legalProbe(META.EXTRAS, 'wallet', 'serves metadata with a member in a template that nobody defined', extra('/credential_configurations_supported/identity_credential')),
  legalProbe(META.EXTRAS, 'wallet', 'serves metadata with a member beside the key that nobody defined', extra('/credential_request_encryption')),
  legalProbe(META.EXTRAS, 'wallet', 'serves metadata with a member in the key that nobody defined', extra('/credential_request_encryption/jwks/keys/0')),
]
