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
          'a credential offer: a link, its JSON, a URL that gives another one each time, or `command:…`, which prints one; without it, the reference issuer is tested',
      },
      'tx-code': { value: 'CODE', meaning: 'the transaction code of the offers' },
      'client-id': { value: 'ID', meaning: 'the client that the wallet is to its authorization server' },
      grant: {
        value: 'NAME',
        meaning: `the grant, where an offer has several: ${grantNames.join(' (the default), ')}`,
      },
      authorize: {
        value: 'HOW',
        meaning:
          'who agrees at the authorization server: `browser` shows you the URL and waits until you are redirected, `command:…` gets the URL and prints the address to which it was redirected; without it, redirections are followed',
      },
      'redirect-uri': {
        value: 'URL',
        meaning: 'where the authorization server redirects to (default http://127.0.0.1:4801/callback)',
      },
      'attestation-key': {
        value: 'FILE',
        meaning:
          'the private JWK of a provider of wallets, for attestations of keys and of wallets; with `kid` or `x5c`',
      },
      request: {
        value: 'REQUEST',
        repeatable: true,
        meaning:
          'a request of a verifier: a link, a URL that gives another one each time, or `command:…`, which prints one; without it, the reference verifier is tested',
      },
      result: {
        value: 'PLACE',
        meaning:
          'a URL or `command:…` that gives `{"accepted": true}` or `false` for the session of {state}, {nonce}, {request}, {redirect_uri} or {response_code}',
      },
      holder: {
        value: 'TARGET',
        meaning:
          'a holder of SD-JWTs: `module:PATH`, a function, or a command that reads and writes a line of JSON for each question; without it, the reference holder is tested',
      },
      ca: { value: 'FILE', meaning: 'a CA to trust (PEM)' },
      'allow-private': { meaning: 'let messages of what is tested lead to private addresses' },
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
      probes: { meaning: 'also send what has to be refused, or must not be refused' },
      patience: {
        value: 'SECONDS',
        meaning:
          'how long a deferred credential is awaited (default 60), the result of a response (default 5), or the next message of a wallet (default 5; 60 by hand)',
      },
    },
    'what you know about the credentials': {
      jwks: {
        value: 'FILE',
        meaning:
          'the JWK Set of the issuer (default: what its /.well-known/jwt-vc-issuer has), or of who attests the keys of a wallet',
      },
      anchors: { value: 'FILE', meaning: 'PEM certificates that are trusted as roots of the certificates in `x5c`' },
      now: { value: 'TIME', meaning: 'seconds since 1970 or ISO 8601 (default: the clock)' },
    },
    'what is presented to a verifier': {
      credential: { value: 'FILE', meaning: 'an SD-JWT VC in place of those that are made' },
      'holder-key': { value: 'FILE', meaning: 'the private JWK of its holder, on P-256' },
      issuer: { value: 'URL', meaning: 'the `iss` of credentials that are made (default https://issuer.example)' },
      'write-trust': {
        value: 'FOLDER',
        meaning:
          'write root.pem and jwks.json of their issuer there, and end; the root is also that of what wallets obtain, of the provider of wallets, and of the verifier that asks wallets',
      },
    },
    'what counts': verdictFlags,
    'what to print and to write': outputFlags,
  },
  examples: {
    'assay test issuer': 'the reference issuer, in this process',
    'assay test issuer --probes --out tested': 'with all requests that it has to refuse, and a report in a folder',
    'assay test issuer --probes --fault VCIUSE-REFUSES/takes-any-nonce': 'with one fault, which a probe finds',
    'assay test issuer --grant authorization-code --probes': 'the authorization code grant, with PAR and PKCE',
    'assay test issuer --offer http://127.0.0.1:4800/vci/offer --probes':
      'an issuer that gives a new offer at a URL, such as that of `assay serve openid4vci-issuer`',
    'assay test issuer --profile haip-1.0 --probes': 'the reference issuer of HAIP 1.0, in this process',
    'assay test verifier --probes': 'the reference verifier, in this process',
    'assay test verifier --profile haip-1.0 --probes': 'the reference verifier of HAIP 1.0, in this process',
    'assay test verifier --write-trust trust': 'what a verifier has to trust before it is tested',
    'assay test verifier --request http://127.0.0.1:4800/vp/new --anchors trust/root.pem --probes':
      'a verifier that gives a new request at a URL, such as that of `assay serve openid4vp-verifier`',
    'assay test wallet --probes': 'the reference wallet, with offers and issuers that it has to refuse',
    'assay test wallet --profile haip-1.0 --probes':
      'the reference wallet of HAIP 1.0, by the authorization code grant',
    'assay test wallet --wallet http://127.0.0.1:4801':
      'a wallet that takes commands at a URL, such as that of `assay serve openid4vci-wallet`',
    'assay test wallet --profile openid4vp-1.0 --probes':
      'how the reference wallet presents, with requests that it has to refuse',
    'assay test wallet --profile openid4vp-1.0 --wallet http://127.0.0.1:4802':
      'how a wallet presents that takes commands at a URL, such as that of `assay serve openid4vp-wallet`',
    'assay test wallet --profile haip-1.0 --presents --probes':
      'how the reference wallet presents by HAIP 1.0; without `--presents`, how it is issued credentials',
    'assay test holder --probes': 'the reference holder of SD-JWTs, with SD-JWTs that it has to reject',
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
