import { parseTolerantly } from '../encoding/json.ts'
import { attempt } from '../encoding/problem.ts'
import { readSigned } from '../jose/jws.ts'

/** A signed text of another specification: it may have certificates, as a key attestation has, and is none. */
export interface OtherArtefact {
  readonly name: string
  /** The profile that has requirements for it. */
  readonly profile?: string
}

const openId4Vci = { profile: 'openid4vci-1.0' } as const

/** By their `typ`, in lower case and without `application/`. */
const otherTypes: Readonly<Record<string, OtherArtefact>> = {
  'oauth-client-attestation+jwt': { name: 'a wallet attestation' },
  'oauth-client-attestation-pop+jwt': { name: 'the proof of possession of a wallet attestation' },
  'oauth-authz-req+jwt': { name: 'a request object', profile: 'openid4vp-1.0' },
  'dpop+jwt': { name: 'a DPoP proof' },
  'at+jwt': { name: 'an access token' },
  'openidvci-issuer-metadata+jwt': { name: 'signed issuer metadata', ...openId4Vci },
  'openid4vci-proof+jwt': { name: 'a key proof', ...openId4Vci },
}

/** Recognises a signed text of another specification by its `typ`. Whatever attests keys is a key attestation all the same. */
export function recogniseOtherArtefact(text: string): OtherArtefact | undefined {
  const signed = attempt(() => readSigned(text.trim()))
  if ('problem' in signed) return undefined
  const { header, body } = signed.value
  const typ = typeof header.typ === 'string' ? header.typ.toLowerCase().replace(/^application\//, '') : ''
  if (!Object.hasOwn(otherTypes, typ)) return undefined
  const claims = attempt(() => parseTolerantly(body))
  return 'value' in claims && Object.hasOwn(claims.value, 'attested_keys') ? undefined : otherTypes[typ]
}
