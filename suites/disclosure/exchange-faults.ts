import { type Fault, fault } from '../../src/model/fault.ts'
import { isObject, type JsonObject, type Writable, writeJson } from '../../src/protocol/json.ts'
import { after, answering, instead, put } from '../deviations.ts'
import { SD } from './requirements.ts'

/** Issuers with an order of their own for the digests, which come in the order of the claims. */
const ordered = (how: (digests: readonly string[]) => readonly string[]) =>
  instead('issuer', 'embed', (honest) => (payload, digests) => put('/_sd', how(digests))(honest(payload, digests)))

/** Verifiers that judge by the claims that they read. */
const deciding = (how: (made: Writable, claims: JsonObject) => Writable) =>
  after('verifier', 'decide', (made, [claims]) => how(made, claims))

const refusal = { accepted: false, refused: ['SD-INCLUDED'] }
const count = (claims: JsonObject): number => Object.keys(claims).length

/** Answers with an error where nothing was disclosed. */
const failingOnNone = answering('verifier', 'presentation', (replied) => {
  const { claims } = JSON.parse(replied.body) as { readonly claims?: JsonObject } // our own verifier wrote it
  return isObject(claims) && count(claims) === 0 ? { ...replied, status: 422, body: writeJson(refusal) } : replied
})

// biome-ignore format: a table, one row a line.
export const exchangeFaults: readonly Fault[] = [
  fault(SD.SHUFFLED, 'leaves the digests in the order of the claims', ordered((digests) => digests)),
  fault(SD.SHUFFLED, 'turns the order of the claims round', ordered((digests) => digests.toReversed())),
  fault(SD.SHUFFLED, 'leaves a dozen digests where they are and sorts the rest', ordered((digests) => [...digests.slice(0, 12), ...digests.slice(12).toSorted()])),
  fault(SD['ANY-SUBSET'], 'refuses who discloses nothing', deciding((made, claims) => (count(claims) === 0 ? refusal : made))),
  fault(SD['ANY-SUBSET'], 'refuses who discloses nothing, with an error', failingOnNone),
  fault(SD['ANY-SUBSET'], 'refuses who discloses one claim alone', deciding((made, claims) => (count(claims) === 1 ? refusal : made))),
  fault(SD['ANY-SUBSET'], 'loses the last claim that is disclosed', deciding((made, claims) => put('/claims', Object.fromEntries(Object.entries(claims).slice(0, -1)))(made))),
  fault(SD['ANY-SUBSET'], 'reads a claim that nobody disclosed', deciding((made) => put('/claims/AgeAbove18', true)(made))),
  fault(SD['ANY-SUBSET'], 'reads names in place of values', deciding((made, claims) => put('/claims', Object.fromEntries(Object.keys(claims).map((name) => [name, name])))(made))),
]
