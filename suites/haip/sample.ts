import { X509Certificate } from 'node:crypto'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { makeSample as makeVciSample, type VciChange } from '../openid4vci/sample.ts'
import { certify, encodeCertificates, hashId, rootCertificate } from '../openid4vp/request-sample.ts'
import { makeSample as makeVpSample, type VpChange } from '../openid4vp/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { makeVcSample, type VcChange } from '../sd-jwt-vc/sample.ts'
import type { Sample } from '../suite.ts'
import { makeSample as makeStatusSample, type StatusSampleChange } from '../token-status-list/sample.ts'

/** What a sample does otherwise than the usual message of its kind; one of these. */
export interface HaipChange {
  readonly vp?: VpChange
  readonly vci?: VciChange
  readonly credential?: VcChange
  readonly list?: StatusSampleChange
}

const keep = <T>(value: T): T => value

/** Adds the certificate of the signer to a header, unless it has one. */
const addCertificate = ({ kid: _, ...header }: JsonObject): JsonObject => ({
  ...encodeCertificates(certify()),
  ...header,
})

const anchors = [new X509Certificate(rootCertificate).toString()]

const usualClient = { client_id: hashId(certify()) }

function makeVp(change: VpChange): Sample {
  if (change.about !== 'vp-request-object') return makeVpSample(change)
  const { content = keep } = change
  return makeVpSample({ ...change, content: (all) => content({ ...all, ...usualClient }) })
}

function makeVci(change: VciChange): Sample {
  const { about, header = keep, content = keep } = change
  const isSigned = about === 'vci-signed-metadata' || about === 'vci-key-attestation'
  const facts = { anchors, ...change.facts }
  if (isSigned)
    return makeVciSample({ ...change, header: (all) => header(addCertificate(all)), key: keys.issuer, facts })
  if (about !== 'vci-token-response') return makeVciSample(change)
  return makeVciSample({ ...change, content: (all) => content({ ...all, token_type: 'DPoP' }) })
}

/** An SD-JWT VC; its signature is by the key that was given. */
function makeCredential(change: VcChange): Sample {
  const { header = keep } = change
  const { kind, text, facts } = makeVcSample({ ...change, header: (all) => header(addCertificate(all)) })
  return { kind, text, facts }
}

function makeList(change: StatusSampleChange): Sample {
  const { list = {} } = change
  const { header = keep } = list
  const added = (all: Parameters<typeof header>[0]) => header({ ...all, ...encodeCertificates(certify()) })
  const facts = { anchors, ...change.facts }
  return makeStatusSample({ ...change, list: { key: keys.issuer, ...list, header: added }, facts })
}

/** Makes a message of this profile. */
export function makeSample({ vp, vci, credential, list }: HaipChange = {}): Sample {
  if (vci) return makeVci(vci)
  if (credential) return makeCredential(credential)
  return list ? makeList(list) : makeVp(vp ?? { about: 'vp-request-object' })
}
