import { isObject, type JsonValue, readText } from '../protocol/encoding/json.ts'
import { attempt } from '../protocol/encoding/problem.ts'
import { type Jws, readSigned } from '../protocol/jose/jws.ts'
import type { Parties } from '../src/harness/parties.ts'
import { listFailed } from '../src/harness/seen.ts'
import { haipIssuers, haipPresenters, haipVerifiers, haipWallets } from '../suites/haip/harness/parties.ts'
import { makeHaip } from '../suites/haip/issuers.ts'
import { makeHaipPresenter } from '../suites/haip/presenters.ts'
import { makeHaipVerifier } from '../suites/haip/verifiers.ts'
import { makeHaipWallet } from '../suites/haip/wallets.ts'
import type { VciIssuerSteps, VciRequestFacts, VciValidationName } from '../suites/openid4vci/actors/issuer-steps.ts'
import type {
  VciWalletFacts,
  VciWalletSteps,
  VciWalletValidationName,
} from '../suites/openid4vci/actors/wallet-steps.ts'
import { issuers, wallets } from '../suites/openid4vci/harness/parties.ts'
import type { VpResponseFacts, VpValidationName, VpVerifierSteps } from '../suites/openid4vp/actors/verifier-steps.ts'
import type { VpWalletFacts, VpWalletSteps, VpWalletValidationName } from '../suites/openid4vp/actors/wallet-steps.ts'
import { presenters, verifiers } from '../suites/openid4vp/harness/parties.ts'
import { createMatrixRole, type Focus, type MatrixRole, type MatrixSetting, type Weaken } from './cells.ts'
import type { Traits, Validation } from './conditions.ts'

type Change<Steps> = (steps: Steps) => Steps

interface Validating<Facts, Name extends string> {
  readonly validations: Readonly<Record<Name, Validation<Facts>>>
}

/** How the role of a suite is tested. */
interface TestedSuite<Steps> {
  readonly suite: string
  readonly parties: Pick<Parties<Change<Steps>>, 'play' | 'variants'>
  readonly usual?: Change<Steps>
}

/** The usual actor of a suite, and each of its variants. */
const listSettings = <Facts, Name extends string, Steps extends Validating<Facts, Name>>({
  suite,
  parties: { play, variants },
  usual = (steps) => steps,
}: TestedSuite<Steps>): readonly MatrixSetting<Facts>[] =>
  [{ id: suite, change: usual }, ...variants].map(({ id, change }) => ({
    name: id,
    play: async (weaken: Weaken<Facts>, { shown }: Partial<Focus> = {}) => {
      // What a validation remembers lasts for all sessions.
      const known = new Map<string, Validation<Facts>>()
      const weakenAll = (steps: Steps): Steps => {
        const own: [string, Validation<Facts>][] = Object.entries(steps.validations)
        for (const [name, each] of own) if (!known.has(name)) known.set(name, weaken(name, each))
        return { ...steps, validations: Object.fromEntries(known) }
      }
      const selection = shown && { only: shown, skip: [] }
      const failed = listFailed(await play((steps) => weakenAll(change(steps)), selection))
      return shown ? failed.filter((each) => shown.includes(each)) : failed
    },
  }))

const writeAll = (values: readonly unknown[]): string | undefined => {
  const known = values.filter((each) => each !== undefined && each !== '')
  return known.length > 0 ? JSON.stringify(known) : undefined
}

/** The header and the payload of a token that may be wrong in any way. */
function openToken(text: unknown): Pick<Jws, 'header' | 'body'> | undefined {
  const read = attempt(() => readSigned(readText(text).split('~')[0] ?? ''))
  return 'value' in read ? read.value : undefined
}

const listTexts = (value: JsonValue): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')

const readClaim = (token: { readonly body: string } | undefined, name: string): unknown => {
  const read = attempt(() => JSON.parse(token?.body ?? '{}'))
  return 'value' in read && isObject(read.value) ? read.value[name] : undefined
}

/** Keeps a part of what is a list. */
const pickFrom = <T>(all: readonly T[], isKept: (i: number, count: number) => boolean): readonly T[] =>
  all.filter((_, i) => isKept(i, all.length))

interface Token {
  readonly header: { readonly alg?: JsonValue }
}

const listAlgs = (tokens: readonly (Token | undefined)[]): readonly string[] =>
  tokens.flatMap((token) => (token?.header.alg === undefined ? [] : [readText(token.header.alg)]))

const readProofs = ({ proofs }: VciRequestFacts) => proofs.map((each) => each?.jws)
const readAttestations = ({ attestation, proofs }: VciRequestFacts) => [
  attestation,
  ...proofs.map((each) => each?.attestation),
]

