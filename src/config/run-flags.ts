import { profiles } from '../../model/decision.ts'
import { formatNames } from '../../reporters/formats.ts'
import type { Flags } from '../terminal/flags.ts'

// Flags that set properties of the configuration. Each is named after its property: `publicUrl` is `--public-url`, one of
// the `formats` is a `--format`. `test/cli/option-names.test.ts` keeps it so.

/** How a command reads what the document leaves open. */
export const profileFlags = {
  profile: { value: 'NAME', meaning: `the profile that sets the defaults: ${profiles.join(', ')}` },
  decision: {
    value: 'KEY=ANSWER',
    repeatable: true,
    meaning: 'answer a question that the document leaves open; `assay list decisions` lists them',
  },
} as const satisfies Flags

/** Flags of every command that takes the settings of a run, in groups. */
export const settingsFlags = {
  'what to test': {
    target: {
      value: 'ROLE=URL',
      repeatable: true,
      meaning: 'an implementation under test, such as issuer=https://issuer.example or wallet=manual',
    },
    only: {
      value: 'ID',
      repeatable: true,
      meaning: 'judge only these requirements; `*` matches any text, as in ATT-*',
    },
    skip: { value: 'ID', repeatable: true, meaning: 'leave out requirements with their probes, or a single probe' },
    probes: {
      meaning:
        'also send negative tests to reference actors, and to targets that a person operates; other targets always get them',
    },
    members: {
      value: 'N',
      meaning: 'messages per family of faults (default: 1 with targets, 10 without; 0 sends none)',
    },
  },
  'how to read the document': {
    ...profileFlags,
    gate: {
      value: 'GATE',
      meaning:
        'what must pass: `conformance` (the document) or `go-live` (also every security and privacy requirement; the default)',
    },
    strict: { meaning: 'fail on recommendations as well' },
  },
  'how to reach targets': {
    concurrency: {
      value: 'N',
      meaning: 'how many probes to send at a time (default: up to 16, as long as responses do not slow down)',
    },
    timeout: { value: 'SECONDS', meaning: 'how long to wait for each response of a target' },
    patience: {
      value: 'SECONDS',
      meaning: 'how long a driven target may take to act after its driver has answered (default: 0)',
    },
    deadline: { value: 'SECONDS', meaning: 'how long the whole run may take' },
    anchors: {
      value: 'FILE',
      meaning: 'trusted root certificates (PEM): of devices, or of issuers and verifiers of a standard',
    },
    incognito: { meaning: 'use devices, accounts and addresses that the target has never seen, drawn from the seed' },
    'write-root': {
      value: 'FILE',
      meaning: 'write the root of the device certificates of the reference wallet to a file, for issuers to trust',
    },
  },
  'where the reference actors listen': {
    listen: { value: 'HOST:PORT', meaning: 'where targets can call the reference actors' },
    'public-url': { value: 'URL', meaning: 'the URL at which targets reach --listen, such as that of a tunnel' },
    'one-address': {
      meaning:
        'use the same URLs in every session, for targets with fixed URLs (default: each session has its own path)',
    },
    tls: { meaning: 'serve TLS, with a certificate created for this run' },
    'tls-cert': { value: 'FILE', meaning: 'serve TLS with this certificate (PEM)' },
    'tls-key': { value: 'FILE', meaning: 'the private key of that certificate (PEM)' },
    'write-ca': { value: 'FILE', meaning: 'write the CA of the created certificate to a file, for targets to trust' },
  },
  'how to repeat a run': {
    seed: {
      value: 'N',
      meaning:
        'the seed; the same seed gives the same run (default: 1, or a new one for a standard), `random` draws one',
    },
    now: { value: 'TIME', meaning: 'the time of the run: seconds since 1970 or ISO 8601 (default: the clock)' },
  },
  'what to write': {
    out: { value: 'DIR', meaning: 'the output folder (default out)' },
    format: {
      value: 'NAME',
      repeatable: true,
      meaning: `also write the report in this format: ${formatNames.join(', ')}`,
    },
    'docs-url': {
      value: 'URL',
      meaning: 'the documentation site that reports link to, made by `npm run docs:site` (default: `assay explain`)',
    },
    'keep-private': { meaning: 'also write the messages with their private values, in a file that only you can read' },
  },
  configuration: {
    config: { value: 'FILE', meaning: 'the configuration (default: harness.config.ts, .mts, .js, .mjs or .json)' },
  },
} as const satisfies Readonly<Record<string, Flags>>
