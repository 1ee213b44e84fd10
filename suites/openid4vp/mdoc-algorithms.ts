import { checkArtefact } from '../../model/check.ts'
import { type Inspection, inconclusive, notApplicable } from '../../model/finding.ts'
import { coseLabels, readCoseValue } from '../../protocol/cbor/cose.ts'
import { type CborMap, type CborValue, isCborMap } from '../../protocol/cbor/decode.ts'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readCoseKey } from '../../protocol/mdoc/cose-key.ts'
import { readMdoc } from '../../protocol/mdoc/recognise.ts'
import { exportKey } from '../../protocol/x509/chain.ts'
import { findUnless, isText } from '../kit/values.ts'
import { readAuth, readCoseChain, readObject } from '../mdoc/parts.ts'
import { listPresented } from './presented.ts'
import { VPRESP } from './response-requirements.ts'

// Whether mdocs have algorithms that the verifier names (OpenID4VP 1.0, section B.2.2).

/** An algorithm of COSE, with the curve of the key. */
interface UsedAlgorithm {
  readonly alg: CborValue
  readonly curve: JsonValue | undefined
}

/** HMAC 256/256, as ISO/IEC 18013-5 has it. */
const hmac = 5

/** Algorithms that name their curve: those of signatures, and those of OpenID4VP for MACs. */
const fullySpecified: ReadonlyMap<JsonValue, UsedAlgorithm> = new Map([
  [-9, { alg: -7, curve: 'P-256' }],
  [-51, { alg: -35, curve: 'P-384' }],
  [-52, { alg: -36, curve: 'P-521' }],
  [-19, { alg: -8, curve: 'Ed25519' }],
  [-53, { alg: -8, curve: 'Ed448' }],
  [-65_537, { alg: hmac, curve: 'P-256' }],
  [-65_538, { alg: hmac, curve: 'P-384' }],
  [-65_539, { alg: hmac, curve: 'P-521' }],
  [-65_540, { alg: hmac, curve: 'X25519' }],
  [-65_541, { alg: hmac, curve: 'X448' }],
])

/** Algorithms of every curve and every key: each stands for itself alone. */
const plain: ReadonlySet<JsonValue> = new Set([hmac, -7, -8, -35, -36, -37, -38, -39, -257, -258, -259])

const readAlgorithm = (header: CborMap): CborValue => header.get(coseLabels.alg)

function readIssuer(document: CborMap): UsedAlgorithm | undefined {
  const signed = document.get('issuerSigned')
  const auth = isCborMap(signed) ? readAuth(signed) : undefined
  if (!auth) return undefined
  const [own] = readCoseChain(auth)
  return { alg: readAlgorithm(auth.protected), curve: own && exportKey(own)?.crv }
}

function readDevice(document: CborMap): UsedAlgorithm | undefined {
  const [issuerSigned, deviceSigned] = [document.get('issuerSigned'), document.get('deviceSigned')]
  const auth = isCborMap(deviceSigned) ? deviceSigned.get('deviceAuth') : undefined
  if (!isCborMap(issuerSigned) || !isCborMap(auth)) return undefined
  const proof = auth.get('deviceSignature') ?? auth.get('deviceMac')
  const message = readCoseValue(proof, { detached: Buffer.alloc(0), isMac: auth.has('deviceMac') })
  const info = readObject(issuerSigned)?.get('deviceKeyInfo')
  const key = isCborMap(info) ? readCoseKey(info.get('deviceKey')) : undefined
  return { alg: readAlgorithm(message.protected), curve: key?.crv }
}

/** The algorithms of a presentation; those that cannot be read are left to the rows about their form. */
function listUsed(text: string, read: (document: CborMap) => UsedAlgorithm | undefined): readonly UsedAlgorithm[] {
  const found = attempt(() => {
    const documents = readMdoc(text).get('documents')
    return (Array.isArray(documents) ? documents : []).filter(isCborMap).flatMap((each) => read(each) ?? [])
  })
  return 'value' in found ? found.value : []
}

/** The algorithms that a request names for mdocs. */
function listWanted({ client_metadata: metadata }: JsonObject, name: string): readonly JsonValue[] | undefined {
  const formats = isObject(metadata) ? metadata.vp_formats_supported : undefined
  const own = isObject(formats) ? formats.mso_mdoc : undefined
  const values = isObject(own) ? own[name] : undefined
  return Array.isArray(values) ? values : undefined
}

/** Whether a value is that algorithm, or its like without a curve; nothing, if it is not known what it stands for. */
function isWanted(value: JsonValue, { alg, curve }: UsedAlgorithm): boolean | undefined {
  if (value === alg || value === fullySpecified.get(Number(alg))?.alg) return true
  const known = fullySpecified.get(value)
  if (!known) return plain.has(value) ? false : undefined
  if (known.alg !== alg) return false
  return curve === undefined ? undefined : known.curve === curve
}

function* inspectUsed(at: string, used: UsedAlgorithm, wanted: readonly JsonValue[]): Inspection {
  const answers = wanted.map((each) => isWanted(each, used))
  if (answers.includes(true)) return undefined
  if (answers.includes(undefined)) return inconclusive('an algorithm that the verifier names is not known')
  yield* findUnless(false, at, wanted.join(' or '), `${used.alg}`)
  return undefined
}

const rows = [
  { row: VPRESP['ISSUER-ALG'], name: 'issuerauth_alg_values', part: 'issuerAuth', read: readIssuer },
  { row: VPRESP['DEVICE-ALG'], name: 'deviceauth_alg_values', part: 'deviceAuth', read: readDevice },
] as const

export const checks = rows.map(({ row, name, part, read }) =>
  checkArtefact(row, 'vp-response', function* (content, context) {
    const { presentationRequest: request } = context
    if (!request) return notApplicable('the request was not given: see --presentation-request')
    const wanted = listWanted(request, name)
    if (!wanted) return notApplicable(`the request names no \`${name}\``)
    for (const { at, value, query } of listPresented(content, context)) {
      if (query.format !== 'mso_mdoc' || !isText(value)) continue
      for (const used of listUsed(value, read)) {
        const remark = yield* inspectUsed(`${at}/${part}`, used, wanted)
        if (remark) return remark
      }
    }
    return undefined
  }),
)
