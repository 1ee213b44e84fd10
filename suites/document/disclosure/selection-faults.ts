import { isObject, type JsonObject, type Writable, writeJson } from '../../../protocol/encoding/json.ts'
import { put } from '../kit/edits.ts'
import { changeResponse, changeResult } from '../kit/mutations.ts'
import { type Fault, fault } from '../model/fault.ts'
import { placeDigests } from './edits.ts'
import { SD } from './requirements.ts'

/** Changes the answer of the verifier, which may depend on the disclosed claims. */
const changeAnswer = (how: (answer: Writable, claims: JsonObject) => Writable) =>
  changeResult('verifier', 'decide', (answer, [claims]) => how(answer, claims))

/** Changes the claims in the answer of the verifier. */
const changeReadClaims = (how: (claims: JsonObject) => JsonObject) =>
  changeAnswer((answer, claims) => put('/claims', how(claims))(answer))

const rejection = { accepted: false, refused: ['SD-INCLUDED'] }

const count = (claims: JsonObject): number => Object.keys(claims).length

/** Rejects presentations with so many claims. */
const rejectWith = (rejected: number) =>
  changeAnswer((answer, claims) => (count(claims) === rejected ? rejection : answer))

const rejectEmptyWithError = changeResponse('verifier', 'presentation', (response) => {
  const { claims } = JSON.parse(response.body) as { readonly claims?: JsonObject } // the reference verifier wrote it
  return isObject(claims) && count(claims) === 0 ? { ...response, status: 422, body: writeJson(rejection) } : response
})

/** Moves so many digests from the beginning to the end as the first one says. */
function rotate(digests: readonly string[]): readonly string[] {
  const start = (digests[0] ?? ' ').charCodeAt(0) % Math.max(1, digests.length)
  return [...digests.slice(start), ...digests.slice(0, start)]
}

const dropLast = (claims: JsonObject): JsonObject => Object.fromEntries(Object.entries(claims).slice(0, -1))
const readNames = (claims: JsonObject): JsonObject =>
  Object.fromEntries(Object.keys(claims).map((name) => [name, name]))

/** Faults in the order of the digests, and of verifiers to which disclosures are presented. */
// biome-ignore format: a table, one row a line.
export const selectionFaults: readonly Fault[] = [
  fault(SD.SHUFFLED, 'leaves the digests in the order of the claims', placeDigests((digests) => digests)),
  fault(SD.SHUFFLED, 'puts the digests in the reverse order of the claims', placeDigests((digests) => digests.toReversed())),
  fault(SD.SHUFFLED, 'begins with another claim in every credential and keeps their order', placeDigests(rotate)),
  fault(SD.SHUFFLED, 'leaves twelve digests in the order of the claims and sorts the others', placeDigests((digests) => [...digests.slice(0, 12), ...digests.slice(12).toSorted()])),
  fault(SD['ANY-SUBSET'], 'rejects a presentation without disclosures', rejectWith(0)),
  fault(SD['ANY-SUBSET'], 'rejects a presentation without disclosures, with an error status', rejectEmptyWithError),
  fault(SD['ANY-SUBSET'], 'rejects a presentation with one disclosure', rejectWith(1)),
  fault(SD.READ, 'loses the last disclosed claim', changeReadClaims(dropLast)),
  fault(SD.READ, 'adds a claim that was not disclosed', changeAnswer((answer) => put('/claims/AgeAbove18', true)(answer))),
  fault(SD.READ, 'reads names as values', changeReadClaims(readNames)),
]
