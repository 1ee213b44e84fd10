import { type Check, checkArtefact } from '../../model/check.ts'
import { finding, inconclusive, showValue } from '../../model/finding.ts'
import type { Disclosure } from '../../protocol/sd-jwt/disclosure.ts'
import { explainDigest } from '../../protocol/sd-jwt/explain-digest.ts'
import type { AnySdJwt } from '../../protocol/sd-jwt/presentation.ts'
import { applyDisclosures, type ProcessedSdJwt } from '../../protocol/sd-jwt/processing.ts'
import { explainSalts } from '../kit/guessable-values.ts'
import { SDJWT } from './requirements.ts'

const readable = checkArtefact(SDJWT.DISCLOSURE, 'sd-jwt', function* ({ disclosures }) {
  for (const [i, { text, content, problem }] of disclosures.entries()) {
    if (problem) yield finding(`disclosure ${i + 1}`, 'a JSON array', text === '' ? 'nothing' : problem.message)
    else if (!Array.isArray(content)) yield finding(`disclosure ${i + 1}`, 'a JSON array', showValue(typeof content))
  }
  return undefined
})

/** For how many disclosures all known mistakes are tried, and the hashes that one of them takes. */
const [maxExplained, hashesPerExplanation] = [4, 600]

const referenced = checkArtefact(SDJWT.REFERENCED, 'sd-jwt', function* (sdJwt, { derive, budget }) {
  const processed = derive(applyDisclosures, sdJwt)
  if (!processed) return inconclusive(`Assay does not compute the hash function ${showValue(sdJwt.payload._sd_alg)}`)
  let explained = 0
  for (const [i, disclosure] of listReadable(sdJwt)) {
    if (processed.places.has(i) || isRepetition(sdJwt, i)) continue
    const isTried = explained++ < maxExplained && budget.take('hashes', hashesPerExplanation)
    const diagnosis = isTried ? diagnose(disclosure, processed) : undefined
    yield finding(`disclosure ${i + 1}`, 'a digest that refers to it', 'none', diagnosis)
  }
  return undefined
})

/** Disclosures that are arrays: another requirement is about the others. */
const listReadable = ({ disclosures }: AnySdJwt): readonly (readonly [number, Disclosure])[] =>
  [...disclosures.entries()].filter(([, { content }]) => Array.isArray(content))

/** Whether a disclosure occurred before: another requirement is about that. */
const isRepetition = ({ disclosures }: AnySdJwt, index: number): boolean =>
  disclosures.findIndex(({ text }) => text === disclosures[index]?.text) < index

function diagnose(disclosure: Disclosure, { digests, faults }: ProcessedSdJwt): string {
  const solution = explainDigest(disclosure, digests)
  if (solution && 'mistake' in solution) return `its digest was made ${solution.mistake}`
  if (solution?.construction === 'disclosure') return 'its digest was made by SHA-256, which `_sd_alg` does not name'
  if (solution) return 'its digest was made over salt, name and value one by one, not over the disclosure'
  const isBroken = faults.some(({ code }) => code === 'property-form' || code === 'element-form')
  return isBroken
    ? 'the disclosure that refers to it cannot be used'
    : 'it was changed or added, or belongs to a disclosure that is missing'
}

const once = checkArtefact(SDJWT['DISCLOSED-ONCE'], 'sd-jwt', function* (sdJwt) {
  for (const i of sdJwt.disclosures.keys())
    if (isRepetition(sdJwt, i)) yield finding(`disclosure ${i + 1}`, 'another disclosure', 'one that occurred before')
  return undefined
})

function listSalts(sdJwt: AnySdJwt): readonly (readonly [number, string])[] {
  return listReadable(sdJwt).flatMap(([i, { content }]) => {
    const [salt] = Array.isArray(content) && content.length <= 3 ? content : []
    return typeof salt === 'string' && !isRepetition(sdJwt, i) ? [[i, salt] as const] : []
  })
}

const saltOnce = checkArtefact(SDJWT['SALT-ONCE'], 'sd-jwt', function* (sdJwt) {
  const seen = new Set<string>()
  for (const [i, salt] of listSalts(sdJwt)) {
    if (seen.has(salt)) yield finding(`disclosure ${i + 1}`, 'a unique salt', 'the salt of another disclosure')
    seen.add(salt)
  }
  return undefined
})

/** Characters that hold 128 random bits in base64url. In hexadecimal digits it takes 32. */
const shortest = { base64url: 22, hex: 32 }

const saltLength = checkArtefact(SDJWT['SALT-LENGTH'], 'sd-jwt', function* (sdJwt) {
  for (const [i, salt] of listSalts(sdJwt)) {
    const least = /^[0-9a-f]+$/.test(salt) ? shortest.hex : shortest.base64url
    if (salt.length < least)
      yield finding(`disclosure ${i + 1}`, `a salt of ${least} characters`, `${salt.length} characters`)
  }
  return undefined
})

const saltRandom = checkArtefact(SDJWT['SALT-RANDOM'], 'sd-jwt', function* (sdJwt) {
  const salts = listSalts(sdJwt).map(([, salt]) => salt)
  const weakness = explainSalts(salts)
  if (weakness !== undefined) yield finding('the disclosures', 'random salts', `${weakness}, of ${salts.length} salts`)
  return undefined
})

export const checks: readonly Check[] = [readable, referenced, once, saltOnce, saltRandom, saltLength]
