import { join } from 'node:path'
import { HarnessError } from '../../../../model/errors.ts'
import { writeJson } from '../../../../reporters/text/sanitize.ts'
import { readFirstText } from '../../../../src/files/inputs.ts'
import { readPemFile } from '../../../../src/files/tls.ts'
import { makeFolder, writeText } from '../../../../src/files/write.ts'
import { nameTarget, readChange, readPlace } from '../../../../src/harness/arguments.ts'
import type { Tested, TestInput } from '../../../../src/harness/tester.ts'
import { type Arguments, readNumber } from '../../../../src/terminal/arguments.ts'
import { readKeys } from '../../../../src/verify/options.ts'
import { findChange } from '../../../kit/reference-profile.ts'
import { issuerTrust } from './issuer-trust.ts'
import { verifierProfile } from './profile.ts'
import type { VerifierProfile } from './session.ts'
import { tryServedVerifier } from './try-served-verifier.ts'

/** Tests a verifier of OpenID4VP 1.0, or of a suite that builds on it. */
export async function tryVerifierByArguments(
  { args, options }: TestInput,
  profile: VerifierProfile = verifierProfile,
): Promise<Tested> {
  const [result, issuer, ca] = (['result', 'issuer', 'ca'] as const).map((flag) => args.text(flag))
  const requests = args.texts('request')
  if (requests.some((each) => !hasScheme.test(each)))
    throw new HarnessError('ERR_USAGE', '--request: this is neither a request nor the address of one', {
      hint: 'pass the link of a request, a URL that returns requests, or `command:…`',
    })
  const own = readCredential(args)
  const change = readChange(args, { role: 'verifier', flag: 'request' }, findChange(profile.reference))
  const served = placeFlags.find((flag) => args.has(flag))
  if (served !== undefined && !args.has('status-list'))
    throw new HarnessError('ERR_USAGE', `--${served} goes with --status-list: nothing else is served to a verifier`)
  if (issuer !== undefined && !/^https:\/\//.test(issuer)) throw new HarnessError('ERR_USAGE', '--issuer: an HTTPS URL')
  const seen = await tryServedVerifier({
    profile,
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
  return { seen, target: nameTarget(requests, 'a request') }
}

/** The flags that say where status lists are served. */
const placeFlags = ['host', 'port', 'public-url', 'tls', 'tls-cert', 'tls-key', 'write-ca'] as const

/** What every link, URL and `command:…` begins with. */
const hasScheme = /^[a-z][a-z0-9+.-]*:/i

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

/** Writes what a verifier has to trust, so that it accepts the credentials that are made. */
export function writeIssuerTrust(folder: string): void {
  makeFolder(folder)
  const lines = issuerTrust.root.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd()
  writeText(join(folder, 'root.pem'), `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`)
  writeText(join(folder, 'jwks.json'), `${writeJson(issuerTrust.jwks, 2)}\n`)
}
