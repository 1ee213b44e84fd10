import { HarnessError } from '../../../model/errors.ts'
import { suggestWord } from '../../../model/suggest-word.ts'
import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { signEs256 } from '../../../protocol/jose/es256.ts'
import { chooseHash } from '../../../protocol/sd-jwt/hash-functions.ts'
import { readAnySdJwt } from '../../../protocol/sd-jwt/presentation.ts'
import { verifyText } from '../../../src/verify/verify-text.ts'
import type { HolderSteps } from '../actors/holder-steps.ts'
import { type HolderMutation, holderFaults, holderVariants, rejectedRows } from '../holder/faults.ts'
import { placeDisclosures, selectDisclosures } from '../holder/paths.ts'
import type { HolderAnswer, HolderQuestion } from './ask-holder.ts'

const usual: HolderSteps = {
  ignored: [],
  refuses: () => false,
  lacks: () => false,
  select: (selected) => selected,
  add: [],
  jwt: (jwt) => jwt,
  isBinding: true,
  header: { alg: 'ES256', typ: 'kb+jwt' },
  binding: (payload) => payload,
  hashed: (presented) => presented,
  hash: (own) => own,
  form: 'compact',
}

/** A holder in this process: it validates what it receives by the requirements of RFC 9901, and presents what is selected. */
export function createReferenceHolder(
  change: HolderMutation = (steps) => steps,
): (question: HolderQuestion) => Promise<HolderAnswer> {
  const steps = change(usual)
  return async (question) => {
    const broken = findBroken(question).find((id) => !steps.ignored.includes(id))
    if (broken !== undefined) return { rejected: broken }
    const read = attempt(() => readAnySdJwt(question.sdJwt))
    // What cannot be read breaks a requirement that it ignores.
    if (!('value' in read)) return { presentation: question.sdJwt }
    if (steps.refuses(read.value.payload)) return { rejected: 'its payload' }
    return present(question, steps)
  }
}

function findBroken({ sdJwt, jwks, now }: HolderQuestion): readonly string[] {
  const { results } = verifyText(sdJwt, { as: 'sd-jwt', profile: 'sd-jwt', jwks, now, keyBinding: 'refused' })
  return results
    .filter(({ outcome, requirement }) => outcome === 'failed' && rejectedRows.includes(requirement.id))
    .map(({ requirement }) => requirement.id)
}

function present(question: HolderQuestion, steps: HolderSteps): HolderAnswer {
  const { sdJwt, disclose: wanted, key } = question
  const all = placeDisclosures(sdJwt)
  const choice = { all, wanted, isBound: key !== undefined }
  if (steps.lacks(choice)) return { unsupported: 'this selection' }
  const disclosures = [...steps.select(selectDisclosures(all, wanted), choice).map(({ text }) => text), ...steps.add]
  const jwt = steps.jwt(sdJwt.slice(0, sdJwt.indexOf('~')))
  const presented = [jwt, ...disclosures, ''].join('~')
  const binding = key && steps.isBinding ? bind(question, presented, steps) : ''
  if (steps.form === 'compact') return { presentation: `${presented}${binding}` }
  const [head, payload, signature] = jwt.split('.')
  const header = { disclosures, ...(binding !== '' && { kb_jwt: binding }) }
  return { presentation: JSON.stringify({ payload, protected: head, signature, header }) }
}

function bind(
  { sdJwt, key = {}, audience, nonce, now }: HolderQuestion,
  presented: string,
  steps: HolderSteps,
): string {
  const { _sd_alg: own } = readAnySdJwt(sdJwt).payload
  const name = steps.hash(own)
  const hash = chooseHash(name === undefined ? {} : { _sd_alg: name })
  const sd_hash = hash?.compute(steps.hashed(presented, sdJwt)) ?? ''
  const payload = steps.binding({ iat: now, aud: audience ?? '', nonce: nonce ?? '', sd_hash })
  const input = [steps.header, payload].map((part) => encodeBase64url(JSON.stringify(part))).join('.')
  return `${input}.${signEs256(Buffer.from(input), key).toString('base64url')}`
}

/** What a fault or a variant of a holder changes. */
export function findHolderChange(kind: 'fault' | 'variant', id: string): HolderMutation {
  const all: readonly { readonly id: string; readonly change: HolderMutation }[] =
    kind === 'fault' ? holderFaults : holderVariants
  const found = all.find((each) => each.id.toLowerCase() === id.toLowerCase())
  if (found) return found.change
  const known = all.map((each) => each.id)
  throw new HarnessError('ERR_UNKNOWN_ID', `there is no ${kind} \`${id}\` of a holder${suggestWord(id, known)}`)
}
