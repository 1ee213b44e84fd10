import assert from 'node:assert/strict'
import { createHmac, createPublicKey, verify as verifySignature, X509Certificate } from 'node:crypto'
import { type CredentialProfile, credentialProfiles, type ProfileName } from './profiles.ts'
import { correctSteps, findByKid, hash, isSignedBy, type JwsSteps, readKey, type Steps } from './steps.ts'

/** A mistake of a verifier that is correct otherwise. Python has the same ones, by the same names (verifier.py). */
export interface Bug {
  readonly what: string
  /** What its probes break: the requirement that finds it. */
  readonly finds: string
  /** The other requirements that it breaks under some profile, and why it has to. */
  readonly also?: readonly string[]
  readonly because?: string
  /** The profiles under which it can be seen; all by default. */
  readonly under?: readonly ProfileName[]
  readonly steps: Partial<Steps>
}

const { credential, status } = correctSteps
const forCredential = (steps: Partial<JwsSteps>): Partial<Steps> => ({ credential: { ...credential, ...steps } })
const forStatus = (steps: Partial<JwsSteps>): Partial<Steps> => ({ status: { ...status, ...steps } })

const allProfiles = Object.keys(credentialProfiles) as readonly ProfileName[] // its own keys
const select = (isWanted: (profile: CredentialProfile) => boolean): readonly ProfileName[] =>
  allProfiles.filter((name) => isWanted(credentialProfiles[name]))

const withStatus = { under: select(({ isStatusUrl }) => isStatusUrl) }
const standard = { under: select(({ isStandard }) => isStandard) }
const concatenated = { under: select(({ isStandard }) => !isStandard) }

const accept = (): void => {}

/** Accepts a JWS without a signature. */
const acceptNone: Partial<JwsSteps> = {
  checkAlgorithm: ({ alg }) => assert(alg === 'ES256' || String(alg).toLowerCase() === 'none'),
  checkSignature: (signed, key) =>
    String(signed.header.alg).toLowerCase() === 'none'
      ? assert.equal(signed.signature.length, 0)
      : credential.checkSignature(signed, key),
}

const isHmac = ({ header }: { readonly header: Readonly<Record<string, unknown>> }): boolean => header.alg === 'HS256'

/** Takes the PEM text of the public key for the secret of HS256. */
const acceptHmac: Partial<JwsSteps> = {
  checkAlgorithm: ({ alg }) => assert(alg === 'ES256' || alg === 'HS256'),
  checkSignature: (signed, key) => {
    if (!isHmac(signed)) return credential.checkSignature(signed, key)
    const pem = createPublicKey({ key, format: 'jwk' }).export({ format: 'pem', type: 'spki' })
    const mac = createHmac('sha256', pem).update(signed.input).digest()
    return assert.deepEqual(signed.signature, mac)
  },
}

/** Reads a file that the key ID names, which may be empty. */
const readFileByKid: Partial<JwsSteps> = {
  checkAlgorithm: acceptHmac.checkAlgorithm ?? accept,
  findKey: ({ kid, alg }, keys) => (alg === 'HS256' && String(kid).endsWith('null') ? {} : findByKid(kid, keys)),
  checkSignature: (signed, key) =>
    isHmac(signed)
      ? assert.deepEqual(signed.signature, createHmac('sha256', '').update(signed.input).digest())
      : credential.checkSignature(signed, key),
}

const toJwk = (certificate: Buffer | string) => new X509Certificate(certificate).publicKey.export({ format: 'jwk' })

/** Finds a key where the header says; otherwise the usual one. */
const ownKeys = {
  jwk: { findKey: ({ jwk, kid }, keys) => (jwk ? (jwk as object) : findByKid(kid, keys)) },
  jku: {
    findKey: async ({ jku, kid }, keys, get) =>
      findByKid(kid, typeof jku === 'string' ? JSON.parse(await get(jku)).keys : keys),
  },
  x5c: {
    findKey: ({ x5c, kid }, keys) =>
      Array.isArray(x5c) ? toJwk(Buffer.from(String(x5c[0]), 'base64')) : findByKid(kid, keys),
  },
  x5u: {
    findKey: async ({ x5u, kid }, keys, get) =>
      typeof x5u === 'string' ? toJwk(await get(x5u)) : findByKid(kid, keys),
  },
} as const satisfies Readonly<Record<string, Partial<JwsSteps>>>

