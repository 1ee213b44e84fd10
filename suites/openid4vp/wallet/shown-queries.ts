import { isObject, type JsonObject, readText } from '../../../protocol/encoding/json.ts'
import { type ClaimPath, readIssuedClaims, selectClaims } from '../../../protocol/sd-jwt-vc/claim-path.ts'
import type { PresentationSession } from '../actors/presentation-session.ts'
import type { VerifierMutation } from '../verifier/faults.ts'
import { listShown } from './checks.ts'
import { changeCredentials, makeUnknown } from './requests.ts'

// Queries that are made of what a wallet has presented.

/** A text that is another one without its end, and in other letters. */
const isNamed = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 4 && /[a-z]/i.test(value)

/** Asks otherwise for a claim whose text the wallet has presented. Where it has presented none, it is asked for what is not there. */
export const changeShown =
  (change: (claim: JsonObject, value: string) => JsonObject) =>
  (control: PresentationSession): VerifierMutation => {
    const shown = listShown(control)
    return changeCredentials(({ claim_sets: _, ...credential }) => {
      const sdJwt = shown.get(readText(credential.id))
      const issued = sdJwt && readIssuedClaims(sdJwt)
      const claims = (Array.isArray(credential.claims) ? credential.claims : []).filter(isObject)
      for (const claim of issued ? claims : []) {
        const values = issued ? selectClaims(issued, claim.path as ClaimPath).claims.map(({ value }) => value) : []
        const [value] = values
        if (values.length === 1 && isNamed(value))
          return { ...credential, claims: claims.map((each) => (each === claim ? change(claim, value) : each)) }
      }
      return makeUnknown(credential)
    })
  }

/** Asks for an element of a text, which has none. */
export const takeElement = (component: null | 0) =>
  changeShown((claim) => ({ ...claim, path: [...(Array.isArray(claim.path) ? claim.path : []), component] }))
