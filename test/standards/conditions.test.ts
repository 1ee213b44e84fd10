import { describe, expect, it } from 'vitest'
import { listFailed } from '../../src/harness/seen.ts'
import type { Selection } from '../../src/judge/selection.ts'
import { walletProfile } from '../../suites/haip/harness/wallet-profile.ts'
import { makeHaipWallet } from '../../suites/haip/wallets.ts'
import type { VciIssuerSteps, VciRequestFacts, VciValidationName } from '../../suites/openid4vci/actors/issuer-steps.ts'
import { makeUsualSteps } from '../../suites/openid4vci/actors/steps.ts'
import { usualWalletSteps } from '../../suites/openid4vci/actors/wallet/steps.ts'
import {
  type VciWalletFacts,
  type VciWalletSteps,
  type VciWalletValidationName,
  vciWalletValidations,
} from '../../suites/openid4vci/actors/wallet-steps.ts'
import { issuers, playWallet, wallets } from '../../suites/openid4vci/harness/parties.ts'
import { issuerVariants } from '../../suites/openid4vci/issuer-variants.ts'
import { walletVariants } from '../../suites/openid4vci/wallet/variants.ts'
import {
  type VpResponseFacts,
  type VpValidationName,
  type VpVerifierSteps,
  vpValidations,
} from '../../suites/openid4vp/actors/verifier-steps.ts'
import { usualVpWalletSteps } from '../../suites/openid4vp/actors/wallet/steps.ts'
import {
  type VpWalletFacts,
  type VpWalletSteps,
  type VpWalletValidationName,
  vpWalletValidations,
} from '../../suites/openid4vp/actors/wallet-steps.ts'
import { presenters, verifiers } from '../../suites/openid4vp/harness/parties.ts'
import { verifierVariants } from '../../suites/openid4vp/verifier/variants.ts'
import { presenterVariants } from '../../suites/openid4vp/wallet/variants.ts'

// A receiver may validate, and not always: each validation of a reference actor holds only sometimes, under a setting in
// which it is noticed that it never holds.

type Validation<Facts> = (facts: Facts) => boolean

interface Condition {
  readonly when: string
  readonly weaken: <Facts>(validation: Validation<Facts>) => Validation<Facts>
}

const never: Condition = { when: 'never', weaken: () => () => true }

const conditions: readonly Condition[] = [
  {
    when: 'only the first time',
    weaken: (validation) => {
      let isFirst = true
      return (facts) => {
        const isValid = !isFirst || validation(facts)
        isFirst = false
        return isValid
      }
    },
  },
  { when: 'not after it has accepted', weaken: (validation) => endAfter(validation, true) },
  { when: 'not after it has refused', weaken: (validation) => endAfter(validation, false) },
]

function endAfter<Facts>(validation: Validation<Facts>, last: boolean): Validation<Facts> {
  let isOver = false
  return (facts) => {
    const isValid = isOver || validation(facts)
    if (isValid === last) isOver = true
    return isValid
  }
}

/** The setting in which a validation matters, by the beginning of its name. */
type Settings = readonly (readonly [name: RegExp, variant: string])[]

const ofIssuers: Settings = [
  [/^pushed-where/, 'VCI/requires-that-authorization-requests-are-pushed'],
  [
    /^(pushed|redirect|client|challenge|response-type|scope|code-(client|redirect|key)|verifier)/,
    'VCI/offers-the-authorization-code-grant-alone',
  ],
  [/^dpop-nonce/, 'VCI/binds-its-access-tokens-to-keys-and-has-a-nonce-for-proofs'],
  [/^dpop/, 'VCI/binds-its-access-tokens-to-keys'],
  [/^(wallet|pop)/, 'VCI/has-wallets-authenticate-themselves-with-a-challenge'],
  [/^tx-code/, 'VCI/asks-for-a-transaction-code'],
  [/^re(quest|sponse)-encrypted/, 'VCI/requires-encrypted-requests-and-responses'],
  [/^identifi/, 'VCI/gives-credential-identifiers-with-its-tokens'],
  [/^attestation/, 'VCI/requires-key-attestations'],
  [/^transaction/, 'VCI/defers'],
  [/^refresh-key/, 'VCI/binds-its-refresh-tokens-to-keys'],
  [/^refresh-instance/, 'VCI/has-wallets-authenticate-themselves-and-binds-its-refresh-tokens-to-them'],
  [/^refresh/, 'VCI/gives-refresh-tokens-by-the-authorization-code-grant'],
  [/^configuration-granted/, 'VCI/has-a-credential-that-it-does-not-offer'],
]

const ofVerifiers: Settings = [
  [/^encrypted/, 'VP/asks-for-encrypted-responses'],
  [/^values/, 'VP/asks-for-a-value'],
  [/^transaction/, 'VP/asks-for-a-transaction'],
  [/^type-allows/, 'VP/processes-type-metadata'],
]

const ofWallets: Settings = [
  [/^metadata-/, 'VCI/a-wallet-asks-for-signed-metadata'],
  [/^type-allows/, 'VCI/a-wallet-processes-type-metadata'],
]

const findVariant = (id: string, settings: Settings): string | undefined =>
  settings.find(([name]) => name.test(id))?.[1]