/** Tries every key of the set: `kid` is a hint (RFC 7515, section 4.1.4). */
export const tryAll: Partial<JwsSteps> = {
  findKey: (_, keys) => ({ keys }) as object,
  checkSignature: (signed, set) => {
    const { keys } = set as { readonly keys: readonly object[] } // made above
    assert(keys.some((key) => isSignedBy(signed, readKey(key))))
  },
}

/** Marks a disclosure with the other digest, so that both can be looked for. */
const acceptBothDigests: Partial<Steps> = {
  readDisclosure(text, profile) {
    const read = correctSteps.readDisclosure.call(this as Steps, text, profile)
    return { ...read, digest: `${read.digest} ${hash(text)}` }
  },
  isIncluded: (both, digests) => both.split(' ').some((digest) => digests.includes(digest)),
}

// biome-ignore format: a table, one row a line.
export const bugs: Readonly<Record<string, Bug>> = {
  'any-signature': { what: 'verifies no signature of a credential', finds: 'CRED-SIGNED', also: ['CRED-P1363', 'JWKS-ES256'], because: 'who verifies no signature sees neither its form nor that the key is none', steps: forCredential({ checkSignature: accept }) },
  none: { what: 'accepts credentials with the algorithm none', finds: 'CRED-ALG', steps: forCredential(acceptNone) },
  hs256: { what: 'takes the public key for the secret of HS256', finds: 'CRED-ALG', steps: forCredential(acceptHmac) },
  'empty-file': { what: 'reads the secret from a file that `kid` names', finds: 'CRED-ALG', steps: forCredential(readFileByKid) },
  'any-algorithm': { what: 'does not read `alg`', finds: 'CRED-ALG', steps: forCredential({ checkAlgorithm: accept }) },
  'own-jwk': { what: 'trusts the key in `jwk`', finds: 'CRED-SIGNED', also: ['CRED-KID'], because: 'the key in the header is the same mistake with and without a key ID', steps: forCredential(ownKeys.jwk) },
  'own-jku': { what: 'trusts the key set that `jku` refers to', finds: 'CRED-SIGNED', steps: forCredential(ownKeys.jku) },
  'own-x5c': { what: 'trusts any certificate in `x5c`', finds: 'CRED-SIGNED', steps: forCredential(ownKeys.x5c) },
  'own-x5u': { what: 'trusts any certificate that `x5u` refers to', finds: 'CRED-SIGNED', steps: forCredential(ownKeys.x5u) },
  'kid-url': { what: 'fetches the key set from the URL in `kid`', finds: 'CRED-RESOLVED', steps: forCredential({ findKey: async ({ kid }, keys, get) => String(kid).startsWith('data:') ? JSON.parse(await get(String(kid))).keys[0] : findByKid(kid, keys) }) },
  crit: { what: 'ignores `crit`', finds: 'CRED-CRIT', steps: forCredential({ checkCritical: accept }) },
  der: { what: 'accepts signatures in DER form', finds: 'CRED-P1363', steps: forCredential({ checkSignature: (signed, key) => signed.signature.length === 64 ? credential.checkSignature(signed, key) : assert(isSignedInDer(signed, key)) }) },
  parts: { what: 'ignores what follows the third part', finds: 'CRED-COMPACT', steps: forCredential({ read: (text) => credential.read(text.split('.').slice(0, 3).join('.')) }) },
  typ: { what: 'does not read `typ`', finds: 'CRED-TYP', steps: { checkType: accept } },
  issuer: { what: 'does not read `iss`', finds: 'CRED-ISSUER', steps: { checkIssuer: accept, checkRequired: (payload, profile) => correctSteps.checkRequired({ iss: '', ...payload }, profile) } },
  'issuer-begins': { what: 'compares only the beginning of `iss`', finds: 'CRED-ISSUER', steps: { checkIssuer: ({ iss }, issuer) => assert(String(iss).startsWith(issuer)) } },
  expired: { what: 'accepts expired credentials', finds: 'CRED-CURRENT', steps: { checkExpiry: ({ exp }) => assert.equal(typeof exp, 'number') } },
  leeway: { what: 'allows an hour of clock skew', finds: 'CRED-CURRENT', steps: { checkExpiry: (payload, now) => correctSteps.checkExpiry(payload, now - 3600) } },
  'exp-missing': { what: 'accepts credentials without `exp`', finds: 'CRED-EXP', steps: { checkRequired: accept, checkExpiry: (payload, now) => correctSteps.checkExpiry({ exp: now, ...payload }, now) } },
  'exp-text': { what: 'ignores an `exp` that is not a number', finds: 'CRED-EXP', steps: { checkExpiry: (payload, now) => typeof payload.exp === 'number' ? correctSteps.checkExpiry(payload, now) : undefined } },
  'exp-disclosed': { what: 'accepts an `exp` in a disclosure, and does not look at it', finds: 'SD-PERMANENT', also: ['CRED-EXP'], because: 'an `exp` that may be disclosed may be left undisclosed', steps: { checkRequired: accept, checkExpiry: (payload, now) => payload.exp === undefined ? undefined : correctSteps.checkExpiry(payload, now), checkPlace: (name, payload, claims) => name === 'exp' ? assert(!Object.hasOwn(payload, 'exp')) : correctSteps.checkPlace(name, payload, claims) } },
  'future-iat': { what: 'accepts credentials of tomorrow', finds: 'CRED-CURRENT', steps: { checkIssuance: accept } },
  nbf: { what: 'does not read `nbf`', finds: 'CRED-CURRENT', steps: { checkStart: accept } },
  'any-digest': { what: 'accepts disclosures whose digest is nowhere', finds: 'SD-INCLUDED', also: ['SD-DIGEST', 'SD-EVERY'], because: 'who compares no digest does not see how it was made', steps: { isIncluded: () => true } },
  'digest-twice': { what: 'accepts a digest twice', finds: 'SD-ONCE', steps: { checkDigests: accept } },
  'four-elements': { what: 'accepts disclosures of four elements', finds: 'SD-TRIPLE', steps: { checkElements: ({ length, ...all }) => correctSteps.checkElements(Object.assign([all[0], all[1], all[2]], { length: Math.min(length, 3) })) } },
  'two-elements': { what: 'accepts disclosures of two elements', finds: 'SD-TRIPLE', ...standard, steps: { checkElements: (all) => all.length === 2 ? undefined : correctSteps.checkElements(all) } },
  'number-salt': { what: 'accepts a number as a salt', finds: 'SD-TRIPLE', steps: { checkElements: ([salt, ...others]) => correctSteps.checkElements([String(salt), ...others]) } },
  'number-name': { what: 'accepts a number as a name', finds: 'SD-TRIPLE', steps: { checkElements: ([salt, name, ...others]) => correctSteps.checkElements([salt, String(name), ...others]) } },
  'reserved-name': { what: 'accepts claims named `_sd` and `...`', finds: 'SD-NAME', steps: { checkName: accept } },
  'name-twice': { what: 'accepts two claims with one name', finds: 'SD-NAME', steps: { checkPlace: (name, payload) => correctSteps.checkPlace(name, payload, {}) } },
  overrides: { what: 'lets a disclosure replace a member of the payload', finds: 'SD-PERMANENT', also: ['SD-NAME'], because: 'a claim that may be disclosed may stand there too', steps: { checkPlace: (name, _, claims) => assert(!Object.hasOwn(claims, name)) } },
  'empty-disclosure': { what: 'skips empty disclosures', finds: 'SD-ENCODED', steps: { split: (presentation) => correctSteps.split(presentation.replaceAll(/~+/g, '~')) } },
  'both-digests': { what: 'accepts the digest of RFC 9901 as well', finds: 'SD-DIGEST', also: ['SD-EVERY'], because: 'one credential may have both', ...concatenated, steps: acceptBothDigests },
  boundary: { what: 'lets the boundaries in a disclosure move', finds: 'SD-RECUT', ...concatenated, steps: { checkBoundary: accept } },
  'hash-name': { what: 'does not read `_sd_alg`', finds: 'CRED-SD-ALG', steps: { checkHashName: accept } },
  tail: { what: 'ignores what follows the last `~`', finds: 'CRED-JOINED', also: ['SD-TERMINATED'], because: 'a disclosure without a `~` behind it follows the last one', steps: { split: (presentation) => correctSteps.split(presentation.slice(0, presentation.lastIndexOf('~') + 1)) } },
  'bare-jwt': { what: 'accepts a JWT without `~`', finds: 'CRED-JOINED', steps: { split: (presentation) => correctSteps.split(presentation.includes('~') ? presentation : `${presentation}~`) } },
  'status-skipped': { what: 'does not look up the status', finds: 'STATUS-OBEYED', steps: { fetchStatus: async () => undefined } },
  'status-error': { what: 'takes an error of the status service for active', finds: 'STATUS-OBEYED', also: ['CRED-STATUS'], because: 'an address that cannot be fetched is an error as well', ...withStatus, steps: { fetchStatus: async ({ status }, get) => get(String(status)).catch(() => undefined) } },
  'status-missing': { what: 'accepts credentials without a status', finds: 'CRED-STATUS', ...withStatus, steps: { checkRequired: (payload, profile) => correctSteps.checkRequired({ status: '', ...payload }, profile), fetchStatus: async (payload, get) => (typeof payload.status === 'string' ? get(payload.status) : undefined) } },
  revoked: { what: 'accepts revoked credentials', finds: 'STATUS-OBEYED', steps: { isActive: (value) => value === 'active' || value === 'revoked' } },
  suspended: { what: 'accepts suspended credentials', finds: 'STATUS-OBEYED', steps: { isActive: (value) => value === 'active' || value === 'suspended' } },
  'not-revoked': { what: 'accepts all that is not revoked', finds: 'STATUS-OBEYED', also: ['STATUS-VALUE'], because: 'who looks for one value does not see that the others are none', ...withStatus, steps: { isActive: (value) => value !== 'revoked' } },
  'status-subject': { what: 'accepts the status of another credential', finds: 'STATUS-SUBJECT', steps: { checkSubject: accept } },
  'status-issuer': { what: 'does not read `iss` of a status', finds: 'STATUS-ISSUER', steps: { checkStatusIssuer: accept } },
  'status-stale': { what: 'accepts an expired status', finds: 'STATUS-CURRENT', steps: { checkStatusExpiry: accept } },
  'status-signature': { what: 'verifies no signature of a status', finds: 'STATUS-SIGNED', steps: forStatus({ checkSignature: accept }) },
  'status-json': { what: 'accepts a status that is not signed', finds: 'STATUS-COMPACT', ...withStatus, steps: { readStatus: (text, verify) => text.startsWith('{') && !text.includes('"protected"') ? JSON.parse(text) : verify(text) } },
  'status-none': { what: 'accepts a status with the algorithm none', finds: 'STATUS-ALG', steps: forStatus(acceptNone) },
  'status-hs256': { what: 'takes the public key for the secret of the HS256 of a status', finds: 'STATUS-ALG', steps: forStatus(acceptHmac) },
  'status-jwk': { what: 'trusts the key in `jwk` of a status', finds: 'STATUS-SIGNED', steps: forStatus(ownKeys.jwk) },
  'status-crit': { what: 'ignores `crit` of a status', finds: 'STATUS-CRIT', steps: forStatus({ checkCritical: accept }) },
}

function isSignedInDer({ input, signature }: Parameters<JwsSteps['checkSignature']>[0], key: object): boolean {
  return verifySignature('sha256', Buffer.from(input), readKey(key), signature)
}
