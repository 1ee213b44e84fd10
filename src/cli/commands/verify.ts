import { isStandardProfile } from '../../../model/decision.ts'
import { HarnessError } from '../../../model/errors.ts'
import { artefactKinds } from '../../../protocol/artefacts/artefact-kinds.ts'
import { once } from '../../../protocol/encoding/once.ts'
import type { Published } from '../../../suites/published.ts'
import type { Arguments } from '../../terminal/arguments.ts'
import type { Command } from '../../terminal/command.ts'
import { type ExitCode, pickWorstCode } from '../../terminal/exit-codes.ts'
import { writeError, writeMessage } from '../../terminal/messages.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import type { JudgedCase, UnjudgedCase } from '../../verify/cases.ts'
import type { LoadedStandards } from '../../verify/judge-text.ts'
import type { VerifyOptions } from '../../verify/verdict.ts'
import { bindingFlags, issuerFlags, json, judgeFlags, ownSuite } from '../flags.ts'
import { writeDocument } from '../write-document.ts'

/** `assay verify`: judges every artefact in its arguments, one after the other. */
export const verify: Command = {
  usage: 'assay verify FILE | FOLDER | - | TEXT ...',
  flags: {
    suite: { suite: ownSuite },
    'what you know about it': {
      as: {
        value: 'KIND',
        meaning: `the kind of the artefact, if it cannot be recognised: ${artefactKinds.join(', ')}`,
      },
      ...issuerFlags,
      nonce: { value: 'TEXT', meaning: 'the nonce that the nonce endpoint issued' },
      'credential-id': { value: 'ID', meaning: 'the credential that a status token is about' },
      'response-encryption': {
        value: 'FILE',
        meaning: 'the decrypted request that a response answers, or its `credential_response_encryption`',
      },
      ...bindingFlags,
      'type-metadata': {
        value: 'FILE',
        repeatable: true,
        meaning: 'type metadata of the credential and of the types that it extends (--profile sd-jwt-vc)',
      },
      'issuer-metadata': {
        value: 'FILE',
        meaning: 'the issuer metadata from /.well-known/jwt-vc-issuer (--profile sd-jwt-vc)',
      },
      'status-list': {
        value: 'FILE',
        meaning: 'the status list that the token refers to (--profile token-status-list)',
      },
      request: {
        value: 'FILE',
        meaning:
          'the request that a response answers, as JSON: header fields and `time`, `url`, or the session of an mDOC',
      },
      'presentation-request': {
        value: 'FILE',
        meaning: 'the request that a presentation answers: a link, a request object or JSON (--profile openid4vp-1.0)',
      },
      origin: {
        value: 'ORIGIN',
        meaning: 'the origin of the verifier, as the platform reports it to the wallet (--profile openid4vp-1.0)',
      },
      'wallet-nonce': {
        value: 'TEXT',
        meaning: 'the `wallet_nonce` with which the wallet requested the request object (--profile openid4vp-1.0)',
      },
      url: {
        value: 'URL',
        meaning:
          'fetch and judge a status list (--profile token-status-list), or the metadata and credential types of an issuer (--profile sd-jwt-vc)',
      },
      anchors: {
        value: 'FILE',
        meaning: 'trusted root certificates (PEM): of devices, or of issuers and verifiers of a standard',
      },
      'no-context': {
        meaning: 'judge each file of a folder by itself, without the keys and addresses in the other files',
      },
      now: { value: 'TIME', meaning: 'seconds since 1970 or ISO 8601 (default: the clock)' },
    },
    'how to read the document': judgeFlags,
    'what to print': {
      reveal: { meaning: 'show private values' },
      json,
      quiet: { meaning: 'print one line for each artefact' },
    },
  },
  examples: {
    'assay verify credential.txt --jwks jwks.json --issuer https://issuer.example':
      'a credential, with the keys and the URL of its issuer',
    'assay verify response.json --key wallet.jwk --response-encryption request.json --jwks jwks.json --issuer https://issuer.example':
      'a response: decrypt it and judge every layer',
    'pbpaste | assay verify -': 'an artefact in the clipboard',
    'assay verify captured/ --json > verdict.json': 'every artefact in a folder, as JSON',
    'assay verify credential.txt --profile document-rfc9901': 'with the answers of RFC 9901',
    'assay verify vc.sd-jwt --profile sd-jwt-vc --issuer-metadata vc-issuer.json':
      'an SD-JWT VC, with the metadata of its issuer',
    'assay verify any.sd-jwt --profile sd-jwt --jwks any.jwks.json': 'any SD-JWT, by RFC 9901 only',
    'assay verify openid4vp/ --profile openid4vp-1.0': 'an OpenID4VP session: the request and its response',
    'assay verify status-list/ --profile token-status-list': 'a Token Status List, and a token that refers to it',
    'assay verify vectors/credential.ndjson': 'labelled vectors: each must fail exactly the requirements in its label',
  },
  run: async (args, terminal) => {
    const url = args.text('url')
    if (args.positionals.length === 0 && url === undefined) {
      throw new HarnessError('ERR_USAGE', '`assay verify` needs a file, a folder, `-` or an artefact')
    }
    const [{ verifyArgument }, { readVerifyOptions }] = await Promise.all([
      import('../../verify/cases.ts'),
      import('../../verify/options.ts'),
    ])
    const given = readVerifyOptions(args)
    const print = args.has('json') ? undefined : await casePrinter(args.has('quiet'), terminal)
    const { describeCase, makeVerdictDocument } = await import('../../verify/verdict-document.ts')
    const described: ReturnType<typeof describeCase>[] = []
    const counts: Counts = { codes: new Set(), judged: 0, labelled: 0, agreeing: 0, leftOut: [] }
    const take = (one: JudgedCase | UnjudgedCase): void => {
      count(one, counts)
      if (print) print(one)
      else described.push(describeCase(one))
    }
    const published = url === undefined ? undefined : await askByUrl(url, args.positionals, given)
    for (const one of published?.cases ?? []) take(one)
    const options = { ...given, ...published?.facts, ...(await readOwnSuite(args)) }
    const stdin = once(terminal.stdin)
    for (const argument of args.positionals)
      await loadWhereNeeded((loaded) => verifyArgument(argument, options, stdin, !args.has('no-context'), loaded), take)
    const code = pickWorstCode(counts.codes)
    if (print) printCounts(counts, code, terminal)
    else terminal.out(writeDocument(makeVerdictDocument(described, options, code)))
    return code
  },
}

