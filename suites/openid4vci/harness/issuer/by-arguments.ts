import { HarnessError } from '../../../../model/errors.ts'
import { nameTarget, readChange } from '../../../../src/harness/arguments.ts'
import type { Tested, TestInput } from '../../../../src/harness/tester.ts'
import type { Arguments } from '../../../../src/terminal/arguments.ts'
import type { Terminal } from '../../../../src/terminal/terminal.ts'
import { parseChoice } from '../../../../src/terminal/values.ts'
import { findChange } from '../../../kit/reference-profile.ts'
import { nameClient } from '../authorization/authorization.ts'
import { grantNames } from './grant-names.ts'
import { issuerProfile } from './profile.ts'
import { tryIssuer } from './try-issuer.ts'
import type { IssuerProfile } from './wallet.ts'

/** Tests an issuer of OpenID4VCI 1.0, or of a suite that builds on it. */
export async function tryIssuerByArguments(
  { args, terminal, options }: TestInput,
  profile: IssuerProfile = issuerProfile,
): Promise<Tested> {
  const question = { ...(await readQuestion(args, terminal, profile)), profile, options }
  return { seen: await tryIssuer(question), target: nameTarget(question.offers, 'an offer') }
}

async function readQuestion(args: Arguments, { err, showTask }: Terminal, { reference }: IssuerProfile) {
  const [{ readKeys }, { readNumber }, { readPemFile }] = await Promise.all([
    import('../../../../src/verify/options.ts'),
    import('../../../../src/terminal/arguments.ts'),
    import('../../../../src/files/tls.ts'),
  ])
  const [txCode, clientId, key, ca] = (['tx-code', 'client-id', 'attestation-key', 'ca'] as const).map((flag) =>
    args.text(flag),
  )
  const [grant, authorize, redirectUri, secondClientId] = (
    ['grant', 'authorize', 'redirect-uri', 'second-client-id'] as const
  ).map((flag) => args.text(flag))
  if (secondClientId !== undefined && secondClientId === nameClient(clientId === undefined ? {} : { clientId }))
    throw new HarnessError(
      'ERR_USAGE',
      `--second-client-id: \`${secondClientId}\` is the first client; pass the ID of another one`,
    )
  const change = readChange(args, { role: 'issuer', flag: 'offer' }, findChange(reference))
  const [attestationKey] = key === undefined ? [] : readKeys(key)
  return {
    offers: args.texts('offer'),
    hasProbes: args.has('probes'),
    patience: readNumber(args, 'patience', 60),
    allowPrivate: args.has('allow-private'),
    user: {
      show: err,
      ...(showTask && { showTask }),
      ...(authorize !== undefined && { authorize }),
      ...(redirectUri !== undefined && { redirectUri }),
    },
    ...(grant !== undefined && { grant: parseChoice('--grant', grant, grantNames) }),
    ...(txCode !== undefined && { txCode }),
    ...(clientId !== undefined && { clientId }),
    ...(secondClientId !== undefined && { secondClientId }),
    ...(attestationKey && { attestationKey }),
    ...(ca !== undefined && { ca: readPemFile(ca) }),
    ...(change && { change }),
  }
}
