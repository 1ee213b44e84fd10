import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { concludeTest, listFailed as listAllFailed, listDoubtful, type Seen } from '../../src/harness/seen.ts'
import { walletProfile as haip } from '../../suites/haip/harness/wallet-profile.ts'
import { walletProfile } from '../../suites/openid4vci/harness/wallet/profile.ts'
import { tryWallet } from '../../suites/openid4vci/harness/wallet/try-wallet.ts'
import type { WalletProfile } from '../../suites/openid4vci/harness/wallet/wallet-profile.ts'
import { whyNoPython } from '../python.ts'
import { sample } from '../sample.ts'

const noPython = whyNoPython()
const reason = noPython === undefined ? '' : ` (left out: ${noPython})`

/** Mistakes in what a wallet sends to any issuer, each with the requirements that name it. */
const inMessages: readonly (readonly [plan: string, ...rows: string[]])[] = [
  ['alg-none', 'VCIPROOF-ALG', 'VCIWALLET-PROOF-ALG'],
  ['appends', 'VCIWALLET-METADATA'],
  ['aud-array', 'VCIPROOF-AUD'],
  ['aud-server', 'VCIPROOF-AUD'],
  ['aud-slash', 'VCIPROOF-AUD'],
  ['bare-token', 'VCIWALLET-ACCESS-TOKEN'],
  ['code-name', 'VCIWALLET-CODE'],
  ['der-signature', 'VCIPROOF-SIGNED'],
  ['draft-request', 'VCIREQUEST-ONE', 'VCIWALLET-IDENTIFIED'],
  ['event-text', 'VCINOTE-DESCRIPTION'],
  ['iat-text', 'VCIPROOF-IAT'],
  ['iat-late', 'VCIWALLET-PROOF-TIME'],
  ['iat-milliseconds', 'VCIPROOF-IAT', 'VCIWALLET-PROOF-TIME'],
  ['same-key~keys.2', 'VCIREQUEST-DISTINCT'],
  ['iss-did', 'VCIWALLET-PROOF-CLIENT'],
  ['json-token', 'VCIWALLET-TOKEN'],
  ['kid-too', 'VCIPROOF-KEY'],
  ['name-as-identifier', 'VCIWALLET-IDENTIFIED'],
  ['no-iat', 'VCIPROOF-IAT'],
  ['no-nonce', 'VCIPROOF-ISSUED'],
  ['no-proofs', 'VCIREQUEST-PROVEN'],
  ['no-token', 'VCIWALLET-ACCESS-TOKEN'],
  ['no-tx-code', 'VCIWALLET-TX-CODE'],
  ['nonce-get', 'VCIWALLET-NONCE'],
  ['openid-configuration', 'VCIWALLET-SERVER'],
  ['other-alg', 'VCIWALLET-PROOF-ALG'],
  ['other-event', 'VCINOTE-EVENT'],
  ['other-key', 'VCIPROOF-SIGNED'],
  ['other-notification', 'VCIWALLET-NOTIFICATION'],
  ['own-nonce', 'VCIPROOF-ISSUED'],
  ['posts-for-offer', 'VCIWALLET-OFFER-URI'],
  ['private-jwk', 'VCIPROOF-PUBLIC'],
  ['proof-aud', 'VCIPROOF-AUD'],
  ['proof-member', 'VCIREQUEST-PROVEN'],
  ['proof-string', 'VCIREQUEST-PROOFS'],
  ['proof-typ', 'VCIPROOF-TYP'],
  ['proofs-array', 'VCIREQUEST-PROOFS'],
  ['text-request', 'VCIWALLET-MEDIA-TYPE'],
  ['token-in-url', 'VCIWALLET-TOKEN'],
  ['too-many', 'VCIREQUEST-BATCH'],
  ['user-pin', 'VCIWALLET-TX-CODE'],
]

/** Recommendations that these wallets do not always follow: tests do not wait, and `Accept` is drawn. */
const ignored = ['VCIWALLET-ACCEPT', 'VCIWALLET-INTERVAL']
const listFailed = (seen: Seen): readonly string[] => listAllFailed(seen).filter((id) => !ignored.includes(id))

/** The providers of these wallets are known to none: who signed an attestation stays open. */
const unknownProvider: readonly string[] = ['VCIATT-JWS-SIGNED', 'VCICLIENT-JWS-SIGNED']

