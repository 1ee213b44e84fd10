import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { concludeTest, listDoubtful, listFailed, type Seen } from '../../src/harness/seen.ts'
import type { GrantName } from '../../suites/openid4vci/harness/issuer/grant-names.ts'
import { tryIssuer } from '../../suites/openid4vci/harness/issuer/try-issuer.ts'
import { whyNoPython } from '../python.ts'
import { sample } from '../sample.ts'

const noPython = whyNoPython()
const reason = noPython === undefined ? '' : ` (left out: ${noPython})`

/** What the process of the issuers prints when it listens. */
interface Start {
  readonly address: string
  /** The root of the certificates of some issuers, as PEM. */
  readonly root: string
  /** The key of a provider of wallets whose attestations they believe. */
  readonly provider: Jwk
  /** Plans of honest issuers, in which each two settings meet as far as possible. */
  readonly draws: readonly string[]
}

/** Mistakes, each with the settings under which it shows, and the requirements that name it. */
const mistakes: readonly (readonly [plan: string, ...rows: string[]])[] = [
  ['display-unnamed', 'VCIMETA-NAME'],
  ['logo-text', 'VCIMETA-IMAGE'],
  ['claims-map', 'VCIMETA-CLAIMS'],
  ['claims-pointer', 'VCIMETA-CLAIMS'],
  ['claims-locale', 'VCIMETA-CLAIMS-LOCALE'],
  ['signed-part~signed.yes', 'VCISIGNED-WHOLE'],
  ['numbers-cards~batch.2', 'VCIUSE-SAME-DATASET'],
  ['same-salts~batch.2', 'VCIUSE-BATCH-SALTS'],
  ['salts-by-type~batch.2', 'VCIUSE-BATCH-SALTS'],
  ['code-twice~grant.code', 'VCIAUTH-ONCE'],
  ['pre-code-twice', 'VCIUSE-CODE-ONCE'],
  ['tx-ignored~tx.numeric', 'VCIUSE-TX-CODE'],
  ['tx-optional~tx.numeric', 'VCIUSE-TX-CODE'],
  ['grant-status', 'VCIUSE-TOKEN-ERROR'],
  ['error-media', 'VCIUSE-NOTIFICATION-ID', 'VCIUSE-TOKEN-ERROR', 'VCIUSE-UNSUPPORTED'],
  ['error-text', 'VCIERROR-DESCRIPTION', 'VCIUSE-TOKEN-ERROR-TEXT'],
  ['error-blank', 'VCIUSE-TOKEN-ERROR-TEXT'],
  ['error-lines', 'VCIUSE-TOKEN-ERROR-TEXT'],
  ['pkce-ignored~grant.code', 'VCIPKCE-VERIFIER'],
  ['pkce-absent~grant.code', 'VCIPKCE-VERIFIER'],
  ['pkce-error~grant.code', 'VCIPKCE-VERIFIER'],
  ['pkce-method~grant.code', 'VCIPKCE-METHOD'],
  ['redirect-uri~grant.code', 'VCIAUTH-SAME-URI'],
  ['open-redirect~grant.code', 'VCIAUTH-REDIRECT'],
  ['any-client~grant.code', 'VCIAUTH-CLIENT'],
  ['no-state~grant.code', 'VCIAUTH-ERROR', 'VCIAUTH-STATE'],
  ['changed-state~grant.code', 'VCIAUTH-ERROR', 'VCIAUTH-STATE'],
  ['no-iss~grant.code', 'VCIAUTH-ISS'],
  ['wrong-iss~grant.code', 'VCIAUTH-ISS'],
  ['response-type~grant.code', 'VCIAUTH-TYPE'],
  ['scopes~grant.code', 'VCIAUTH-SCOPES'],
  ['par-nested~grant.code~par.offered', 'VCIPAR-PLAIN'],
  ['implicit~grant.code', 'VCIAUTH-TYPE'],
  ['hybrid~grant.code', 'VCIAUTH-TYPE'],
  ['par-get~grant.code~par.offered', 'VCIPAR-METHOD'],
  ['par-get~grant.code~par.required', 'VCIPAR-METHOD'],
  ['par-status~grant.code~par.offered', 'VCIPAR-RESPONSE'],
  ['par-lifetime~grant.code~par.offered', 'VCIPAR-RESPONSE'],
  ['par-optional~grant.code~par.required', 'VCIPAR-REQUIRED'],
  ['strict-token', 'VCIUSE-IGNORES'],
  ['no-identifiers~identifiers.yes', 'VCITOKEN-IDENTIFIERS'],
  ['no-details~scope.no~grant.code', 'VCIUSE-DETAILS'],
  ['no-token-type', 'VCITOKEN-TYPE'],
  ['token-cached', 'VCIHTTP-NO-STORE'],
  ['as-issuer', 'VCIUSE-SERVER'],
  ['dpop-typ~dpop.required', 'VCIDPOP-RESOURCE', 'VCIDPOP-TOKEN'],
  ['dpop-signature~dpop.required', 'VCIDPOP-RESOURCE', 'VCIDPOP-TOKEN'],
  ['dpop-htm~dpop.required', 'VCIDPOP-RESOURCE', 'VCIDPOP-TOKEN'],
  ['dpop-htu~dpop.required', 'VCIDPOP-RESOURCE', 'VCIDPOP-TOKEN'],
  ['dpop-iat~dpop.required', 'VCIDPOP-RESOURCE', 'VCIDPOP-TOKEN'],
  ['dpop-ath~dpop.required', 'VCIDPOP-BOUND'],
  ['dpop-key~dpop.required', 'VCIDPOP-BOUND'],
  ['dpop-downgrade~dpop.required', 'VCIDPOP-BOUND'],
  ['long-description~tx.numeric', 'VCIOFFER-DESCRIPTION'],
  ['offer-server', 'VCIOFFER-SERVER'],
  ['offer-unknown', 'VCIOFFER-KNOWN'],
  ['offer-twice', 'VCIOFFER-UNIQUE'],
  ['offer-media~offer.reference', 'VCIHTTP-JSON'],
  ['no-vct', 'VCIMETA-VCT'],
  ['no-proof-types', 'VCIMETA-PROOF-TYPES'],
  ['issuer-slash', 'VCIMETA-SAME', 'VCIOFFER-SAME'],
  ['batch-one~batch.2', 'VCIMETA-BATCH'],
  ['jwks-kid~request.offered', 'VCIMETA-KID'],
  ['no-configurations', 'VCIMETA-CONFIGURATIONS'],
  ['metadata-status', 'VCIHTTP-METADATA'],
  ['metadata-media', 'VCIHTTP-JSON'],
  ['nonce-protected', 'VCIUSE-NONCE'],
  ['nonce-name', 'VCIUSE-NONCE'],
  ['nonce-cached', 'VCIHTTP-NO-STORE'],
  ['nonce-media', 'VCIHTTP-JSON'],
  ['nonce-counter', 'VCINONCE-FRESH'],
  ['any-nonce', 'VCIUSE-REFUSES'],
  ['any-token', 'VCIUSE-AUTHORIZED'],
  ['token-number', 'VCITOKEN-GUESSED'],
  ['token-length~grant.code', 'VCITOKEN-GUESSED'],
  ['scheme-letters', 'VCIUSE-SCHEME-CASE'],
  ['scheme-letters~grant.code', 'VCIUSE-SCHEME-CASE'],
  ['enc-alone~request.offered~response.required', 'VCIMETA-ENCRYPTABLE'],
  ['enc-alone~request.offered~response.required~grant.code', 'VCIMETA-ENCRYPTABLE'],
  ['strict-request', 'VCIUSE-IGNORES'],
  ['early-notification~deferred.once', 'VCIRESPONSE-NOTIFICATION'],
  ['deferred-status~deferred.once', 'VCIHTTP-ISSUED'],
  ['any-configuration', 'VCIUSE-UNSUPPORTED'],
  ['any-tag~request.offered', 'VCIENC-INTACT'],
  ['configuration-status', 'VCIHTTP-ERROR', 'VCIUSE-UNSUPPORTED'],
  ['plain-response~request.offered~response.required', 'VCIENC-WANTED'],
  ['answers-plain~request.offered~response.offered', 'VCIENC-WANTED'],
  ['credential-media', 'VCIHTTP-JSON'],
  ['credential-status', 'VCIHTTP-ISSUED'],
  ['other-enc~request.offered~response.offered', 'VCIENC-ENC'],
  ['other-alg~request.offered~response.offered', 'VCIENC-ALG'],
  ['one-key~request.offered~response.required', 'VCIENC-EPHEMERAL'],
  ['sealed-kid~request.offered~response.offered', 'VCIENC-KID'],
  ['sealed-media~request.offered~response.offered', 'VCIENC-TYPE'],
  ['no-proof', 'VCIUSE-PROVEN'],
  ['first-proof~batch.2', 'VCIUSE-REFUSES'],
  ['nonce-optional', 'VCIUSE-REFUSES'],
  ['nonce-error', 'VCIUSE-CODES'],
  ['proof-typ', 'VCIUSE-REFUSES'],
  ['proof-alg', 'VCIUSE-REFUSES'],
  ['alg-none', 'VCIUSE-REFUSES'],
  ['hs256', 'VCIUSE-REFUSES'],
  ['private-key', 'VCIUSE-REFUSES'],
  ['other-attested~proofs.attested', 'VCIUSE-ATTESTED'],
  ['proof-signature', 'VCIUSE-REFUSES'],
  ['proof-aud', 'VCIUSE-REFUSES'],
  ['proof-iat', 'VCIUSE-REFUSES'],
  ['same-key~batch.2', 'VCIUSE-BOUND'],
  ['wrong-key', 'VCIUSE-BOUND'],
  ['more-credentials~batch.2', 'VCIUSE-BOUND', 'VCIUSE-COUNT'],
  ['same-credential~batch.2', 'VCIUSE-BATCH-SALTS', 'VCIUSE-BOUND'],
  ['old-response', 'VCIRESPONSE-ONE'],
  ['bare-strings', 'VCIRESPONSE-CREDENTIALS'],
  ['no-credentials', 'VCIRESPONSE-CREDENTIALS'],
  ['both-ends', 'VCIRESPONSE-ONE'],
  ['unbound', 'VCIUSE-BOUND'],
  ['vc-typ', 'SDVC-TYP'],
  ['vc-signature', 'SDJWT-SIGNED'],
  ['strict-deferred~deferred.once', 'VCIUSE-IGNORES'],
  ['transaction-changed~deferred.twice', 'VCIUSE-SAME', 'VCIUSE-TRANSACTION-ONCE'],
  ['deferred-again-status~deferred.twice', 'VCIHTTP-ISSUED'],
  ['transaction-kept~deferred.once', 'VCIUSE-TRANSACTION-ONCE'],
  ['open-notification', 'VCIUSE-AUTHORIZED'],
  ['strict-notification', 'VCIUSE-IGNORES'],
  ['any-notification', 'VCIUSE-NOTIFICATION-ID'],
  ['notification-status', 'VCIUSE-NOTIFICATION-ID'],
  ['notified-once', 'VCIUSE-NOTIFIED'],
  ['signing-alg~extra.yes', 'VCIUSE-SIGNING-ALG'],
  ['only-signed~signed.yes', 'VCIUSE-UNSIGNED'],
  ['signed-typ~signed.yes', 'VCISIGNED-TYP'],
  ['signed-sub~signed.yes', 'VCISIGNED-SUB'],
  ['signed-iat~signed.yes', 'VCISIGNED-IAT'],
  ['no-challenge', 'VCIUSE-CHALLENGE'],
  ['generic-error', 'VCIUSE-CODES'],
  ['sealed-zip~request.offered~response.offered~zip.yes', 'VCIENC-ZIP'],
  ['attestation-typ~proofs.attestation', 'VCIUSE-REFUSES'],
  ['attestation-signature~proofs.attestation', 'VCIUSE-REFUSES'],
  ['any-nonce~proofs.attestation', 'VCIUSE-REFUSES'],
  ['other-type', 'VCIUSE-VCT'],
  ['transaction-error~deferred.once', 'VCIUSE-CODES'],
  ['pending~deferred.twice', 'VCIUSE-PENDING'],
  ['old-encryption~deferred.once~request.offered~response.required', 'VCIENC-READABLE'],
  ['proof-aud-start', 'VCIUSE-REFUSES'],
  ['proof-typ-end', 'VCIUSE-REFUSES'],
  ['proof-crit', 'VCIUSE-REFUSES'],
  ['last-proof~batch.2', 'VCIUSE-REFUSES'],
  ['first-nonce~batch.2', 'VCIUSE-REFUSES'],
  ['attestation-expired~proofs.attestation', 'VCIUSE-REFUSES'],
  ['unsigned-token~token.jwt', 'VCIUSE-AUTHORIZED'],
  ['deferred-token~deferred.once', 'VCIUSE-AUTHORIZED'],
  ['notification-token', 'VCIUSE-AUTHORIZED'],
  ['latest-keys~deferred.twice', 'VCIUSE-BOUND'],
  ['wrong-key~deferred.once', 'VCIUSE-BOUND'],
  ['tx-forgotten~tx.numeric', 'VCIUSE-TX-CODE'],
  ['pkce-plain~grant.code', 'VCIPKCE-VERIFIER'],
  ['redirect-start~grant.code', 'VCIAUTH-REDIRECT'],
  ['redirect-start~grant.code~par.offered', 'VCIAUTH-REDIRECT'],
  ['state-raw~grant.code', 'VCIAUTH-STATE'],
  ['dpop-once~dpop.required', 'VCIDPOP-BOUND'],
  ['dpop-ath-start~dpop.required', 'VCIDPOP-BOUND'],
  ['dpop-htu-start~dpop.required', 'VCIDPOP-RESOURCE', 'VCIDPOP-TOKEN'],
  ['dpop-htu-host~dpop.required', 'VCIDPOP-RESOURCE', 'VCIDPOP-TOKEN'],
  ['dpop-future~dpop.required', 'VCIDPOP-RESOURCE', 'VCIDPOP-TOKEN'],
  ['dpop-crit~dpop.required', 'VCIDPOP-RESOURCE', 'VCIDPOP-TOKEN'],
  ['dpop-two~dpop.required', 'VCIDPOP-RESOURCE', 'VCIDPOP-TOKEN'],
  ['dpop-bare~dpop.nonce', 'VCIDPOP-RESOURCE', 'VCIDPOP-TOKEN'],
  ['display-language', 'VCIMETA-LANGUAGES'],
  ['claims-language', 'VCIMETA-LANGUAGES'],
  ['as-host~as.two', 'VCIMETA-SERVERS-HTTPS'],
  ['as-query~as.two', 'VCIMETA-SERVERS-HTTPS'],
  ['as-scope-text', 'VCISERVER-SCOPES'],
  ['as-scope-blank', 'VCISERVER-SCOPES'],
  ['as-language', 'VCISERVER-LANGUAGES'],
  ['as-language-text', 'VCISERVER-LANGUAGES'],
  ['as-kinds~scope.no~grant.code', 'VCISERVER-DETAILS'],
  ['as-kinds-text~scope.no~grant.code', 'VCISERVER-DETAILS'],
  ['as-private-key', 'VCISERVER-KEYS'],
  ['as-secret', 'VCISERVER-KEYS'],
  ['mdoc-type~format.mdoc', 'VCIUSE-DOCTYPE'],
  ['mdoc-version~format.mdoc', 'VCIUSE-DOCTYPE'],
  ['mdoc-key~format.mdoc', 'VCIUSE-BOUND'],
  ['mdoc-alg~format.mdoc', 'VCIUSE-SIGNING-ALG'],
  ['mdoc-random~format.mdoc~batch.2', 'VCIUSE-BATCH-SALTS'],
  ['mdoc-numbers~format.mdoc~batch.2', 'VCIUSE-SAME-DATASET'],
  ['mdoc-digests~format.mdoc', 'MSO-MATCHES'],
  ['mdoc-element~format.mdoc', 'MSO-MATCHES'],
  ['mdoc-expired~format.mdoc', 'MDAUTH-DATED', 'MSO-CURRENT'],
  ['mdoc-signature~format.mdoc', 'MDAUTH-SIGNED'],
]

