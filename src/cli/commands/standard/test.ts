import { HarnessError } from '../../../../model/errors.ts'
import { parseTestedStandard } from '../../../config/profile-choice.ts'
import { settingsFlags } from '../../../config/run-flags.ts'
import { isTestedRole, listStandards, type TestedRole } from '../../../config/tested-roles.ts'
import { obtainerFlags, presenterFlags, walletFlags } from '../../../config/wallet-flags.ts'
import type { Arguments } from '../../../terminal/arguments.ts'
import type { Command } from '../../../terminal/command.ts'
import type { ExitCode } from '../../../terminal/exit-codes.ts'
import { describeCommand, outputFlags, usualFormats, verdictFlags } from './finish-test.ts'
import { refuseForeignFlags } from './role-flags.ts'
import { describeStandards, tryRole } from './try-role.ts'

const tested = settingsFlags['what to test']

/** `assay test`: plays the other side of a standard, and judges what the implementation does. */
export const test: Command = {
  usage: 'assay test issuer | verifier | wallet | holder',
  flags: {
    'what is tested': {
      profile: {
        value: 'NAME',
        meaning: `the standard; ${describeStandards(['issuer', 'verifier', 'wallet', 'holder'])}`,
      },
      offer: {
        value: 'OFFER',
        repeatable: true,
        meaning:
          'a credential offer: a link, JSON, a URL that returns a new offer each time, or a `command:…` that prints one (default: the reference issuer is tested)',
      },
      'tx-code': { value: 'CODE', meaning: 'the transaction code of the offers' },
      'client-id': { value: 'ID', meaning: 'the `client_id` of the wallet at the authorization server' },
      'second-client-id': {
        value: 'ID',
        meaning:
          'another client at the authorization server, with the same redirect URI; it uses what belongs to the first',
      },
      grant: {
        value: 'NAME',
        meaning: 'the grant, where an offer has several: pre-authorized-code (the default), authorization-code',
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
      concurrency: {
        value: 'N',
        meaning:
          'how many probes to send to an issuer or a verifier at a time (default: up to 16, as long as responses do not slow down)',
      },
      patience: {
        value: 'SECONDS',
        meaning:
          'how long to wait for a deferred credential (default 60), the result of a response (default 5), or the next message of a wallet (default 5; 60 with `manual`)',
      },
    },
    'how to repeat it': {
      seed: {
        value: 'N',
        meaning: 'the seed of the keys, nonces and codes that Assay sends; the report names it (default: a new one)',
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
      'status-list': {
        meaning:
          'serve the status lists of generated credentials, at --host, --port or --public-url; with --probes, also revoked credentials and wrong lists',
      },
      'write-trust': {
        value: 'FOLDER',
        meaning:
          'write root.pem and jwks.json for the target to trust, and exit; all issuers, wallet providers and verifiers that Assay plays chain to this root',
      },
    },
    'what counts': { only: tested.only, skip: tested.skip, ...verdictFlags },
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
    'assay test wallet --probes': 'the reference wallet, with offers and issuers that it must reject',
    'assay test wallet --profile haip-1.0 --probes':
      'the reference wallet of HAIP 1.0, by the authorization code grant',
    'assay test wallet --wallet http://127.0.0.1:4801':
      'a wallet that takes commands at a URL, such as `assay serve openid4vci-wallet`',
    'assay test wallet --profile openid4vp-1.0 --probes':
      'presentation by the reference wallet, with requests that it must reject',
    'assay test wallet --profile openid4vp-1.0 --wallet http://127.0.0.1:4802':
      'presentation by a wallet that takes commands at a URL, such as `assay serve openid4vp-wallet`',
    'assay test wallet --profile haip-1.0 --presents --probes':
      'presentation by HAIP 1.0; without `--presents`, issuance',
    'assay test holder --probes': 'the reference holder of SD-JWTs, with SD-JWTs that it must reject',
  },
  run: async (args, terminal) => {
    const [role = '', ...more] = args.positionals
    if (!isTestedRole(role))
      throw new HarnessError(
        'ERR_USAGE',
        '`assay test` needs the role that is tested: `issuer`, `verifier`, `wallet` or `holder`',
      )
    const [target] = more
    if (target !== undefined)
      throw new HarnessError(
        'ERR_USAGE',
        `the target of \`assay test ${role}\` is a flag: \`${targetFlags[role]} ${target}\``,
      )
    const profile = parseTestedStandard('--profile', args.text('profile') ?? listStandards(role)[0] ?? '', role)
    if (args.has('write-trust')) return writeTrust(role, args)
    const command = describeCommand(test, args)
    return tryRole({ role, profile, args, command, usualFormats }, terminal)
  },
}

/** The flag that names the target of each role. */
const targetFlags: Readonly<Record<TestedRole, string>> = {
  issuer: '--offer',
  verifier: '--request',
  wallet: '--wallet',
  holder: '--holder',
}

async function writeTrust(role: TestedRole, args: Arguments): Promise<ExitCode> {
  refuseForeignFlags(role, args)
  const { writeRoots } = await import('../../../../suites/played.ts')
  await writeRoots(args.text('write-trust') ?? '')
  return 0
}
