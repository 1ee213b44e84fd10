import { type ArtefactCheck, checkArtefact, checkReadable } from '../../../model/check.ts'
import { finding, inconclusive, showValue } from '../../../model/finding.ts'
import { findKeysById, listKeys } from '../../../protocol/jose/jwk.ts'
import * as signatures from '../../kit/signatures.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import { TYP } from './decisions.ts'
import { CRED } from './requirements.ts'

const types = { 'vc+sd-jwt': ['vc+sd-jwt'], 'dc+sd-jwt': ['dc+sd-jwt'], either: ['vc+sd-jwt', 'dc+sd-jwt'] }

const typ = checkArtefact(CRED.TYP, 'credential', function* ({ jws }, { decide }) {
  const decided = decide(TYP)
  const { typ: actual } = jws.header
  const isAllowed =
    decided === 'any'
      ? typeof actual === 'string' && /^[\w.-]+\+sd-jwt$/.test(actual)
      : types[decided].some((each) => each === actual)
  if (isAllowed) return undefined
  const expected = decided === 'any' ? 'a type that ends with +sd-jwt' : types[decided].map(showValue).join(' or ')
  yield finding('/header/typ', expected, showValue(actual), diagnoseType(actual))
  return undefined
})

/** RFC 7515, section 4.1.9, compares media types, whose case does not matter; the document has an exact value. */
function diagnoseType(actual: unknown): string | undefined {
  const plain = (typeof actual === 'string' ? actual : '').toLowerCase().replace(/^application\//, '')
  const known = types.either.find((each) => each === plain)
  if (known === undefined) return undefined
  if (plain === actual) return `this is the value under credential.typ = ${known}`
  return `as a media type it is ${known}: write it in lower case, without \`application\` and the slash`
}

/** Keys of a set that a finding names. */
const maxShown = 10

const resolved = checkArtefact(CRED.RESOLVED, 'credential', function* ({ jws }, { jwks }) {
  const { kid } = jws.header
  if (jwks === undefined) return inconclusive('the keys of the issuer are not known: pass --jwks')
  if (typeof kid !== 'string') return inconclusive('the header has no `kid`')
  if (listKeys(jwks).length === 0) return inconclusive('the key set of the issuer is empty')
  const named = findKeysById(jwks, kid)
  const usable = signatures.findKeys(kid, jwks)
  if (named.length === 0) {
    const known = listKeys(jwks).flatMap((key) => (typeof key.kid === 'string' ? [showValue(key.kid)] : []))
    const expected =
      known.length > 0 ? `one of ${known.slice(0, maxShown).join(', ')}` : 'a key with this `kid` in the key set'
    yield finding('/header/kid', expected, known.length > 0 ? showValue(kid) : 'no key has a `kid`')
  } else if (usable.length === 0) {
    const unfit = named.slice(0, maxShown).flatMap((key) => signatures.describeUnfitKey(key) ?? [])
    yield finding('/header/kid', 'the `kid` of a key that can verify ES256', unfit.join(', '))
  } else if (usable.length > 1) {
    yield finding('/header/kid', 'the `kid` of exactly one key', `the \`kid\` of ${usable.length} keys`)
  }
  return undefined
})

const signed = checkArtefact(CRED.SIGNED, 'credential', function* ({ jws }, context) {
  return yield* signatures.checkSignature(jws, 'the issuer', context)
})

const signatureForm = checkArtefact(CRED.P1363, 'credential', function* ({ jws }) {
  yield* signatures.checkForm(jws)
  return undefined
})

const crit = checkArtefact(CRED.CRIT, 'credential', function* ({ jws }) {
  yield* signatures.checkCriticalParameters(jws)
  return undefined
})

/** Checks of the header, the signature and the form of the issuer-signed JWT. */
export const headerChecks: readonly ArtefactCheck[] = [
  checkSchema(CRED.ALG, 'credential'),
  typ,
  checkSchema(CRED.KID, 'credential'),
  resolved,
  signed,
  checkReadable(CRED.COMPACT, 'credential', ['jws-parts', 'base64url', 'utf8', 'json', 'not-an-object']),
  signatureForm,
  crit,
]
