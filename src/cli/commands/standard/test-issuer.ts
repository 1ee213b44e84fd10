import type { StandardProfile } from '../../../../model/decision.ts'
import { HarnessError } from '../../../../model/errors.ts'
import { issuerProfiles } from '../../../../suites/openid4vci/harness/issuer/issuer-profiles.ts'
import { tryIssuer } from '../../../../suites/openid4vci/harness/issuer/try-issuer.ts'
import type { TestOptions } from '../../../harness/test-options.ts'
import type { Arguments } from '../../../terminal/arguments.ts'
import { parseChoice } from '../../../terminal/values.ts'
import { grantNames, type Show, type Tested } from './tested.ts'

/** Tests an issuer of OpenID4VCI 1.0. */
export async function tryIssuerByArguments(
  args: Arguments,
  show: Show,
  profile: StandardProfile,
  options: TestOptions,
): Promise<Tested> {
  const question = { ...(await readQuestion(args, show)), options }
  const own = issuerProfiles.find((each) => each === profile)
  return { seen: await tryIssuer({ ...question, ...(own && { profile: own }) }), target: nameTarget(question.offers) }
}

/** An offer is a secret: what is named of it is where it leads, and of a command its name. */
function nameTarget(offers: readonly string[]): string | undefined {
  const [first] = offers
  if (first === undefined) return undefined
  if (first.startsWith('command:')) return 'a command'
  return URL.canParse(first) && first.startsWith('http') ? new URL(first).origin : 'an offer'
}

async function readQuestion(args: Arguments, show: Show) {
  const [{ readKeys }, { readNumber }, { readPemFile }] = await Promise.all([
    import('../../../verify/options.ts'),
    import('../../../terminal/arguments.ts'),
    import('../../../files/tls.ts'),
  ])
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
  const { findVciChange } = await import('../../../../suites/openid4vci/harness/reference-issuer.ts')
  return findVciChange(kind, args.text(kind) ?? '')
}