/** Weakens one validation of the usual actor of a setting, and tells what fails of these requirements, or of all. */
const play =
  <Name extends string, Facts, Steps extends { readonly validations: { readonly [N in Name]: Validation<Facts> } }>(
    parties: {
      readonly play: (
        change: (steps: Steps) => Steps,
        selection?: Selection,
      ) => Promise<Parameters<typeof listFailed>[0]>
    },
    variants: readonly { readonly id: string; readonly change: (steps: Steps) => Steps }[],
    settings: Settings,
  ) =>
  async (name: Name, { weaken }: Condition, only: readonly string[]): Promise<readonly string[]> => {
    const wanted = findVariant(name, settings)
    const variant = variants.find(({ id }) => id === wanted)
    if (wanted !== undefined && !variant) throw new TypeError(`there is no variant ${wanted}`)
    const seen = await parties.play(
      (usual) => {
        const steps = variant?.change(usual) ?? usual
        return { ...steps, validations: { ...steps.validations, [name]: weaken(steps.validations[name]) } }
      },
      only.length > 0 ? { only, skip: [] } : undefined,
    )
    return listFailed(seen).filter((id) => only.length === 0 || only.includes(id))
  }

const issuerNames = Object.keys(makeUsualSteps({}).validations) as VciValidationName[] // its own keys

const playIssuer = play<VciValidationName, VciRequestFacts, VciIssuerSteps>(issuers, issuerVariants, ofIssuers)
const playVerifier = play<VpValidationName, VpResponseFacts, VpVerifierSteps>(verifiers, verifierVariants, ofVerifiers)

const playVciWallet = play<VciWalletValidationName, VciWalletFacts, VciWalletSteps>(wallets, walletVariants, ofWallets)
/** The `iss` of a redirection is validated by HAIP 1.0. */
const playHaipWallet = play<VciWalletValidationName, VciWalletFacts, VciWalletSteps>(
  { play: (change, selection) => playWallet(walletProfile)((usual) => change(makeHaipWallet(usual)), selection) },
  ...[[], []],
)
const playVpWallet = play<VpWalletValidationName, VpWalletFacts, VpWalletSteps>(presenters, presenterVariants, [])

/** Whether a reference wallet looks at something there: faults alone do, at what has no demand. */
const isLookedAt = (validation: object): boolean => !/^\(\) => true$/.test(String(validation))

/** What a wallet may accept, or what has no consequence that is seen. */
const ofWalletsAlone = {
  'metadata-named': 'No sentence obliges a wallet to compare `sub` and `typ` of signed metadata.',
  'attestation-given': 'What has another type is no attestation that a trusted party signed.',
  'query-known': 'Where nothing is asked for, nothing is presented.',
}

/** Where another validation refuses the same messages, or where it is legal to accept them. */
const doubled = [
  ...['client-known', 'pushed-known', 'pushed-key', 'code-fresh', 'code-key', 'scope-known'],
  ...['dpop-scheme', 'dpop-alg', 'wallet-alg', 'pop-alg', 'tx-code-present', 'tx-code-expected'],
  ...['identified', 'configuration-known', 'proofs-few', 'proof-readable', 'proof-alg', 'proof-one-key'],
  ...['proof-iat', 'proof-nonce-present', 'proof-fresh'],
  // A server may, and need not, let an earlier refresh token end.
  'refresh-unused',
  ...[
    'session-unused',
    'encrypted',
    'token-formed',
    'token-known',
    'format-right',
    'transaction-signed',
    'list-of-time',
  ],
]

/** Where a second refusal takes another authorization by a user. */
const once = ['pushed-fresh', 'pushed-unused', 'pushed-where-required', 'challenge-method']

/** What is not noticed. */
function listExcused(role: string, name: string): readonly string[] {
  if (role.endsWith('wallet')) return Object.hasOwn(ofWalletsAlone, name) ? ['never'] : []
  if (doubled.includes(name)) return ['never']
  return once.includes(name) ? ['not after it has refused'] : []
}

type How = [condition: Condition, only: readonly string[]]

const targets = [
  ...issuerNames.map((name) => ({ role: 'issuer', name, run: (...how: How) => playIssuer(name, ...how) })),
  ...vpValidations.map((name) => ({ role: 'verifier', name, run: (...how: How) => playVerifier(name, ...how) })),
  ...vciWalletValidations
    .filter((name) => isLookedAt(usualWalletSteps.validations[name]))
    .map((name) => ({
      ...{ role: 'wallet', name },
      run: (...how: How) => (name === 'return-issuer' ? playHaipWallet : playVciWallet)(name, ...how),
    })),
  ...vpWalletValidations
    .filter((name) => isLookedAt(usualVpWalletSteps.validations[name]))
    .map((name) => ({ role: 'presenting wallet', name, run: (...how: How) => playVpWallet(name, ...how) })),
]

describe('a validation that holds only sometimes', () => {
  it.each(targets)('is noticed: $role $name', async ({ role, name, run }) => {
    const shown = await run(never, [])
    // What shows that it never holds shows mostly that it holds only sometimes. Where it does not, everything is sent.
    const isNoticed = async (condition: Condition): Promise<boolean> =>
      (await run(condition, shown)).length > 0 || (await run(condition, [])).length > 0
    const missed = shown.length === 0 ? [never.when] : []
    for (const condition of conditions) {
      if (missed.length === 0 && !(await isNoticed(condition))) missed.push(condition.when)
    }

    expect(missed).toEqual(listExcused(role, name))
  })
})
