import { join } from 'node:path'
import type { StandardProfile } from '../../../../model/decision.ts'
import { HarnessError } from '../../../../model/errors.ts'
import { writeJson } from '../../../../reporters/text/sanitize.ts'
import { findVpChange } from '../../../../suites/openid4vp/harness/reference-verifier.ts'
import { issuerTrust } from '../../../../suites/openid4vp/harness/verifier/issuer-trust.ts'
import { verifierProfiles } from '../../../../suites/openid4vp/harness/verifier/session.ts'
import { tryServedVerifier } from '../../../../suites/openid4vp/harness/verifier/try-served-verifier.ts'
import { readFirstText } from '../../../files/inputs.ts'
import { readPemFile } from '../../../files/tls.ts'
import { makeFolder, writeText } from '../../../files/write.ts'
import type { TestOptions } from '../../../harness/test-options.ts'
import { type Arguments, readNumber } from '../../../terminal/arguments.ts'
import { readKeys } from '../../../verify/options.ts'
import type { Tested } from './tested.ts'
import { readPlace } from './wallet-question.ts'

/** Tests a verifier of OpenID4VP 1.0. */
export async function tryVerifierByArguments(
  args: Arguments,
  wanted: StandardProfile,
  options: TestOptions,
): Promise<Tested> {
  const profile = verifierProfiles.find((each) => each === wanted)
  const [result, issuer, ca] = (['result', 'issuer', 'ca'] as const).map((flag) => args.text(flag))
  const requests = args.texts('request')
  if (requests.some((each) => !hasScheme.test(each)))
    throw new HarnessError('ERR_USAGE', '--request: this is neither a request nor the address of one', {
      hint: 'pass the link of a request, a URL that returns requests, or `command:…`',
    })
  const own = readCredential(args)
  const change = readChange(args)
  const served = placeFlags.find((flag) => args.has(flag))
  if (served !== undefined && !args.has('status-list'))
    throw new HarnessError('ERR_USAGE', `--${served} goes with --status-list: nothing else is served to a verifier`)
  if (issuer !== undefined && !/^https:\/\//.test(issuer)) throw new HarnessError('ERR_USAGE', '--issuer: an HTTPS URL')
  const seen = await tryServedVerifier({
    ...(profile && { profile }),
    requests,
    hasProbes: args.has('probes'),
    patience: readNumber(args, 'patience', 5),
    allowPrivate: args.has('allow-private'),
    options,
    ...(args.has('status-list') && { hasStatus: true, place: await readPlace(args) }),
    ...(result !== undefined && { result }),
    ...(issuer !== undefined && { issuer }),
    ...(own && { own }),
    ...(ca !== undefined && { ca: readPemFile(ca) }),
    ...(change && { change }),
  })
  return { seen, target: nameTarget(requests) }
}

/** The flags that say where status lists are served. */
const placeFlags = ['host', 'port', 'public-url', 'tls', 'tls-cert', 'tls-key', 'write-ca'] as const

/** What every link, URL and `command:…` begins with. */
const hasScheme = /^[a-z][a-z0-9+.-]*:/i

/** A request is a secret of its session: what is named of it is where it leads. */
function nameTarget(requests: readonly string[]): string | undefined {
  const [first] = requests
  if (first === undefined) return undefined
  if (first.startsWith('command:')) return 'a command'
  return URL.canParse(first) && first.startsWith('http') ? new URL(first).origin : 'a request'
}

function readCredential(args: Arguments) {
  const [file, keyFile] = [args.text('credential'), args.text('holder-key')]
  if (file === undefined && keyFile === undefined) return undefined
  const [holderKey] = keyFile === undefined ? [] : readKeys(keyFile)
  if (file === undefined || !holderKey)
    throw new HarnessError(
      'ERR_USAGE',
      '--credential and --holder-key go together: a credential and the key of its holder',
    )
  return { text: readFirstText(file).trim(), holderKey }
}

/** A fault or a variant of the reference verifier. A verifier of others has none that can be chosen. */
function readChange(args: Arguments) {
  const kind = (['fault', 'variant'] as const).find((flag) => args.has(flag))
  if (!kind) return undefined
  if (args.has('request'))
    throw new HarnessError('ERR_USAGE', `--${kind} is for the reference verifier: it goes without --request`)
  return findVpChange(kind, args.text(kind) ?? '')
}

/** Writes what a verifier has to trust, so that it accepts the credentials that are made. */
export function writeIssuerTrust(folder: string): void {
  makeFolder(folder)
  const lines = issuerTrust.root.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd()
  writeText(join(folder, 'root.pem'), `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`)
  writeText(join(folder, 'jwks.json'), `${writeJson(issuerTrust.jwks, 2)}\n`)
}