/** What looks like a mistake: no sentence obliges an issuer to do otherwise, or nothing shows outside. */
const allowed = [
  'tx-unexpected',
  'anonymous~anonymous.no',
  'any-scope',
  'token-status',
  'foreign-notification',
  'foreign-transaction~deferred.once',
  'transaction-status~deferred.once',
  'one-offer',
  'redirect-absent~grant.code',
] as const

const seed = 1
const count = 8

/** Mistakes that a recommendation names. */
const unwise: readonly (readonly [plan: string, row: string])[] = [
  ['same-place~batch.2', 'VCIUSE-BATCH-STATUS'],
  ['place-by-client~batch.2', 'VCIUSE-BATCH-STATUS'],
  ['state-needed~grant.code', 'VCIAUTH-STATELESS'],
  ['enc-name~request.offered', 'VCIMETA-ENC-NAMES'],
  ['zip-name~request.offered', 'VCIMETA-ENC-NAMES'],
  ['grant-code', 'VCIUSE-TOKEN-ERROR-CODE'],
  ['tx-code-error~tx.numeric', 'VCIUSE-TOKEN-ERROR-CODE'],
  ['mdoc-place~format.mdoc~batch.2', 'VCIUSE-BATCH-STATUS'],
  ['state-needed~grant.code~par.required', 'VCIAUTH-STATELESS'],
  ['beside-first~grant.code~par.offered', 'VCIPAR-INNER'],
  ['beside-last~grant.code~par.required', 'VCIPAR-INNER'],
]

