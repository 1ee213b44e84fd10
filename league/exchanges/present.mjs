// What the wallets share that have a library for requests alone: a credential that is chosen by dcql and presented by @sd-jwt.

import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hash, load, now } from './kit.mjs'

const [{ SDJwtVcInstance }, { DcqlQuery }] = await Promise.all(['@sd-jwt/sd-jwt-vc', 'dcql'].map(load))

/** Opens a wallet with one credential, by which it answers queries. */
export async function openHolding(credentialFile, holderFile) {
  const credential = readFileSync(credentialFile, 'utf8').trim()
  const { kty, crv, x, y, d } = JSON.parse(readFileSync(holderFile, 'utf8'))
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y, d }, algorithm, false, ['sign'])
  const instance = new SDJwtVcInstance({
    ...{ hasher: hash, hashAlg: 'sha-256', kbSignAlg: 'ES256' },
    kbSigner: async (data) =>
      Buffer.from(await crypto.subtle.sign(algorithm, key, Buffer.from(data))).toString('base64url'),
  })
  const { jwt } = await instance.decode(credential)
  const described = {
    credential_format: 'dc+sd-jwt',
    cryptographic_holder_binding: true,
    vct: jwt.payload.vct,
    claims: await instance.getClaims(credential),
  }

  /** The VP Token for a query. What cannot be answered in full is thrown. */
  return async (asked, { audience, nonce }) => {
    const query = DcqlQuery.parse(asked)
    DcqlQuery.validate(query)
    const { can_be_satisfied: isAnswered, credential_matches: matches } = DcqlQuery.query(query, [described])
    if (!isAnswered) throw new Error('no credential for the query')
    const present = (match) =>
      instance.present(credential, frameClaims(match.valid_credentials[0].claims.valid_claim_sets[0].output), {
        kb: { payload: { aud: audience, nonce, iat: now() } },
      })
    const needed = listNeeded(query, matches)
    return Object.fromEntries(await Promise.all(needed.map(async (id) => [id, [await present(matches[id])]])))
  }
}

/** The credentials of the first option of each set that can be answered; all, where there are no sets. */
function listNeeded({ credentials, credential_sets: sets }, matches) {
  if (!sets) return credentials.map(({ id }) => id)
  const isThere = (id) => matches[id].success
  return [...new Set(sets.flatMap(({ options }) => options.find((each) => each.every(isThere)) ?? []))]
}

/** The frame that discloses some claims. */
const frameClaims = (claims) =>
  Object.fromEntries(
    Object.entries(claims ?? {}).map(([name, value]) => [
      name,
      value !== null && typeof value === 'object' && !Array.isArray(value) ? frameClaims(value) : true,
    ]),
  )

/** Looks whether certificates of `x5c` end at a root, and are good now. */
export function verifyChain(x5c, root) {
  const chain = [...x5c.map((each) => new X509Certificate(Buffer.from(each, 'base64'))), new X509Certificate(root)]
  const time = Date.now()
  const isCurrent = ({ validFrom, validTo }) => Date.parse(validFrom) <= time && time <= Date.parse(validTo)
  const isSigned = (each, i) => i === chain.length - 1 || each.verify(chain[i + 1].publicKey)
  if (!chain.every(isCurrent) || !chain.every(isSigned)) throw new Error('the certificate ends at no root')
}

/** Opens the address to which a verifier sends the user back, as the browser of a user would. */
export async function openReturn(answer) {
  const address = answer?.redirect_uri
  if (address) await fetch(address)
}
