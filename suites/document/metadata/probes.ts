import type { JsonObject, JsonValue } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { readJwe } from '../../../protocol/jose/jwe.ts'
import { readJws } from '../../../protocol/jose/jws.ts'
import { unrelatedRsaKey } from '../../kit/unrelated-keys.ts'
import { put } from '../kit/edits.ts'
import { legalProbe } from '../kit/legal-probe.ts'
import { mutate } from '../kit/message-mutations.ts'
import { findRequest, readResponse } from '../kit/probe-sessions.ts'
import type { Message } from '../model/endpoints.ts'
import { type StatefulProbe, statefulProbe } from '../model/probe.ts'
import { KEY_SOURCE, PROFILE } from './decisions.ts'
import { META } from './requirements.ts'

const unknownValue = { since: 1, notes: ['x', null] }
const addUnknownMember = (place: string) => mutate.metadata(put(`${place}/assay_extra`, unknownValue))

/** Requests the metadata again, as a JWT. An issuer that does not return one does not support signed metadata. */
const requestSigned: StatefulProbe['run'] = async ({ decide, runSession, send }) => {
  if (decide(PROFILE) !== 'openid4vci-1.0') return undefined
  const messages = await runSession()
  const request = findRequest(messages, 'issuerMetadata')
  const response =
    request &&
    (await send('issuerMetadata', { ...request, headers: { ...request.headers, accept: 'application/jwt' } }))
  const read = attempt(() => readJws(response?.status === 200 ? response.body : ''))
  if (!('value' in read)) return undefined
  const { header, payload } = read.value
  const wrong = findDefect(header, payload, readResponse(messages, 'issuerMetadata').credential_issuer)
  return { answer: 'accepted', ...(wrong !== undefined && { wrong }) }
}

const signedMetadataType = /^(?:application\/)?openidvci-issuer-metadata\+jwt$/i

function findDefect({ typ }: JsonObject, { sub }: JsonObject, issuer: JsonValue | undefined): string | undefined {
  if (typeof typ !== 'string' || !signedMetadataType.test(typ))
    return 'signed, with another `typ` than that of signed metadata'
  if (typeof sub !== 'string') return 'signed, without `sub`'
  const isOther = typeof issuer === 'string' && sub !== issuer
  return isOther ? 'signed, with another issuer in `sub` than in the unsigned metadata' : undefined
}

const nextKey = { ...unrelatedRsaKey, kid: 'next-request-key', use: 'enc', alg: 'RSA-OAEP-256' }

/** The key ID of the request in a deeplink. */
function readRequestKid(messages: readonly Message[]): JsonValue | undefined {
  const link = messages.findLast(({ endpoint }) => endpoint === 'deeplink')?.request.url ?? ''
  const values = [...new URLSearchParams(link.split('?').slice(1).join('?')).values()]
  const opened = values.flatMap((value) => {
    const read = attempt(() => readJwe(value))
    return 'value' in read ? [read.value] : []
  })
  return opened[0]?.header.kid
}

/** Publishes a key, and then another. A wallet that names no key, or sends no request, shows nothing. */
const replaceKey: StatefulProbe['run'] = async ({ decide, runSession }) => {
  if (decide(KEY_SOURCE) !== 'metadata') return undefined
  await runSession()
  const kid = readRequestKid(await runSession({ mutation: mutate.metadata(put(requestKeys, [nextKey])) }))
  if (typeof kid !== 'string') return undefined
  return kid === nextKey.kid ? 'accepted' : { answer: 'accepted', wrong: 'with a request to an earlier key' }
}

/** Publishes only a weak key. A wallet that goes on with a key from a ceremony does not use it. */
const publishOnly =
  (weak: JsonObject): StatefulProbe['run'] =>
  async ({ decide, runSession }) => {
    if (decide(KEY_SOURCE) !== 'metadata') return undefined
    const kid = 'weak-request-key'
    const messages = await runSession({ mutation: mutate.metadata(put(requestKeys, [{ ...nextKey, ...weak, kid }])) })
    if (!messages.some(({ endpoint }) => endpoint === 'issuerMetadata')) return 'inconclusive'
    return readRequestKid(messages) === kid ? 'accepted' : 'refused'
  }

/** An odd modulus of 1,024 bits. */
const shortModulus = Buffer.alloc(128, 0xc5).toString('base64url')

const requestKeys = '/credential_request_encryption/jwks/keys'

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(META.CURRENT, 'wallet', 'publishes another key than in the session before', 'accepted', replaceKey, { isAlone: true }),
  statefulProbe(META['WEAK-UNUSED'], 'wallet', 'publishes only an RSA key of 1024 bits', 'refused', publishOnly({ n: shortModulus })),
  statefulProbe(META.SIGNED, 'issuer', 'requests signed metadata', 'accepted', requestSigned),
  legalProbe(META.EXTRAS, 'wallet', 'serves metadata with an unknown member', addUnknownMember('')),
  legalProbe(META.EXTRAS, 'wallet', 'serves metadata with an unknown member in a credential configuration', addUnknownMember('/credential_configurations_supported/identity_credential')),
  legalProbe(META.EXTRAS, 'wallet', 'serves metadata with an unknown member beside the key', addUnknownMember('/credential_request_encryption')),
  legalProbe(META.EXTRAS, 'wallet', 'serves metadata with an unknown member in the key', addUnknownMember('/credential_request_encryption/jwks/keys/0')),
]