/** Mistakes that issuers show that ask for more, or that a wallet has to refuse: several in one wallet, each with a row. */
const byProbes: readonly (readonly [plan: string, ...rows: string[]])[] = [
  ['any-state+no-pkce+needs-lifetime', 'VCIWALLET-NO-LIFETIME', 'VCIWALLET-PKCE', 'VCIWALLET-REFUSES-STATE'],
  ['absent-state+no-pkce+needs-minutes', 'VCIWALLET-NO-LIFETIME', 'VCIWALLET-PKCE', 'VCIWALLET-REFUSES-STATE'],
  [
    'dpop-jti+any-issuer+any-server+any-signature+any-disclosure+any-type',
    'VCIWALLET-DPOP-ONCE',
    'VCIWALLET-REFUSES-CREDENTIAL',
    'VCIWALLET-REFUSES-METADATA',
    'VCIWALLET-REFUSES-SERVER',
    'VCIWALLET-REFUSES-TYPE',
  ],
  [
    'dpop-ath+dpop-htm+dpop-htu+dpop-jti+dpop-private+dpop-typ+attested-exp+attested-nonce+attested-typ+encrypts-once+acceptance-token',
    'VCIATT-EXP',
    'VCIATT-TYP',
    'VCIDPOP-KEY-PUBLIC',
    'VCIWALLET-ATTESTED-NONCE',
    'VCIWALLET-DEFERRED-ENCRYPTED',
    'VCIWALLET-DPOP',
    'VCIWALLET-DPOP-CLAIMS',
    'VCIWALLET-DPOP-ONCE',
    'VCIWALLET-TRANSACTION',
  ],
  [
    'strict-offer+strict-token+no-servers+token-case+normalizes',
    'VCIWALLET-ACCESS-TOKEN',
    'VCIWALLET-DPOP-BOUND',
    'VCIWALLET-IGNORES',
    'VCIWALLET-OTHER-SERVER',
    'VCIWALLET-REFUSES-METADATA',
  ],
  [
    'ignores-identifiers+plain-request+dpop-bearer+other-transaction+private-encryption~wants.always',
    'VCIREQUEST-RESPONSE-KEY',
    'VCIWALLET-ACCESS-TOKEN',
    'VCIWALLET-ENCRYPTED',
    'VCIWALLET-IDENTIFIED',
    'VCIWALLET-TRANSACTION',
  ],
  ['one-key~seal.always', 'VCIWALLET-EPHEMERAL'],
  ['longer-hint+named-twice', 'VCIWALLET-REFUSES-CREDENTIAL', 'VCIWALLET-REFUSES-HINT'],
  [
    'any-hint+no-grants+asks-again+locale+other-scope',
    'VCIWALLET-DENIED',
    'VCIWALLET-LANGUAGE-TAG',
    'VCIWALLET-NO-GRANTS',
    'VCIWALLET-REFUSES-HINT',
    'VCIWALLET-SCOPED',
  ],
  [
    'no-locations+no-resource+sealed-kid+sealed-enc+no-encryption~asks.details~seal.always',
    'VCIREQUEST-ENCRYPTED',
    'VCIWALLET-ENCRYPTION',
    'VCIWALLET-LOCATIONS',
    'VCIWALLET-RESOURCE',
  ],
]