describe.skipIf(noPython !== undefined)(`issuers in Python that share no code${reason}`, () => {
  const child = spawn(
    'python3',
    ['-B', resolve(import.meta.dirname, 'openid4vci/issuer.py'), String(seed), String(count)],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  )
  let start: Start
  beforeAll(async () => {
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
    start = JSON.parse(String(value))
  })
  afterAll(() => void child.stdin.end())

  const ask = (plan: string, grant?: GrantName): Promise<Seen> =>
    tryIssuer({
      offers: [`${start.address}/${plan}/offer`],
      hasProbes: true,
      patience: 20,
      allowPrivate: false,
      clientId: 'assay',
      ...(grant && { grant }),
      attestationKey: start.provider,
      options: { anchors: [start.root] },
    })

  it.each(
    sample(
      Array.from({ length: count }, (_, i) => i),
      4,
    ),
  )('end clean under any settings: draw %i', async (index) => {
    const plan = start.draws[index] ?? ''
    const seen = await ask(plan)

    expect({ plan, failed: listBroken(seen), doubtful: listDoubtful(seen), is: concludeTest(seen) }).toEqual({
      plan,
      failed: [],
      doubtful: [],
      is: 'passed',
    })
  })

  it.each(sample(mistakes, 4))('are found by a row that names the cause: %s', async (plan, ...rows) => {
    expect(listBroken(await ask(`mistake.${plan}`))).toEqual(rows)
  })

  it.each(sample(unwise, 4))('are found by a recommendation: %s', async (plan, row) => {
    const seen = await ask(`mistake.${plan}`)

    expect(listBroken(seen)).toEqual([])
    expect(listFailed(seen)).toContain(row)
  })

  it.each(sample(allowed, 4))('do not fail for what no sentence obliges them to do: %s', async (plan) => {
    const seen = await ask(`mistake.${plan}`)

    expect({ failed: listBroken(seen), is: concludeTest(seen) }).toEqual({ failed: [], is: 'passed' })
  })
})

/** What fails, without recommendations. */
function listBroken(seen: Seen): readonly string[] {
  const rows = [
    ...seen.cases.flatMap(({ verdict }) => verdict.results.map(({ requirement }) => requirement)),
    ...seen.trials.map(({ row }) => row),
  ]
  const recommended = new Set<string>(rows.filter(({ force }) => force === 'should').map(({ id }) => id))
  return listFailed(seen).filter((id) => !recommended.has(id))
}
