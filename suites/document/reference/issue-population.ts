import { createECDH } from 'node:crypto'
import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import { type JsonObject, writeJson } from '../../../protocol/encoding/json.ts'
import { createIssuer } from '../actors/steps/issuer.ts'
import type { PopulationChange } from '../audit/population-change.ts'
import type { CredentialDraft } from '../model/actors.ts'
import type { FaultSettings } from '../model/fault.ts'
import { createEnvironment, fixtureSession } from './offline-exchange.ts'

/** What a population is made of. */
export interface PopulationPlan {
  readonly settings: FaultSettings
  readonly seed: string
  readonly credentials: number
  readonly change: PopulationChange
  /** Whether the credentials are signed. A population is compared without verifying any of them. */
  readonly isSigned: boolean
}

/** The signature of no key. */
const noSignature = 'A'.repeat(86)

/** Issues credentials one after the other, each in a second of its own and bound to another key. */
export function* issueEach({ settings, seed, credentials, change, isSigned }: PopulationPlan): Generator<string> {
  const environment = createEnvironment(settings, seed)
  const issuer = createIssuer(environment)
  const order = change.order ?? ((digests) => digests.toSorted())
  let first: CredentialDraft | undefined
  for (let place = 0; place < credentials; place++) {
    const holderKey = drawKey(environment.random, place)
    const draft = addTime(issuer.draft(fixtureSession, holderKey), place - credentials)
    first ??= draft
    const { header, payload, claims } = change.draft?.(draft, place, first) ?? draft
    const concealed = issuer.conceal(claims)
    const embedded = { ...payload, _sd: order(concealed.map(issuer.digest), place) }
    yield issuer.joinDisclosures(
      isSigned ? issuer.signCredential({ header, payload: embedded }) : leaveUnsigned(header, embedded),
      concealed.map(({ text }) => text),
    )
  }
}

/** Issues a whole population. */
export function issuePopulation(plan: PopulationPlan): readonly string[] {
  const all = [...issueEach(plan)]
  return plan.change.list?.(all) ?? all
}

const leaveUnsigned = (header: JsonObject, payload: JsonObject): string =>
  [...[header, payload].map((part) => encodeBase64url(writeJson(part))), noSignature].join('.')

const addTime = (draft: CredentialDraft, seconds: number): CredentialDraft => ({
  ...draft,
  payload: { ...draft.payload, iat: Number(draft.payload.iat) + seconds },
})

/** The key of a holder. Its private half is not kept. */
function drawKey(random: (octets: number) => Uint8Array, place: number) {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from([1, ...random(31)])) // smaller than the order of the curve
  const point = pair.getPublicKey()
  const encode = (octets: Buffer): string => octets.toString('base64url')
  const [x, y] = [encode(point.subarray(1, 33)), encode(point.subarray(33))]
  return { kty: 'EC', crv: 'P-256', x, y, kid: `holder-${place}`, alg: 'ES256' }
}
