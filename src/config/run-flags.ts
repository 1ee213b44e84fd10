import { profiles } from '../../model/decision.ts'
import { formatNames } from '../../reporters/formats.ts'
import type { Flags } from '../terminal/flags.ts'

// Flags that set properties of the configuration. Each is named after its property: `publicUrl` is `--public-url`, one of
// the `formats` is a `--format`. `test/cli/option-names.test.ts` keeps it so.

/** How a command reads what the document leaves open. */
export const profileFlags = {
  profile: { value: 'NAME', meaning: `which profile sets the defaults: ${profiles.join(', ')}` },
  decision: {
    value: 'KEY=ANSWER',
    repeatable: true,
    meaning: 'answer a question that the document leaves open; `assay list decisions` has all of them',
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
      meaning: 'judge only these requirements; `*` stands for any text, as in ATT-*',
    },
    skip: { value: 'ID', repeatable: true, meaning: 'leave these requirements and their probes out, or one probe' },
    probes: { meaning: 'send invalid messages that the receiver must reject; targets get them without this flag' },
    members: {
      value: 'N',
      meaning: 'how many messages of each family of faults to send (default: 1 with targets, 10 without; 0 for none)',
    },
  },
  'how to read the document': {
    ...profileFlags,
    gate: {
      value: 'GATE',
      meaning:
        'what must pass: `conformance` (the document) or `go-live` (also every security and privacy requirement; the default)',
    },
    strict: { meaning: 'let recommendations decide the verdict as well' },
  },
  'how to reach targets': {
    timeout: { value: 'SECONDS', meaning: 'how long to wait for each response of a target' },
    patience: {
      value: 'SECONDS',
      meaning: 'how long to wait for what a driven target does after its driver answered (default: 0)',
    },
    deadline: { value: 'SECONDS', meaning: 'how long the whole run may take' },
    anchors: { value: 'FILE', meaning: 'PEM certificates that are trusted as roots of device certificates' },
    incognito: { meaning: 'draw devices, accounts and addresses from the seed: the target has never seen them' },
    'write-root': {
      value: 'FILE',
      meaning: 'write the root certificate of the devices of the reference wallet to a file, for issuers to trust',
    },
  },
  'where the reference actors listen': {
    listen: { value: 'HOST:PORT', meaning: 'the address, for targets that call the reference actors' },
    'public-url': { value: 'URL', meaning: 'the URL under which targets reach that address, such as that of a tunnel' },
    'one-address': {
      meaning:
        'use that address in every session, for a target with a configured address; by default each has a path of its own',
    },
    tls: { meaning: 'serve TLS at that address, with a certificate made for this run' },
    'tls-cert': { value: 'FILE', meaning: 'serve TLS at that address with this certificate (PEM)' },
    'tls-key': { value: 'FILE', meaning: 'the private key of that certificate (PEM)' },
    'write-ca': { value: 'FILE', meaning: 'write the CA of the made certificate to a file, for targets to trust' },
  },
  'how to repeat a run': {
    seed: { value: 'N', meaning: 'the same seed gives the same run (default 1); `random` draws one' },
    now: { value: 'TIME', meaning: 'the time of the run: seconds since 1970 or ISO 8601 (default: the clock)' },
  },
  'what to write': {
    out: { value: 'DIR', meaning: 'the folder that the run is written to (default out)' },
    format: {
      value: 'NAME',
      repeatable: true,
      meaning: `another format of the report, written beside report.json: ${formatNames.join(', ')}`,
    },
    'keep-private': { meaning: 'also write all messages with their private values, readable for you alone' },
  },
  configuration: {
    config: { value: 'FILE', meaning: 'the configuration (default: harness.config.ts, .mts, .js, .mjs or .json)' },
  },
} as const satisfies Readonly<Record<string, Flags>>
