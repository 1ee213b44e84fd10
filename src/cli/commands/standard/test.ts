import { HarnessError } from '../../../../model/errors.ts'
import type { TestReport } from '../../../../reporters/tested/test-report.ts'
import { readPreciseClock } from '../../../runtime/clock.ts'
import type { Arguments } from '../../../terminal/arguments.ts'
import type { Command } from '../../../terminal/command.ts'
import type { ExitCode } from '../../../terminal/exit-codes.ts'
import { parseChoice } from '../../../terminal/values.ts'
import { json } from '../../flags.ts'

const profiles = ['openid4vci-1.0'] as const

const grantNames = ['pre-authorized-code', 'authorization-code'] as const

/** `assay test`: plays the other side of a standard, and judges what the implementation does. */
export const test: Command = {
  usage: 'assay test issuer',
  flags: {
    'what is tested': {
      profile: { value: 'NAME', meaning: `the standard: ${profiles.join(', ')} (the default)` },
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
        meaning: 'the private JWK of a provider of wallets, for key attestations; with `kid` or `x5c`',
      },
      ca: { value: 'FILE', meaning: 'a CA to trust (PEM)' },
      'allow-private': { meaning: 'let messages of the issuer lead to private addresses' },
      fault: {
        value: 'ID',
        meaning: 'test the reference issuer with one fault: `assay list faults --profile openid4vci-1.0`',
      },
      variant: { value: 'ID', meaning: 'test the reference issuer with one legal variant' },
    },
    'what to do': {
      probes: { meaning: 'also send requests that an issuer has to refuse, or must not refuse' },
      patience: { value: 'SECONDS', meaning: 'how long a deferred credential is awaited (default 60)' },
    },
    'what you know about the credentials': {
      jwks: { value: 'FILE', meaning: 'the JWK Set of the issuer (default: what its /.well-known/jwt-vc-issuer has)' },
      anchors: { value: 'FILE', meaning: 'PEM certificates that are trusted as roots of the certificates in `x5c`' },
      now: { value: 'TIME', meaning: 'seconds since 1970 or ISO 8601 (default: the clock)' },
    },
    'what to print and to write': {
      json,
      out: { value: 'FOLDER', meaning: 'also write report.html, report.md, report.json and junit.xml to this folder' },
    },
  },
  examples: {
    'assay test issuer': 'the reference issuer, in this process',
    'assay test issuer --probes --out tested': 'with all requests that it has to refuse, and a report in a folder',
    'assay test issuer --probes --fault VCIUSE-REFUSES/takes-any-nonce': 'with one fault, which a probe finds',
    'assay test issuer --grant authorization-code --probes': 'the authorization code grant, with PAR and PKCE',
    'assay test issuer --offer http://127.0.0.1:4800/vci/offer --probes':
      'an issuer that gives a new offer at a URL, such as that of `assay serve openid4vci-issuer`',
  },
  run: async (args, terminal) => {
    const [role, ...more] = args.positionals
    if (role !== 'issuer' || more.length > 0)
      throw new HarnessError('ERR_USAGE', '`assay test` needs the role that is tested: `assay test issuer`')
    parseChoice('--profile', args.text('profile') ?? profiles[0], profiles)
    const [{ tryIssuer }, { concludeIssuer }] = await Promise.all([
      import('../../../standard/issuer/try-issuer.ts'),
      import('../../../standard/issuer/play-issuer.ts'),
    ])
    const question = await readQuestion(args, terminal.err)
    const startedAt = showTime()
    const seen = await tryIssuer(question)
    const conclusion = concludeIssuer(seen)
    const exitCode = exitCodes[conclusion]
    const { makeTestReport } = await import('../../../standard/make-test-report.ts')
    const report = makeTestReport(seen, {
      ...{ profile: 'openid4vci-1.0', role: 'issuer', target: nameTarget(question.offers), startedAt },
      ...{ endedAt: showTime(), conclusion, exitCode },
    })
    await writeReport(args.text('out'), report)
    if (args.has('json')) terminal.out(JSON.stringify(report, null, 2))
    else {
      const { formatIssuerReport } = await import('../../../standard/issuer/issuer-lines.ts')
      for (const line of formatIssuerReport(seen, question.hasProbes, terminal.paint)) terminal.out(line)
    }
    return exitCode
  },
}

const showTime = (): string => new Date(readPreciseClock()).toISOString()

/** An offer is a secret: what is named of it is where it leads, and of a command its name. */
function nameTarget(offers: readonly string[]): string {
  const [first] = offers
  if (first === undefined) return 'the reference issuer'
  if (first.startsWith('command:')) return 'the issuer of a command'
  return URL.canParse(first) && first.startsWith('http')
    ? `the issuer at ${new URL(first).origin}`
    : 'the issuer of an offer'
}

async function writeReport(folder: string | undefined, report: TestReport): Promise<void> {
  if (folder === undefined) return
  const { writeTestReport } = await import('../../write-test-report.ts')
  writeTestReport(folder, report)
}

const exitCodes = { passed: 0, failed: 1, inconclusive: 3 } as const satisfies Readonly<Record<string, ExitCode>>

async function readQuestion(args: Arguments, show: (line: string) => void) {
  const [{ readVerifyOptions, readKeys }, { readNumber }, { readPemFile }] = await Promise.all([
    import('../../../verify/options.ts'),
    import('../../../terminal/arguments.ts'),
    import('../../../files/tls.ts'),
  ])
  const { jwks, anchors, now } = readVerifyOptions(args)
  const [txCode, clientId, key, ca] = (['tx-code', 'client-id', 'attestation-key', 'ca'] as const).map((flag) =>
    args.text(flag),
  )
  const [grant, authorize, redirectUri] = (['grant', 'authorize', 'redirect-uri'] as const).map((flag) =>
    args.text(flag),
  )
  const change = await readChange(args)
  const [attestationKey] = key === undefined ? [] : readKeys(key)
  return {
    offers: args.texts('offer'),
    hasProbes: args.has('probes'),
    patience: readNumber(args, 'patience', 60),
    allowPrivate: args.has('allow-private'),
    options: { jwks, anchors, now },
    user: { show, ...(authorize !== undefined && { authorize }), ...(redirectUri !== undefined && { redirectUri }) },
    ...(grant !== undefined && { grant: parseChoice('--grant', grant, grantNames) }),
    ...(txCode !== undefined && { txCode }),
    ...(clientId !== undefined && { clientId }),
    ...(attestationKey && { attestationKey }),
    ...(ca !== undefined && { ca: readPemFile(ca) }),
    ...(change && { change }),
  }
}

/** A fault or a variant of the reference issuer. An issuer of others has none that can be chosen. */
async function readChange(args: Arguments) {
  const kind = (['fault', 'variant'] as const).find((flag) => args.has(flag))
  if (!kind) return undefined
  if (args.has('offer'))
    throw new HarnessError('ERR_USAGE', `--${kind} is for the reference issuer: it goes without --offer`)
  const { findVciChange } = await import('../../../reference/vci-issuer.ts')
  return findVciChange(kind, args.text(kind) ?? '')
}
