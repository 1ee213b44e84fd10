import type { StandardProfile } from '../../../../model/decision.ts'
import { HarnessError } from '../../../../model/errors.ts'
import { makeFolder } from '../../../files/write.ts'
import { readPreciseClock } from '../../../runtime/clock.ts'
import type { Arguments } from '../../../terminal/arguments.ts'
import type { Command } from '../../../terminal/command.ts'
import type { ExitCode } from '../../../terminal/exit-codes.ts'
import type { Terminal } from '../../../terminal/terminal.ts'
import { parseChoice } from '../../../terminal/values.ts'
import { makeSamplesAt } from '../../sample-time.ts'
import { describeCommand, outputFlags, readOutput, reportToUser, verdictFlags } from './finish-test.ts'
import { grantNames, isPresenterTested, refuseForeignFlags, refuseOtherWalletFlags, type Tested } from './tested.ts'
import { obtainerFlags, presenterFlags, walletFlags } from './wallet-flags.ts'

/** The standards by which each role is tested, the default first. */
const profiles = {
  issuer: ['openid4vci-1.0', 'haip-1.0'],
  verifier: ['openid4vp-1.0', 'haip-1.0'],
  wallet: ['openid4vci-1.0', 'openid4vp-1.0', 'haip-1.0'],
  holder: ['sd-jwt'],
} as const satisfies Readonly<Record<string, readonly StandardProfile[]>>

/** The standards of each role, for people. */
function describeProfiles(): string {
  return Object.entries(profiles)
    .map(([role, [usual, ...others]]) => `${role}: ${[`${usual} (the default)`, ...others].join(', ')}`)
    .join('; ')
}

