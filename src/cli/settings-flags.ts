import { formNames } from '../../reporters/index.ts'
import type { Flag } from './commands.ts'

/** The flags of every command that takes the settings of a run: each is a key of the configuration. */
export const settingsFlags = {
  target: {
    value: 'ROLE=URL',
    repeatable: true,
    meaning: 'who is tested: issuer=https://issuer.example, wallet=manual',
  },
  only: { value: 'ID', repeatable: true, meaning: 'only these requirements; `*` stands for anything: ATT-*' },
  skip: { value: 'ID', repeatable: true, meaning: 'leave these requirements out' },
  profile: { value: 'NAME', meaning: 'whose answers hold: document, rfc9901, sd-jwt-vc, openid4vci-1.0' },
  decision: { value: 'K=V', repeatable: true, meaning: 'answer an open question; `assay list decisions` has them' },
  seed: { value: 'N', meaning: 'where chance starts; the same seed gives the same run' },
  now: { value: 'TIME', meaning: 'seconds since 1970 or ISO 8601; without it, the clock' },
  out: { value: 'DIR', meaning: 'the folder that the run is written to (default out)' },
  format: {
    value: 'NAME',
    repeatable: true,
    meaning: `a form of the report beside report.json: ${formNames.join(', ')}`,
  },
  config: { value: 'FILE', meaning: 'the configuration; without it, harness.config.ts, .mts, .js, .mjs or .json' },
  strict: { meaning: 'what is only recommended decides as well' },
  'keep-private': { meaning: 'write private values to the folder of the run as they are' },
  anchors: { value: 'FILE', meaning: 'PEM certificates at which the chain of a genuine device may end' },
  timeout: { value: 'SECONDS', meaning: 'when a call to a target is given up' },
  listen: { value: 'HOST:PORT', meaning: 'where the reference cast listens, for targets that call it' },
  'public-url': { value: 'URL', meaning: 'the address under which targets reach it, such as that of a tunnel' },
  tls: { meaning: 'speak TLS where the reference cast listens, with a certificate that is made for this run' },
  'tls-cert': { value: 'FILE', meaning: 'speak TLS there with this certificate, as PEM' },
  'tls-key': { value: 'FILE', meaning: 'the key of that certificate' },
  'write-ca': { value: 'FILE', meaning: 'write the authority of the certificate that is made, for targets to trust' },
} as const satisfies Readonly<Record<string, Flag>>