/** The requirements of a suite of your own, with the standard that it is over. */
async function readOwnSuite(args: Arguments) {
  const name = args.text('suite')
  if (name === undefined) return {}
  const { findOwnSuite } = await import('../../config/find-suite.ts')
  const own = await findOwnSuite(name, args)
  return { own, profile: own.on }
}

/** Takes what is made without the standards. At an artefact of a standard they are loaded, and it goes on with them. */
async function loadWhereNeeded<Made>(
  make: (loaded: LoadedStandards) => Iterable<Made>,
  take: (one: Made) => void,
): Promise<void> {
  const { StandardNotLoaded } = await import('../../verify/judge-text.ts')
  let taken = 0
  try {
    for (const one of make({})) {
      take(one)
      taken++
    }
  } catch (error) {
    if (!(error instanceof StandardNotLoaded)) throw error
    const { standards } = await import('../../../suites/standards.ts')
    for (const one of Iterator.from(make(standards)).drop(taken)) take(one)
  }
}

/** What is published at a URL: a status list, or what belongs to the credentials of an issuer. */
async function askByUrl(url: string, paths: readonly string[], options: VerifyOptions): Promise<Published> {
  if (!/^https?:/.test(url) || !URL.canParse(url)) throw new HarnessError('ERR_USAGE', '`--url` needs an HTTP URL')
  const [{ publishedSuites }, { isPresent, readPath }] = await Promise.all([
    import('../../../suites/published.ts'),
    import('../../files/inputs.ts'),
  ])
  const { profile = 'document' } = options
  const judge = isStandardProfile(profile) ? publishedSuites[profile] : undefined
  if (!judge) {
    const usual = Object.keys(publishedSuites).map((name) => `\`--profile ${name}\``)
    throw new HarnessError('ERR_USAGE', `\`--url\` needs ${usual.join(' or ')}`)
  }
  return judge(url, options, () => {
    const inputs = paths.filter(isPresent).flatMap((path) => [...readPath(path)])
    return inputs.flatMap((input) => ('text' in input ? [input.text] : []))
  })
}

interface Counts {
  readonly codes: Set<ExitCode>
  judged: number
  labelled: number
  agreeing: number
  /** Files in folders that were not recognised. */
  readonly leftOut: string[]
}

function count(one: JudgedCase | UnjudgedCase, counts: Counts): void {
  if ('verdict' in one || one.code !== 0) counts.codes.add(one.code)
  if (!('verdict' in one)) {
    if (one.code === 3) counts.leftOut.push(one.source)
    return
  }
  counts.judged++
  if (!one.label) return
  counts.labelled++
  if (one.label.agrees) counts.agreeing++
}

/** What prints one case: in full, or in one line. */
async function casePrinter(isQuiet: boolean, terminal: Terminal): Promise<(one: JudgedCase | UnjudgedCase) => void> {
  const { formatLabel, formatSummary, formatVerdict } = await import('../../verify/verdict-lines.ts')
  const { out, paint } = terminal
  const format = (one: JudgedCase): Iterable<string> => {
    if (one.label) return formatLabel(one.source, one.label, paint)
    return isQuiet ? [formatSummary(one, paint)] : formatVerdict(one, paint)
  }
  return (one) => {
    if ('verdict' in one) for (const line of format(one)) out(line)
    else if (one.code !== 0 && one.code !== 3) writeError(terminal, one.problem)
  }
}

function printCounts(counts: Counts, code: ExitCode, terminal: Terminal): void {
  const { judged, labelled, agreeing, leftOut } = counts
  const { out, paint } = terminal
  if (leftOut.length > 0) writeMessage(terminal, 'warning', describeLeftOut(leftOut))
  if (labelled > 0) {
    const text = `${agreeing} of ${labelled} labelled artefacts fail exactly what their label says`
    out(paint(agreeing === labelled ? 'good' : 'bad', text))
  }
  if (judged > 1) out(paint('quiet', `${judged} artefacts judged, exit ${code}`))
}

function describeLeftOut(sources: readonly string[]): string {
  const named = sources.slice(0, 3).join(', ')
  const rest = sources.length > 3 ? ` and ${sources.length - 3} more` : ''
  return `no artefact was recognised in ${named}${rest}; not judged`
}