/** Mistakes in the authorization code grant, which issuers of HAIP 1.0 offer. */
const byCodes: readonly (readonly [plan: string, ...rows: string[]])[] = [
  ['mistake.pkce-plain', 'HAIPWALLET-S256'],
  ['mistake.no-pkce', 'HAIPWALLET-S256', 'VCIWALLET-PKCE'],
  ['mistake.no-scope', 'HAIPWALLET-SCOPE'],
  ['mistake.no-par', 'HAIPWALLET-PUSHED', 'VCIWALLET-PUSHED'],
  ['mistake.no-attestation', 'HAIPWALLET-CLIENT'],
  ['mistake.any-return', 'HAIPWALLET-ISS'],
  ['mistake.no-verifier', 'HAIPWALLET-VERIFIER', 'VCIWALLET-VERIFIER'],
  ['mistake.other-verifier', 'HAIPWALLET-VERIFIER', 'VCIWALLET-VERIFIER'],
  ['dpop.no', 'HAIPWALLET-DPOP'],
  ['mistake.other-scope', 'HAIPWALLET-SCOPE'],
  ['mistake.shows-request', 'HAIPWALLET-ONLY'],
  ['mistake.no-issuer-state', 'VCIWALLET-ISSUER-STATE'],
  ['mistake.own-issuer-state', 'VCIWALLET-ISSUER-STATE'],
  ['mistake.token-response', 'VCIWALLET-AUTHORIZATION'],
  ['mistake.details-object', 'VCIWALLET-DETAILS'],
  ['mistake.details-format', 'VCIWALLET-DETAILS'],
  ['mistake.details-path', 'VCIWALLET-DETAILS-CLAIMS'],
  ['mistake.short-verifier', 'VCIWALLET-VERIFIER-FORM'],
  ['mistake.no-return-uri', 'VCIWALLET-CODE-REQUEST'],
  ['mistake.tx-always', 'VCIWALLET-TX-CODE-ALONE'],
  ['mistake.wallet-exp', 'VCIWALLET-CLIENT-ATTESTATION'],
  ['mistake.wallet-private', 'VCICLIENT-KEY-PUBLIC'],
  // It certifies itself as no authority.
  ['mistake.wallet-root', 'HAIPWALLET-ANCHOR', 'VCICLIENT-X509-CHAIN'],
  ['mistake.wallet-self', 'HAIPWALLET-SELF'],
  ['mistake.unattested', 'HAIPWALLET-KEY-ATTESTED'],
  ['attests.no', 'HAIPWALLET-KEY-ATTESTED'],
  ['mistake.attested-self', 'HAIPVCI-KEY-SELF'],
  ['mistake.attested-certificate', 'HAIPVCI-KEY-X5C', 'VCIATT-JWS-SIGNED'],
  ['mistake.pop-aud', 'VCIWALLET-CLIENT-PROOF'],
  ['mistake.pop-key', 'VCICLIENT-POP-JWS-SIGNED'],
  ['mistake.pop-jti', 'VCIWALLET-CLIENT-ONCE'],
  ['mistake.longer-iss', 'HAIPWALLET-ISS'],
  ['mistake.dpop-iat', 'VCIDPOP-JWT-TIMES', 'VCIWALLET-DPOP-CLAIMS'],
  // Who has a challenge in every request need not compare `state` (RFC 9700, section 2.1).
  ['mistake.any-state'],
  ['keys.2~header.x5c~extra.yes~json.pretty'],
  ['alg.last~media.quoted~nonce.each~form.encoded~notify.twice'],
]

const seed = 3
const count = 2

describe.skipIf(noPython !== undefined)(`wallets in Python that share no code${reason}`, () => {
  const script = resolve(import.meta.dirname, 'openid4vci/wallet.py')
  const child = spawn('python3', ['-B', script, '--draws', String(seed), String(count)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let start: { readonly address: string; readonly draws: readonly string[] }
  beforeAll(async () => {
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
    start = JSON.parse(String(value))
  })
  afterAll(() => void child.stdin.end())

  const ask = (wallet: string, hasProbes: boolean, profile: WalletProfile = walletProfile): Promise<Seen> =>
    tryWallet({
      profile,
      wallet,
      place: { host: '127.0.0.1', port: 0 },
      patience: { before: 5, after: 0.1 },
      hasProbes,
      options: {},
      show: async () => undefined,
      announce: () => {},
    })

  it('pass by lines, as the guide says', async () => {
    const seen = await ask(`command:python3 -B ${script} keys.2`, false)

    expect({ failed: listFailed(seen), doubtful: listDoubtful(seen), is: concludeTest(seen) }).toEqual({
      failed: [],
      doubtful: [],
      is: 'passed',
    })
  })

  it.each(
    sample(
      Array.from({ length: count }, (_, i) => i),
      4,
    ),
  )('pass under any settings: draw %i', async (index) => {
    const plan = start.draws[index] ?? ''
    const seen = await ask(`${start.address}/${plan}`, true)
    const doubtful = [...new Set(listDoubtful(seen))]

    expect({ plan, failed: listFailed(seen), is: concludeTest(seen) }).toEqual({
      plan,
      failed: [],
      is: doubtful.length > 0 ? 'inconclusive' : 'passed',
    })
    expect(doubtful.filter((id) => !unknownProvider.includes(id))).toEqual([])
  })

  it.each(sample(inMessages, 4))('are found by what they send, and by nothing else: %s', async (plan, ...rows) => {
    expect(listFailed(await ask(`${start.address}/mistake.${plan}`, false))).toEqual(rows)
  })

  it.each(sample(byCodes, 4))('are found where they need codes, and by nothing else: %s', async (plan, ...rows) => {
    const seen = await ask(`${start.address}/${plan}`, true, haip)

    expect(listFailed(seen)).toEqual(rows)
    const isOpen = listDoubtful(seen).some((id) => unknownProvider.includes(id))
    expect(concludeTest(seen)).toBe(rows.length > 0 ? 'failed' : isOpen ? 'inconclusive' : 'passed')
  })

  it.each(sample(byProbes, 4))('are found by probes, and by nothing else: %s', async (plan, ...rows) => {
    expect(listFailed(await ask(`${start.address}/mistake.${plan}`, true))).toEqual(rows)
  })
})
