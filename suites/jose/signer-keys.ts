import type { CheckContext } from '../../model/finding.ts'
import { showValue } from '../../model/finding.ts'
import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { type Jwk, listKeys } from '../../protocol/jose/jwk.ts'
import { isKeyFor } from '../../protocol/jose/signature-algorithms.ts'
import { type Certificate, readChain } from '../../protocol/x509/certificate.ts'
import { exportKey, findChainFaults, findValidityFaults, isAnchored } from '../../protocol/x509/chain.ts'
import { isSameKey } from '../../protocol/x509/key-certificate.ts'

/** The keys that a signature may be by, or why there is none. */
export type FoundKeys =
  | {
      readonly keys: readonly Jwk[]
      /** Why a key that is not among them may have made the signature. */
      readonly missing?: string
      /** Why a signature by one of them does not show who made it. */
      readonly open?: string
    }
  | { readonly unknown: string }
  | { readonly unfit: string }

/** The same, or why no signature of such a signer says anything. */
export type SignerKeys = FoundKeys | { readonly unbound: string }

/** Keys that a signature is tried with. */
export const maxTried = 16

/** The keys of a set that a header may mean. A key without `kid` may be any. */
export function selectKeys({ kid, alg }: JsonObject, jwks: JsonObject): FoundKeys {
  const given = listKeys(jwks)
  const withId = kid === undefined ? given : given.filter((key) => key.kid === kid)
  const withoutId = kid === undefined ? [] : given.filter((key) => key.kid === undefined)
  const named = [...withId, ...withoutId]
  const fit = named.filter((key) => isKeyFor(key, alg))
  const untried = Math.max(0, fit.length - maxTried)
  const missing = `${maxTried} keys did not make the signature, and ${untried} were not tried`
  if (fit.length > 0) return { keys: fit.slice(0, maxTried), ...(untried > 0 && { missing }) }
  if (named.length > 0) return { unfit: `its key does not suit ${showValue(alg)}` }
  const known = given.slice(0, 8).map((key) => showValue(key.kid))
  return { unfit: `\`kid\` is ${showValue(kid)}; the keys that were given are ${known.join(', ') || 'none'}` }
}

/** The key of the first certificate of a chain that ends at a trusted root. */
export function readChainKey(x5c: unknown, anchors: readonly string[], now: number | undefined): FoundKeys {
  const read = attempt(() => readChain(x5c))
  if ('problem' in read) return { unfit: `\`x5c\` cannot be read: ${read.problem.message}` }
  const unfit = describeUntrusted(read.value, anchors, now)
  if (unfit !== undefined) return { unfit }
  const [leaf] = read.value
  const key = leaf && exportKey(leaf)
  return key ? { keys: [key] } : { unfit: 'the key in its certificate cannot be used' }
}

/** Why certificates are not trusted. */
function describeUntrusted(
  chain: readonly Certificate[],
  anchors: readonly string[],
  now: number | undefined,
): string | undefined {
  const moment = now === undefined ? undefined : new Date(now * 1000)
  const [fault] = [...findChainFaults(chain), ...(moment ? findValidityFaults(chain, moment) : [])]
  if (fault) return `certificate ${fault.index} ${fault.message}`
  if (!isAnchored(chain, anchors)) return 'its certificates end at no trusted root'
  const [leaf] = chain
  return leaf && moment && (moment < leaf.notBefore || moment > leaf.notAfter)
    ? 'its certificate is not valid now'
    : undefined
}

/**
 * The keys of a signer of whom nothing is known but what was given for all signers. Where none of them is named, the right
 * one may be missing: that leaves the signature open and accuses no one.
 */
export function findSignerKeys(header: JsonObject, context: CheckContext, signer: string): FoundKeys {
  const { x5c, jwk } = header
  if (x5c !== undefined) return readOwnChain(x5c, context, signer)
  const named = listKeys(context.jwks).filter(({ kid }) => header.kid !== undefined && kid === header.kid)
  if (named.length > 0) return selectKeys(header, { keys: named })
  if (isObject(jwk)) return readOwnKey(jwk, context, signer)
  const selected = context.jwks && selectKeys(header, context.jwks)
  if (selected && 'keys' in selected) return { missing: 'it was not made with any of the given keys', ...selected }
  return { unknown: `the keys of ${signer} are unknown: pass --jwks` }
}

/** A key in a header made the signature; whose it is, the keys that were given say. */
function readOwnKey(jwk: Jwk, { jwks }: CheckContext, signer: string): FoundKeys {
  const isGiven = listKeys(jwks).some((key) => isSameKey(key, jwk))
  return {
    keys: [jwk],
    ...(!isGiven && { open: `its header alone says that the key is that of ${signer}: pass --jwks` }),
  }
}

/** The key of the first certificate, trusted or not; `open` says why it is not known whose it is. */
export function readOwnChain(x5c: unknown, { anchors, now }: CheckContext, signer: string): FoundKeys {
  const read = attempt(() => readChain(x5c))
  if ('problem' in read) return { unknown: `\`x5c\` cannot be read: ${read.problem.message}` }
  const [leaf] = read.value
  const key = leaf && exportKey(leaf)
  if (!key) return { unknown: 'the key in its certificate cannot be used' }
  const open = anchors
    ? describeUntrusted(read.value, anchors, now)
    : `${signer} names its key by \`x5c\`: pass --anchors, the roots that are trusted`
  return { keys: [key], ...(open !== undefined && { open }) }
}
