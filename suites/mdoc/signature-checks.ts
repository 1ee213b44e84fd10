import type { Check } from '../../model/check.ts'
import { finding, type Inspection, inconclusive, notApplicable } from '../../model/finding.ts'
import { checkFacet } from '../../model/foundation/facet.ts'
import type { Requirement } from '../../model/requirement.ts'
import { coseLabels, nameCoseAlgorithm } from '../../protocol/cbor/cose.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { verifySignature } from '../../protocol/jose/signature-algorithms.ts'
import { drivingLicence, extendedKeyUsage, licenceIssuer } from '../../protocol/mdoc/driving-licence.ts'
import type { Extension } from '../../protocol/x509/certificate.ts'
import { exportKey, findChainFaults, findValidityFaults, isAnchored } from '../../protocol/x509/chain.ts'
import { showCbor } from '../cose/show-cbor.ts'
import { checkAuth, checkChain, readAuth, readCoseChain, readMoment, readObject } from './parts.ts'
import { coseOf, MDAUTH } from './requirements.ts'

const algorithms: ReadonlySet<unknown> = new Set(['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'Ed448'])

const leafPlace = '/issuerAuth unprotected/33/0'

/** A check of the purposes of the first certificate, for a driving licence. */
const checkPurpose = (row: Requirement, inspect: (usage: Extension | undefined) => Inspection): Check =>
  checkChain(row, function* ([leaf], signed, context) {
    const object = context.derive(readObject, signed)
    if (object?.get('docType') !== drivingLicence) return notApplicable('it is not a driving licence')
    return yield* inspect(leaf?.extensions.find(({ id }) => id === extendedKeyUsage))
  })

export const checks: readonly Check[] = [
  ...checkFacet(coseOf.issuer, (signed, { derive }) => {
    const auth = derive(readAuth, signed)
    return auth ? [{ at: '/issuerAuth ', view: auth }] : []
  }),
  checkAuth(MDAUTH.UNTAGGED, function* ({ tags }) {
    if (tags.length > 0) yield finding('/issuerAuth', 'no tag', `the tag ${tags.join(', ')}`)
    return undefined
  }),
  checkAuth(MDAUTH.ALG, function* (auth) {
    const alg = auth.protected.get(coseLabels.alg)
    if (!algorithms.has(nameCoseAlgorithm(alg)))
      yield finding('/issuerAuth protected/1', 'the number of ES256, ES384, ES512 or EdDSA', showCbor(alg))
    return undefined
  }),
  checkAuth(MDAUTH.CHAIN, function* (auth) {
    const read = attempt(() => readCoseChain(auth))
    const chain = auth.unprotected.get(coseLabels.x5chain)
    if (Array.isArray(chain) && chain.length === 1)
      yield finding('/issuerAuth unprotected/33', 'octets, if there is one certificate', 'an array of one certificate')
    else if ('problem' in read) yield finding('/issuerAuth unprotected/33', 'certificates in DER', read.problem.message)
    return undefined
  }),
  checkChain(MDAUTH.CHAINED, function* (chain, _, { now }) {
    const faults = [
      ...findChainFaults(chain),
      ...(now === undefined ? [] : findValidityFaults(chain, new Date(now * 1000))),
    ]
    // Whether a root made the last signature is what the next requirement is about.
    const last = chain.length - 1
    for (const { index, message } of faults.filter(({ index, fault }) => index < last || fault !== 'signature'))
      yield finding(`/issuerAuth unprotected/33/${index}`, 'a certificate of the chain', message)
    return undefined
  }),
  checkChain(MDAUTH.TRUSTED, function* (chain, _, { anchors }) {
    if (!anchors) return inconclusive('the trusted roots are unknown: pass --anchors')
    if (!isAnchored(chain, anchors)) yield finding('/issuerAuth unprotected/33', 'a trusted root at the end', 'none')
    return undefined
  }),
  checkChain(MDAUTH.SIGNED, function* ([leaf], signed, context) {
    const auth = context.derive(readAuth, signed)
    const key = leaf && exportKey(leaf)
    const alg = nameCoseAlgorithm(auth?.protected.get(coseLabels.alg))
    if (!auth || typeof alg !== 'string') return notApplicable('the algorithm is unknown')
    if (!key) return inconclusive('the key in the certificate cannot be used here')
    const verified = verifySignature(alg, key, auth.input.toString('latin1'), auth.signature)
    if (!verified.isValid)
      yield finding('/issuerAuth signature', 'a signature with the key in the certificate', verified.reason)
    return undefined
  }),
  checkChain(MDAUTH.DATED, function* ([leaf], signed, context) {
    const object = context.derive(readObject, signed)
    const moment = object && readMoment(object, 'signed')
    if (moment === undefined || !leaf) return notApplicable('`signed` is missing')
    if (moment < leaf.notBefore.getTime() || moment > leaf.notAfter.getTime())
      yield finding('/validityInfo/signed', 'a time at which the certificate was valid', new Date(moment).toISOString())
    return undefined
  }),
  checkChain(MDAUTH.USAGE, function* ([leaf]) {
    if (leaf?.keyUsage && !leaf.keyUsage.includes('digitalSignature'))
      yield finding('/issuerAuth unprotected/33/0', 'the key usage `digitalSignature`', leaf.keyUsage.join(', '))
    return undefined
  }),
  checkPurpose(MDAUTH.PURPOSE, function* (usage) {
    if (!usage?.value.includes(licenceIssuer))
      yield finding(leafPlace, 'the purpose of the issuer of a driving licence', 'another or none')
    return undefined
  }),
  checkPurpose(MDAUTH['PURPOSE-CRITICAL'], function* (usage) {
    if (usage && !usage.critical) yield finding(leafPlace, 'a critical extension', 'one that is not critical')
    return undefined
  }),
]