const ofIssuers: Traits<VciRequestFacts> = {
  same: [
    {
      name: 'access token',
      of: /^(authorized|dpop|identif|configuration|proof|attestation|re(quest|sponse)-encrypted)/,
      read: ({ token }) => token || undefined,
    },
    {
      name: 'client',
      of: /^(wallet|pop|redirect|challenge|pushed|code)/,
      read: ({ request }) => writeAll([request.client_id]),
    },
    { name: 'wallet attestation', of: /^pop/, read: ({ client }) => writeAll([client?.attestation?.text]) },
    {
      name: 'payload of the wallet attestation',
      of: /^wallet-(signed|typ|alg|understood)/,
      read: ({ client }) => writeAll([client?.attestation?.body]),
    },
    {
      name: 'payload of the proof of the wallet attestation',
      of: /^pop-(signed|typ|alg|understood)/,
      read: ({ client }) => writeAll([client?.pop?.body]),
    },
    {
      name: 'DPoP key',
      of: /^dpop-(?!(present|readable|public|scheme))/,
      read: ({ dpop }) => writeAll([dpop?.key?.x]),
      isRotated: true,
    },
    {
      name: 'payload of the DPoP proof',
      of: /^dpop-(signed|typ|alg|understood)/,
      read: ({ dpop }) => writeAll([dpop?.jws?.body]),
    },
    {
      name: 'proof key',
      of: /^proof-(?!(readable|public|one))/,
      read: ({ proofs }) => writeAll(proofs.map((each) => each?.key?.x)),
      isRotated: true,
    },
    {
      name: 'payload of the proof',
      of: /^proof-(signed|typ|alg|understood)/,
      read: (facts) => writeAll(readProofs(facts).map((each) => each?.body)),
    },
    {
      name: 'key attestation',
      of: /^proof-(?!(readable|public|one))/,
      read: (facts) => writeAll(readAttestations(facts).map((each) => each?.text)),
    },
    {
      name: 'payload of the key attestation',
      of: /^attestation-good/,
      read: (facts) => writeAll(readAttestations(facts).map((each) => each?.body)),
    },
  ],
  algs: [
    { of: /^proof-(?!alg)/, read: (facts) => listAlgs(readProofs(facts)) },
    { of: /^dpop-(?!alg)/, read: ({ dpop }) => listAlgs([dpop?.jws]) },
    { of: /^wallet-(?!alg)/, read: ({ client }) => listAlgs([client?.attestation]) },
    { of: /^pop-(?!alg)/, read: ({ client }) => listAlgs([client?.pop]) },
    { of: /^attestation/, read: (facts) => listAlgs(readAttestations(facts)) },
  ],
  list: {
    of: /^(proof-|attestation)/,
    count: ({ proofs }) => proofs.length,
    pick: (facts, isKept) => ({ ...facts, proofs: pickFrom(facts.proofs, isKept) }),
  },
}

const readPresented = ({ presentations }: VpResponseFacts) => presentations.flatMap(({ value }) => listTexts(value))
const readCredentials = (facts: VpResponseFacts) => readPresented(facts).map(openToken)
const readBindings = (facts: VpResponseFacts) => readPresented(facts).map((text) => openToken(text.split('~').at(-1)))

/** Whether no disclosure is shown: nothing is between the credential and what is after the last tilde. */
const isBareText = (text: string): boolean => text.split('~').length === 2

const ofVerifiers: Traits<VpResponseFacts> = {
  same: [
    {
      name: 'credential',
      of: /^(valid-now|disclosures|binding|list|status)/,
      read: (facts) => writeAll(readPresented(facts).map((text) => text.split('~')[0])),
    },
    {
      name: 'payload of the credential',
      of: /^(issuer-signed|header-understood)/,
      read: (facts) => writeAll(readCredentials(facts).map((each) => each?.body)),
    },
    {
      name: 'issuer',
      of: /^issuer-signed/,
      read: (facts) => writeAll(readCredentials(facts).map((each) => readClaim(each, 'iss'))),
    },
    {
      name: 'holder key',
      of: /^binding/,
      read: (facts) => writeAll(readCredentials(facts).map((each) => readClaim(each, 'cnf'))),
      isRotated: true,
    },
    {
      name: 'payload of the key binding',
      of: /^binding-(signed|typ)/,
      read: (facts) => writeAll(readBindings(facts).map((each) => each?.body)),
    },
    {
      name: 'type',
      of: /^(type|claims|values)/,
      read: (facts) => writeAll(readCredentials(facts).map((each) => readClaim(each, 'vct'))),
    },
    {
      name: 'status list',
      of: /^(list|status)/,
      read: ({ presentations }) =>
        writeAll(presentations.map(({ statusList }) => readClaim(openToken(statusList), 'sub'))),
    },
  ],
  algs: [
    { of: /^(issuer|header|disclosures|valid)/, read: (facts) => listAlgs(readCredentials(facts)) },
    { of: /^binding/, read: (facts) => listAlgs(readBindings(facts)) },
  ],
  list: {
    of: /^(type|claims|values|issuer|header|disclosures|valid|binding|list|status)/,
    count: ({ presentations }) => presentations.length,
    pick: (facts, isKept) => ({ ...facts, presentations: pickFrom(facts.presentations, isKept) }),
  },
  unlike: [
    {
      when: 'where no claim is disclosed',
      of: /^(type|issuer|header|disclosures|valid|binding|list|status)/,
      isOne: (facts) => readPresented(facts).length > 0 && readPresented(facts).every(isBareText),
    },
    {
      when: 'after an error in the same session',
      of: /^(?!session)/,
      isOne: ({ isRetried }) => isRetried,
    },
  ],
}

