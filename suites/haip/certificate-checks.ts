import { X509Certificate } from 'node:crypto'
import { type Check, checkArtefact } from '../../model/check.ts'
import { type CheckContext, inconclusive, notApplicable } from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { ArtefactContents } from '../../protocol/artefacts/artefact.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { isSignatureAlgorithm, verifySignature } from '../../protocol/jose/signature-algorithms.ts'
import { type Certificate, readChain } from '../../protocol/x509/certificate.ts'
import { exportKey } from '../../protocol/x509/chain.ts'
import { inspectSignature } from '../jose/jwt-rules.ts'
import { readOwnChain } from '../jose/signer-keys.ts'
import { findUnless } from '../kit/values.ts'
import { HAIPVC, HAIPVCI, HAIPVP } from './requirements.ts'

/** The kinds whose signatures are by a key in `x5c`, with the headers of these. */
const listHeaders = {
  'vp-request-object': ({ signatures }) => signatures.map(({ header }) => header),
  'sd-jwt': ({ signatures }) => signatures.map(({ header }) => header),
  'status-list-token': ({ format, signatures }) => (format === 'jwt' ? signatures.map(({ header }) => header) : []),
  'vci-signed-metadata': ({ header }) => [header],
  'vci-key-attestation': ({ header }) => [header],
} as const satisfies {
  readonly [K in keyof ArtefactContents]?: (content: ArtefactContents[K]) => readonly JsonObject[]
}

type Kind = keyof typeof listHeaders

type Chain = readonly Certificate[]

const readCertificates = ({ x5c }: JsonObject): Chain | undefined => {
  const read = attempt(() => readChain(x5c))
  return 'value' in read ? read.value : undefined
}

/** Whether a certificate names itself as its issuer, and is signed by its own key. */
export function isSelfSigned({ issuer, subject, x509 }: Certificate): boolean {
  const verified = attempt(() => {
    try {
      return x509.verify(x509.publicKey)
    } catch {
      return false // a key of an unknown kind
    }
  })
  return issuer.equals(subject) && 'value' in verified && verified.value
}

const isAnchor = ({ der }: Certificate, anchors: readonly string[]): boolean =>
  anchors.some((pem) => {
    const read = attempt(() => (pem.includes('CERTIFICATE') ? new X509Certificate(pem).raw : Buffer.of()))
    return 'value' in read && read.value.equals(der)
  })

/** A check of the headers of one kind, as one list. */
const checkHeaders = (
  row: Requirement,
  kind: Kind,
  inspect: (header: JsonObject, anchors: readonly string[]) => { readonly isGood: boolean; readonly expected: string },
): Check =>
  checkArtefact(row, kind, function* (content, { anchors = [] }) {
    const headers = (listHeaders[kind] as (content: unknown) => readonly JsonObject[])(content) // the content of this kind
    if (headers.length === 0) return notApplicable('it is not a JWT')
    for (const header of headers) {
      const { isGood, expected } = inspect(header, anchors)
      yield* findUnless(isGood, 'header/x5c', expected, header.x5c)
    }
    return undefined
  })

/** A check of certificates that can be read. */
const checkChain = (
  row: Requirement,
  kind: Kind,
  expected: string,
  isGood: (chain: Chain, anchors: readonly string[]) => boolean,
): Check =>
  checkArtefact(row, kind, function* (content, { anchors = [] }) {
    const headers = (listHeaders[kind] as (content: unknown) => readonly JsonObject[])(content) // the content of this kind
    if (headers.every(({ x5c }) => x5c === undefined)) return notApplicable('it has no certificates')
    for (const header of headers) {
      const chain = readCertificates(header)
      if (!chain) return inconclusive('its certificates cannot be read')
      yield* findUnless(isGood(chain, anchors), 'header/x5c', expected, header.x5c)
    }
    return undefined
  })

const checkPresent = (row: Requirement, kind: Kind): Check =>
  checkHeaders(row, kind, (header) => ({ isGood: readCertificates(header) !== undefined, expected: 'certificates' }))

/** A list is signed by the key of its own certificate; who that is, the trusted roots say. */
const listSigned = checkArtefact(HAIPVC['LIST-X5C'], 'status-list-token', function* ({ format, signatures }, context) {
  if (format !== 'jwt') return notApplicable('it is not a JWT')
  for (const { header, ...signed } of signatures) {
    yield* findUnless(readCertificates(header) !== undefined, 'header/x5c', 'certificates', header.x5c)
    const findKeys = (known: CheckContext) => readOwnChain(header.x5c, known, 'the status service')
    const remark = yield* inspectSignature({ ...signed, header, payload: {}, findKeys }, context)
    if (remark) return remark
  }
  return undefined
})

/** A key attestation is signed by the key of its own certificate; whether that is trusted is for others to say. */
const attestationSigned = checkArtefact(HAIPVCI['KEY-X5C'], 'vci-key-attestation', function* ({ header, ...signed }) {
  const [leaf] = readCertificates(header) ?? []
  yield* findUnless(leaf !== undefined, 'header/x5c', 'certificates', header.x5c)
  const { alg } = header
  const key = leaf && exportKey(leaf)
  if (!key || typeof alg !== 'string' || !isSignatureAlgorithm(alg)) return undefined
  const { isValid } = verifySignature(alg, key, signed.signingInput, signed.signature)
  yield* findUnless(isValid, 'header/x5c', 'the certificate of the key that signed it', header.x5c)
  return undefined
})

const checkAnchor = (row: Requirement, kind: Kind): Check =>
  checkChain(
    row,
    kind,
    'no trust anchor',
    (chain, anchors) => !chain.some((each, i) => isAnchor(each, anchors) || (i > 0 && isSelfSigned(each))),
  )

const checkSelf = (row: Requirement, kind: Kind): Check =>
  checkChain(row, kind, 'a certificate by an authority', ([leaf]) => !leaf || !isSelfSigned(leaf))

export const checks: readonly Check[] = [
  checkAnchor(HAIPVP.ANCHOR, 'vp-request-object'),
  checkSelf(HAIPVP.SELF, 'vp-request-object'),
  checkPresent(HAIPVC.X5C, 'sd-jwt'),
  checkAnchor(HAIPVC.ANCHOR, 'sd-jwt'),
  checkSelf(HAIPVC.SELF, 'sd-jwt'),
  listSigned,
  checkAnchor(HAIPVC['LIST-ANCHOR'], 'status-list-token'),
  checkSelf(HAIPVC['LIST-SELF'], 'status-list-token'),
  checkPresent(HAIPVCI.X5C, 'vci-signed-metadata'),
  checkAnchor(HAIPVCI.ANCHOR, 'vci-signed-metadata'),
  checkSelf(HAIPVCI.SELF, 'vci-signed-metadata'),
  attestationSigned,
  checkAnchor(HAIPVCI['KEY-ANCHOR'], 'vci-key-attestation'),
  checkSelf(HAIPVCI['KEY-SELF'], 'vci-key-attestation'),
]