/** `assay test`: plays the other side of a standard, and judges what the implementation does. */
export const test: Command = {
  usage: 'assay test issuer | verifier | wallet | holder',
  flags: {
    'what is tested': {
      profile: {
        value: 'NAME',
        meaning: `the standard; ${describeProfiles()}`,
      },
      offer: {
        value: 'OFFER',
        repeatable: true,
        meaning:
          'a credential offer: a link, JSON, a URL that returns a new offer each time, or a `command:…` that prints one (default: the reference issuer is tested)',
      },
      'tx-code': { value: 'CODE', meaning: 'the transaction code of the offers' },
      'client-id': { value: 'ID', meaning: 'the `client_id` of the wallet at the authorization server' },
      grant: {
        value: 'NAME',
        meaning: `the grant, where an offer has several: ${grantNames.join(' (the default), ')}`,
      },
      authorize: {
        value: 'HOW',
        meaning:
          'how to log in at the authorization server: `browser` prints the URL and waits for the redirect, `command:…` gets the URL and prints the URL that it was redirected to (default: follow redirects)',
      },
      'redirect-uri': {
        value: 'URL',
        meaning: 'the redirect URI of the client (default http://127.0.0.1:4801/callback)',
      },
      'attestation-key': {
        value: 'FILE',
        meaning: 'the private JWK of a wallet provider, with `kid` or `x5c`; it signs key and wallet attestations',
      },
      request: {
        value: 'REQUEST',
        repeatable: true,
        meaning:
          'a request of a verifier: a link, a URL that returns a new one each time, or a `command:…` that prints one (default: the reference verifier is tested)',
      },
      result: {
        value: 'PLACE',
        meaning:
          'a URL or `command:…` that returns `{"accepted": true}` or `false` for the session with {state}, {nonce}, {request}, {redirect_uri} or {response_code}',
      },
      holder: {
        value: 'TARGET',
        meaning:
          'a holder of SD-JWTs: `module:PATH`, or a command that answers each line of JSON with one (default: the reference holder is tested)',
      },
      ca: { value: 'FILE', meaning: 'a CA to trust (PEM)' },
      'allow-private': { meaning: 'follow URLs of the target to private addresses' },
      fault: {
        value: 'ID',
        meaning: 'test the reference actor with one fault: `assay list faults --profile openid4vci-1.0`',
      },
      variant: { value: 'ID', meaning: 'test the reference actor with one legal variant' },
    },
    'how a wallet is reached, and reaches Assay': walletFlags,
    'what a wallet obtains': obtainerFlags,
    'what a wallet presents': presenterFlags,
    'what to do': {
      probes: { meaning: 'also send negative tests, and unusual messages that must be accepted' },
      patience: {
        value: 'SECONDS',
        meaning:
          'how long to wait for a deferred credential (default 60), the result of a response (default 5), or the next message of a wallet (default 5; 60 with `manual`)',
      },
    },
    'what you know about the credentials': {
      jwks: {
        value: 'FILE',
        meaning:
          'the JWK Set of the issuer (default: from /.well-known/jwt-vc-issuer), or of the attester of wallet keys',
      },
      anchors: { value: 'FILE', meaning: 'trusted roots of the certificates in `x5c` (PEM)' },
      now: { value: 'TIME', meaning: 'seconds since 1970 or ISO 8601 (default: the clock)' },
    },
    'what is presented to a verifier': {
      credential: { value: 'FILE', meaning: 'present this SD-JWT VC instead of generated ones' },
      'holder-key': { value: 'FILE', meaning: 'the P-256 private JWK of its holder' },
      issuer: { value: 'URL', meaning: 'the `iss` of generated credentials (default https://issuer.example)' },
      'write-trust': {
        value: 'FOLDER',
        meaning:
          'write root.pem and jwks.json for the target to trust, and exit; all issuers, wallet providers and verifiers that Assay plays chain to this root',
      },
    },
    'what counts': verdictFlags,
    'what to print and to write': outputFlags,
  },
  examples: {
    'assay test issuer': 'the reference issuer, in this process',
    'assay test issuer --probes --out tested': 'with all negative tests, and a report in a folder',
    'assay test issuer --probes --fault VCIUSE-REFUSES/takes-any-nonce': 'with one fault, which a negative test finds',
    'assay test issuer --grant authorization-code --probes': 'the authorization code grant, with PAR and PKCE',
    'assay test issuer --offer http://127.0.0.1:4800/vci/offer --probes':
      'an issuer with a URL that returns a new offer each time, such as `assay serve openid4vci-issuer`',
    'assay test issuer --profile haip-1.0 --probes': 'the reference issuer of HAIP 1.0, in this process',
    'assay test verifier --probes': 'the reference verifier, in this process',
    'assay test verifier --profile haip-1.0 --probes': 'the reference verifier of HAIP 1.0, in this process',
    'assay test verifier --write-trust trust': 'what a verifier has to trust before it is tested',
    'assay test verifier --request http://127.0.0.1:4800/vp/new --anchors trust/root.pem --probes':
      'a verifier with a URL that returns a new request each time, such as `assay serve openid4vp-verifier`',
    'assay test wallet --probes': 'the reference wallet, with offers and issuers that it must refuse',
    'assay test wallet --profile haip-1.0 --probes':
      'the reference wallet of HAIP 1.0, by the authorization code grant',
    'assay test wallet --wallet http://127.0.0.1:4801':
      'a wallet that takes commands at a URL, such as `assay serve openid4vci-wallet`',
    'assay test wallet --profile openid4vp-1.0 --probes':
      'presentation by the reference wallet, with requests that it must refuse',
    'assay test wallet --profile openid4vp-1.0 --wallet http://127.0.0.1:4802':
      'presentation by a wallet that takes commands at a URL, such as `assay serve openid4vp-wallet`',
    'assay test wallet --profile haip-1.0 --presents --probes':
      'presentation by HAIP 1.0; without `--presents`, issuance',
    'assay test holder --probes': 'the reference holder of SD-JWTs, with SD-JWTs that it must reject',
  },
  run: async (args, terminal) => {
    const [role = '', ...more] = args.positionals
    if (!isTested(role) || more.length > 0)
      throw new HarnessError(
        'ERR_USAGE',
        '`assay test` needs the role that is tested: `issuer`, `verifier`, `wallet` or `holder`',
      )
    refuseForeignFlags(role, args)
    const [usual] = profiles[role]
    const profile = parseChoice<StandardProfile>('--profile', args.text('profile') ?? usual, profiles[role])
    if (role === 'wallet') refuseOtherWalletFlags(args, profile)
    if (args.has('write-trust')) return writeTrust(args.text('write-trust') ?? '')
    const out = args.text('out')
    if (out !== undefined) makeFolder(out)
    const output = await readOutput(args)
    const began = readPreciseClock()
    await makeSamplesAt(args)
    const { seen, target } = await testers[role](args, terminal, profile)
    const facts = {
      profile,
      role: rolesOf[role],
      ...(target !== undefined && { target }),
      began,
      isProbed: args.has('probes'),
    }
    return reportToUser(seen, { ...facts, command: describeCommand(test, args) }, output, args, terminal)
  },
}

/** A holder of SD-JWTs is a wallet. */
const rolesOf = { issuer: 'issuer', verifier: 'verifier', wallet: 'wallet', holder: 'wallet' } as const

const isTested = (role: string): role is keyof typeof profiles => Object.hasOwn(profiles, role)

type Tester = (args: Arguments, terminal: Terminal, profile: StandardProfile) => Promise<Tested>

/** How each role is tested. */
const testers: Readonly<Record<keyof typeof profiles, Tester>> = {
  issuer: async (args, { err }, profile) => (await import('./test-issuer.ts')).tryIssuerByArguments(args, err, profile),
  verifier: async (args, _, profile) => (await import('./test-verifier.ts')).tryVerifierByArguments(args, profile),
  wallet: async (args, terminal, profile) => {
    if (isPresenterTested(profile, args))
      return (await import('./test-presenter.ts')).tryPresenterByArguments(args, terminal, profile)
    return (await import('./test-wallet.ts')).tryWalletByArguments(args, terminal, profile)
  },
  holder: async (args) => (await import('./test-holder.ts')).tryHolderByArguments(args),
}

async function writeTrust(folder: string): Promise<ExitCode> {
  const { writeIssuerTrust } = await import('./test-verifier.ts')
  writeIssuerTrust(folder)
  return 0
}