const ofWallets: Traits<VciWalletFacts> = {
  same: [
    {
      name: 'issuer',
      of: /^(issuer|metadata|server|return|token|response|credential)/,
      read: ({ issuer }) => issuer || undefined,
    },
    {
      name: 'payload of the credential',
      of: /^credential-signed/,
      read: ({ credentials }) => writeAll(credentials.map((text) => openToken(text)?.body)),
    },
    {
      name: 'type',
      of: /^type-allows/,
      read: ({ credentials }) => writeAll(credentials.map((text) => readClaim(openToken(text), 'vct'))),
    },
    {
      name: 'key of the issuer',
      of: /^credential-(signed|current|processed)/,
      read: ({ issuerKeys, credentials }) =>
        credentials.length > 0 ? writeAll(issuerKeys.map(({ x }) => x)) : undefined,
      isRotated: true,
    },
  ],
  algs: [
    { of: /^credential-(signed|current|processed)/, read: ({ credentials }) => listAlgs(credentials.map(openToken)) },
  ],
  list: {
    of: /^credential/,
    count: ({ credentials }) => credentials.length,
    pick: (facts, isKept) => ({ ...facts, credentials: pickFrom(facts.credentials, isKept) }),
  },
  unlike: [
    {
      when: 'where no claim is disclosed',
      of: /^credential/,
      isOne: ({ credentials }) => credentials.length > 0 && credentials.every(isBareText),
    },
  ],
}

const ofPresenters: Traits<VpWalletFacts> = {
  same: [
    {
      name: 'client',
      of: /^(object|client|chain|did|attestation|place|redirect|metadata)/,
      read: ({ request }) => writeAll([request.client_id]),
    },
    {
      name: 'payload of the request',
      of: /^(object-(signed|typed|understood)|did-signed|chain|attestation-proved)/,
      read: ({ object }) => object && writeAll([object.signingInput.split('.')[1]]),
    },
    { name: 'certificate', of: /^object/, read: ({ object }) => writeAll([object?.header.x5c]), isRotated: true },
    { name: 'DID', of: /^did/, read: ({ didDocument }) => writeAll([didDocument?.id]) },
  ],
  algs: [
    {
      of: /^(object-(?!given)|did|chain|client-certified|attestation-proved)/,
      read: ({ object }) => listAlgs([object]),
    },
  ],
  list: {
    of: /^(object-signed|client|chain)/,
    count: ({ signatures = [] }) => signatures.length,
    pick: (facts, isKept) => ({ ...facts, signatures: pickFrom(facts.signatures ?? [], isKept) }),
  },
}

const createStandardRole = <Name extends string, Facts extends object, Steps extends Validating<Facts, Name>>(
  traits: Traits<Facts>,
  suites: readonly TestedSuite<Steps>[],
): MatrixRole =>
  createMatrixRole(
    suites.flatMap((each) => listSettings<Facts, Name, Steps>(each)),
    traits,
  )

/** The roles of the standards. */
export const standardRoles: Readonly<Record<string, MatrixRole>> = {
  'openid4vci-issuer': createStandardRole<VciValidationName, VciRequestFacts, VciIssuerSteps>(ofIssuers, [
    { suite: 'openid4vci-1.0', parties: issuers },
    { suite: 'haip-1.0', parties: haipIssuers, usual: makeHaip },
  ]),
  'openid4vp-verifier': createStandardRole<VpValidationName, VpResponseFacts, VpVerifierSteps>(ofVerifiers, [
    { suite: 'openid4vp-1.0', parties: verifiers },
    { suite: 'haip-1.0', parties: haipVerifiers, usual: makeHaipVerifier },
  ]),
  'openid4vci-wallet': createStandardRole<VciWalletValidationName, VciWalletFacts, VciWalletSteps>(ofWallets, [
    { suite: 'openid4vci-1.0', parties: wallets },
    { suite: 'haip-1.0', parties: haipWallets, usual: makeHaipWallet },
  ]),
  'openid4vp-wallet': createStandardRole<VpWalletValidationName, VpWalletFacts, VpWalletSteps>(ofPresenters, [
    { suite: 'openid4vp-1.0', parties: presenters },
    { suite: 'haip-1.0', parties: haipPresenters, usual: makeHaipPresenter },
  ]),
}
