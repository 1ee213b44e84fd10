import { artefactProfiles } from '../../model/decision.ts'
import { HarnessError } from '../../model/errors.ts'
import { keyBindingPolicies } from '../../model/finding.ts'
import { formatNames } from '../../reporters/formats.ts'
import { ecosystemNames } from '../../suites/ecosystems.ts'
import { profileFlags } from '../config/run-flags.ts'
import { playedStandards } from '../config/tested-roles.ts'
import type { Arguments } from '../terminal/arguments.ts'
import type { Flag, Flags } from '../terminal/flags.ts'

// Flags that several commands have in common.

export const json: Flag = { meaning: 'print one JSON document' }

export const section: Flag = { value: 'S', meaning: 'only this section of the document, such as 2.9' }

export const seed: Flag = { value: 'N', meaning: 'the random seed; the same seed gives the same result' }

/** What is tested: of commands that a configuration tells the same. */
export const suite: Flag = {
  value: 'SUITE',
  meaning: `what is tested: document (the default), ${[...playedStandards, ...ecosystemNames].join(', ')}, or the file of a suite of your own`,
}

/** What requirements of another suite are meant. */
export const ownSuite: Flag = {
  value: 'SUITE',
  meaning: `a profile of an ecosystem (${ecosystemNames.join(', ')}), or the file of a suite of your own`,
}

/** A format of the report that is written beside `report.json`. */
export const format: Flag = {
  value: 'NAME',
  repeatable: true,
  meaning: `also write the report in this format: ${formatNames.join(', ')}`,
}

/** Has the jobs of a campaign done on other machines. */
export const via: Flag = {
  value: 'URL',
  meaning: 'distribute the work to `assay worker` through this NATS server: nats://HOST or tls://HOST',
}

/** How a NATS server is reached, and with which rights. */
export const queueFlags = {
  creds: { value: 'FILE', meaning: 'the credentials file of an account of the server' },
  'tls-ca': { value: 'FILE', meaning: 'the CA certificates that verify the server (PEM)' },
  'tls-cert': { value: 'FILE', meaning: 'the client certificate, if the server requires one (PEM)' },
  'tls-key': { value: 'FILE', meaning: 'the private key of the client certificate (PEM)' },
} as const satisfies Record<string, Flag>

/** Refuses what chooses samples of the document alone: without effect, it would leave all samples of a standard. */
export function refuseDocumentFlags(args: Arguments): void {
  const foreign = ['section', 'members', 'combinations'].find(args.has)
  if (foreign !== undefined)
    throw new HarnessError('ERR_USAGE', `--${foreign} is about the document: name requirements of the standard`)
}

/** Where the keys and the statuses of artefacts are. */
export const issuerFlags = {
  jwks: { value: 'FILE', meaning: 'the JWK Set of the issuer' },
  key: {
    value: 'FILE',
    repeatable: true,
    meaning: 'private keys for decryption: a JWK or a JWK Set',
  },
  issuer: { value: 'URL', meaning: 'the base URL of the issuer' },
  'status-base': { value: 'URL', meaning: 'the base URL of the status service' },
} as const satisfies Flags

/** What a Key Binding JWT has to be. */
export const bindingFlags = {
  audience: { value: 'TEXT', meaning: 'the `aud` that a Key Binding JWT must have (--profile sd-jwt)' },
  'key-binding': {
    value: 'POLICY',
    meaning: `whether a Key Binding JWT must be present: ${keyBindingPolicies.join(', ')} (default: allowed)`,
  },
} as const satisfies Flags

/** By what artefacts are judged. */
export const judgeFlags = {
  ...profileFlags,
  profile: { value: 'NAME', meaning: `the profile that sets the rules: ${artefactProfiles.join(', ')}` },
  gate: {
    value: 'GATE',
    meaning: 'what must pass: `conformance` (the default) or `go-live` (also every security and privacy requirement)',
  },
  strict: { meaning: 'fail on recommendations as well' },
} as const satisfies Readonly<Record<string, Flag>>
