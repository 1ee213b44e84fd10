import { formNames } from '../../reporters/index.ts'
import { kinds } from '../protocol/evidence.ts'
import type { Run } from './arguments.ts'
import { settingsFlags } from './settings-flags.ts'

/** One flag: whether it takes a value, and what it is for. */
export interface Flag {
  /** What the value is; a flag without one is a switch. */
  readonly value?: string
  readonly repeatable?: true
  readonly meaning: string
}

/** One command, as its help tells it. */
export interface Command {
  readonly summary: string
  readonly usage: string
  readonly flags: Readonly<Record<string, Flag>>
  /** Command lines to copy, and what each does. */
  readonly examples: Readonly<Record<string, string>>
  /** Its code, which is loaded only when it is needed. */
  readonly load: () => Promise<{ readonly run: Run }>
}

const json: Flag = { meaning: 'one JSON document on standard output' }
const section: Flag = { value: 'S', meaning: 'only this section of the document, such as 2.9' }
const probes: Command['flags'] = {
  probes: { meaning: 'put lies before whoever has to refuse them; before a target that is always done' },
  members: {
    value: 'N',
    meaning: 'how many of each family of lies (default 1 before a target, 10 without; 0 for none)',
  },
}
const seed: Flag = { value: 'N', meaning: 'where chance starts; the same seed gives the same run' }

const verify: Command = {
  summary: 'judge artefacts: what is right and wrong with them, by requirement, with the cause',
  usage: 'assay verify <file | folder | - | text>...',
  flags: {
    as: { value: 'KIND', meaning: `what it is, if its form does not tell: ${kinds.join(', ')}` },
    jwks: { value: 'FILE', meaning: 'the key set of the issuer' },
    key: { value: 'FILE', repeatable: true, meaning: 'private keys that open what is encrypted: a JWK or a key set' },
    nonce: { value: 'TEXT', meaning: 'the nonce that the nonce endpoint gave' },
    now: { value: 'TIME', meaning: 'seconds since 1970 or ISO 8601; without it, the clock' },
    issuer: { value: 'URL', meaning: 'the base address of the issuer' },
    status: { value: 'URL', meaning: 'the base address of the status service' },
    'credential-id': { value: 'ID', meaning: 'the credential that a status token is about' },
    request: { value: 'FILE', meaning: 'the request in clear that a response answers' },
    anchors: { value: 'FILE', meaning: 'PEM certificates at which the chain of a device may end' },
    decision: { value: 'K=V', repeatable: true, meaning: 'answer an open question; `assay list decisions` has them' },
    profile: { value: 'NAME', meaning: 'whose answers hold: document, rfc9901, sd-jwt-vc, openid4vci-1.0' },
    strict: { meaning: 'what is only recommended decides as well' },
    reveal: { meaning: 'show private values' },
    json,
    quiet: { meaning: 'one line for each artefact' },
  },
  examples: {
    'assay verify credential.txt --jwks jwks.json --issuer https://issuer.example':
      'a credential, the keys it has to be signed with, and whose they are',
    'assay verify response.json --key wallet.jwk --request request.json --jwks jwks.json --issuer https://issuer.example':
      'a response: decrypts and judges every layer',
    'pbpaste | assay verify -': 'whatever was copied',
    'assay verify captured/ --json > verdict.json': 'every artefact below a folder, for a program',
    'assay verify credential.txt --profile rfc9901': 'under the answers of RFC 9901',
    'assay verify vectors/credential.ndjson': 'labelled vectors: does each fail what its label says?',
  },
  load: () => import('./verify.ts'),
}

const list: Command = {
  summary: 'list requirements, decisions, faults, variants, schemas or kinds',
  usage: 'assay list requirements | decisions | faults | variants | schemas | kinds',
  flags: { section, json },
  examples: {
    'assay list requirements --section 2.9': 'all that is asked of a credential',
    'assay list decisions': 'every question that the document leaves open, and its answers',
  },
  load: () => import('./list.ts'),
}

const explain: Command = {
  summary: 'explain requirements and decisions, with examples',
  usage: 'assay explain <id>...',
  flags: {},
  examples: {
    'assay explain SD-DIGEST': 'a requirement: what it asks, of whom, and what breaking it looks like',
    'assay explain sd.digest': 'a decision: its answers, and what hangs on it',
  },
  load: () => import('./explain.ts'),
}

const prove: Command = {
  summary: 'prove the checks, and that judges who neglect to look are exposed',
  usage: 'assay prove [id]...',
  flags: {
    section,
    members: { value: 'N', meaning: 'how many members of each family are played (default 10; 1 before judges)' },
    seed,
    json,
  },
  examples: {
    'assay prove': 'everything',
    'assay prove SD-DIGEST --members 100': 'the faults of one requirement, thoroughly',
  },
  load: () => import('./prove.ts'),
}

const vectors: Command = {
  summary: 'export every fault, variant and honest artefact as vectors, for other languages',
  usage: 'assay vectors [id]...',
  flags: {
    out: { value: 'DIR', meaning: 'write one NDJSON file for each kind; without it, all to standard output' },
    members: { value: 'N', meaning: 'how many members of each family are written (default 1)' },
    section,
    seed,
  },
  examples: { 'assay vectors --out vectors': 'files that `assay verify vectors` reads again' },
  load: () => import('./vectors.ts'),
}

const run: Command = {
  summary: 'play the whole exchange with your implementation in it, and judge it',
  usage: 'assay run',
  flags: {
    ...settingsFlags,
    ...probes,
    json,
    resume: {
      meaning: 'go on with the run in the folder: sessions that were complete are not played again',
    },
    baseline: { value: 'FILE', meaning: 'known failures: they change the exit code, and never the verdict' },
    shard: {
      value: 'I/N',
      meaning: 'judge one of N shares of the requirements; `assay merge` makes one report of all',
    },
    quiet: { meaning: 'say nothing: the exit code and the report tell' },
  },
  examples: {
    'assay run': 'what harness.config.ts says; without one, the whole reference cast',
    'assay run --probes': 'the same, and every lie of the catalogue before everybody who has to refuse it',
    'assay run --target issuer=https://issuer.example': 'your issuer, with reference actors around it',
    'assay run --target verifier=http://127.0.0.1:9000 --listen 127.0.0.1:4801':
      'your verifier, which finds keys and status where assay listens',
    "assay run --only 'CRED-*' --only 'SD-*'": 'a part of it',
  },
  load: () => import('./run.ts'),
}

const report: Command = {
  summary: 'tell a run once more, in another form',
  usage: 'assay report <folder of a run | report.json>',
  flags: {
    format: { value: 'NAME', meaning: `the form: ${formNames.join(', ')}; without it, what \`assay run\` says` },
    out: { value: 'FILE', meaning: 'write it there; without it, to standard output' },
  },
  examples: {
    'assay report out': 'what the last run came to',
    'assay report out --format junit --out junit.xml': 'for a CI server; `assay run --format junit` writes the same',
    'assay report out --format markdown >> "$GITHUB_STEP_SUMMARY"': 'a job summary',
  },
  load: () => import('./report.ts'),
}

const plan: Command = {
  summary: 'say what a run would do: its sessions, its effects, and what it leaves out and why',
  usage: 'assay plan',
  flags: { ...settingsFlags, ...probes, json },
  examples: { 'assay plan --target issuer=https://issuer.example': 'before the first run against somebody else' },
  load: () => import('./plan.ts'),
}

const doctor: Command = {
  summary: 'look at the set-up: runtime, settings and where they come from, targets, clocks',
  usage: 'assay doctor',
  flags: { ...settingsFlags, json },
  examples: { 'assay doctor': 'each line is well, or says what to do' },
  load: () => import('./doctor.ts'),
}

const init: Command = {
  summary: 'write harness.config.ts to begin with, and a workflow if you like',
  usage: 'assay init [folder]',
  flags: {
    role: {
      value: 'ROLE',
      meaning: 'who is tested: issuer, status-service, wallet-backend, verifier, wallet, identity-app',
    },
    url: {
      value: 'URL',
      meaning: 'where it is (without --role, an issuer): what it publishes is looked at, and one nonce is taken',
    },
    ci: { value: 'NAME', meaning: 'a workflow as well: github' },
    force: { meaning: 'write files anew that are there already' },
  },
  examples: {
    'assay init': 'a configuration for the reference cast',
    'assay init --role issuer --url https://issuer.example': 'one for your issuer, with what it publishes filled in',
    'assay init --role wallet --ci github': 'one for a wallet, and a workflow that runs it',
  },
  load: () => import('./init.ts'),
}

const serve: Command = {
  summary: 'serve reference actors to real callers: honest ones, or with one fault',
  usage: 'assay serve [issuer] [status-service] [wallet-backend] [verifier] | wallet | identity-app',
  flags: {
    host: { value: 'HOST', meaning: 'the address to listen at (default 127.0.0.1)' },
    port: { value: 'N', meaning: 'the port for all of them (default 4800); 0 for any that is free' },
    'public-url': { value: 'URL', meaning: 'the address under which callers reach it, if that is another; paths stay' },
    issuer: { value: 'URL', meaning: 'where the issuer is, if it is not served here' },
    status: { value: 'URL', meaning: 'where the status service is, if it is not served here' },
    profile: { value: 'NAME', meaning: 'whose answers hold: document, rfc9901, sd-jwt-vc, openid4vci-1.0' },
    decision: {
      value: 'K=V',
      repeatable: true,
      meaning: 'answer an open question; methods and paths are some of them',
    },
    fault: { value: 'ID', meaning: 'one lie, well signed; `assay list faults` has them' },
    variant: { value: 'ID', meaning: 'something legal and surprising; `assay list variants` has them' },
    ca: { value: 'FILE', meaning: 'an authority to trust where others are called, as PEM' },
    account: { value: 'UID:TOKEN', repeatable: true, meaning: 'a person whom the issuer knows, and the session token' },
    anchors: { value: 'FILE', meaning: 'PEM certificates at which the chain of a device may end' },
    state: { value: 'FILE', meaning: 'keep sessions, codes, nonces and credentials in a file, for the next start' },
    stdio: { meaning: 'a wallet, an identity app or a verifier that takes orders on standard input' },
    admin: { meaning: 'let callers set the status of a credential: PUT /assay/status/<id>' },
    tls: { meaning: 'speak TLS, with a certificate that is made for this start' },
    'tls-cert': { value: 'FILE', meaning: 'speak TLS with this certificate, as PEM' },
    'tls-key': { value: 'FILE', meaning: 'the key of that certificate' },
    'client-ca': { value: 'FILE', meaning: 'callers have to show a certificate of this authority' },
    'write-ca': { value: 'FILE', meaning: 'write the authority of the certificate that is made, for callers to trust' },
    seed,
    now: { value: 'TIME', meaning: 'let the time stand still: seconds since 1970 or ISO 8601' },
    qr: { meaning: 'the offer as a QR code, also where the output is no terminal' },
    json: { meaning: 'one JSON document in a line, then one for each request' },
    quiet: { meaning: 'the address, and nothing else' },
  },
  examples: {
    'assay serve': 'all of them, honest, at http://127.0.0.1:4800',
    'assay serve issuer status-service --fault SD-DIGEST/joins-the-parts-with-dots':
      'an issuer that a wallet has to refuse',
    'assay serve verifier --issuer https://issuer.example --status https://status.example':
      'a verifier for your issuer',
    'assay serve wallet': 'a wallet that takes orders at an address, as `assay run --target wallet=URL` gives them',
    'assay serve --tls --write-ca ca.pem --state assay.db': 'with TLS, and with a memory',
  },
  load: () => import('./serve.ts'),
}

const baseline: Command = {
  summary: 'write down which failures are known, so that a new one is seen',
  usage: 'assay baseline update | prune <run>',
  flags: {
    file: { value: 'FILE', meaning: 'where known failures are kept (default assay.baseline.json)' },
    reason: { value: 'TEXT', meaning: 'why what fails now may fail; wanted for every failure that is not known yet' },
    owner: { value: 'NAME', meaning: 'who will mend it' },
    expires: { value: 'YYYY-MM-DD', meaning: 'the last day on which it counts as known' },
  },
  examples: {
    "assay baseline update out --reason 'mended with 2.1' --owner ana --expires 2026-12-31":
      'everything that fails in that run is known',
    'assay baseline prune out': 'forgets what passes in that run',
  },
  load: () => import('./baseline.ts'),
}

const diff: Command = {
  summary: 'say what changed from one run to another, and who is behind it: target, suite or decision',
  usage: 'assay diff <run> <run>',
  flags: { json },
  examples: { 'assay diff before after': 'new failures, mended ones, other causes, and what is no longer tested' },
  load: () => import('./diff.ts'),
}

const rejudge: Command = {
  summary: 'judge a run again that was kept with --keep-private: by the checks of today, or under other answers',
  usage: 'assay rejudge <run>',
  flags: {
    profile: { value: 'NAME', meaning: 'whose answers hold: document, rfc9901, sd-jwt-vc, openid4vci-1.0' },
    decision: { value: 'K=V', repeatable: true, meaning: 'answer an open question; `assay list decisions` has them' },
    json,
    quiet: { meaning: 'only what changed' },
  },
  examples: {
    'assay rejudge out --profile rfc9901': 'what it would come to under the answers of RFC 9901, without a network',
  },
  load: () => import('./rejudge.ts'),
}

const sign: Command = {
  summary: 'sign a report, and with it the record that it was made with',
  usage: 'assay sign <run> --key FILE',
  flags: {
    key: { value: 'FILE', meaning: 'a private key on P-256 or of Ed25519, as JWK or PEM' },
    out: { value: 'FILE', meaning: 'where the signature goes (default report.jws beside the report)' },
  },
  examples: { 'assay sign out --key private.pem': 'a JWS over the digests of report and record' },
  load: () => import('./sign.ts'),
}

const verifyReport: Command = {
  summary: 'look whether a report is signed, unchanged, and true to its record',
  usage: 'assay verify-report <run>',
  flags: {
    key: { value: 'FILE', meaning: 'the public key of whoever signed, as JWK or PEM' },
    signature: { value: 'FILE', meaning: 'the signature (default report.jws beside the report)' },
    profile: { value: 'NAME', meaning: 'judge again under other answers than those of the record' },
    decision: { value: 'K=V', repeatable: true, meaning: 'the same, one answer at a time' },
    json,
  },
  examples: {
    'assay verify-report out --key public.pem':
      'signature, digests, and the outcomes once more if the messages were kept',
  },
  load: () => import('./verify-report.ts'),
}

const compat: Command = {
  summary: 'say whether parties can go live together, and if not, at which step of the flow they part',
  usage: 'assay compat <run> <run>...',
  flags: { json },
  examples: {
    'assay compat issuer-run wallet-run verifier-run': 'decisions, algorithms, profiles and versions side by side',
  },
  load: () => import('./compat.ts'),
}

const merge: Command = {
  summary: 'make one report of runs that divided the requirements among themselves with --shard',
  usage: 'assay merge <run>... --out DIR',
  flags: {
    out: { value: 'DIR', meaning: 'the folder that the report is written to' },
    format: {
      value: 'NAME',
      repeatable: true,
      meaning: `a form of the report beside report.json: ${formNames.join(', ')}`,
    },
    json,
    quiet: { meaning: 'say nothing: the exit code and the report tell' },
  },
  examples: {
    'assay merge shards/* --out merged --format junit': 'one verdict over all shares, or which one is missing',
  },
  load: () => import('./merge.ts'),
}

const replay: Command = {
  summary: 'look at one finding again: in the messages that were kept, or in another run',
  usage: 'assay replay <run> <requirement>',
  flags: {
    out: { value: 'DIR', meaning: 'the folder for another run, where none was kept (default replay in the first)' },
  },
  examples: { 'assay replay out SD-DIGEST': 'what was found, and in which messages; or the same run, for this alone' },
  load: () => import('./replay.ts'),
}

const matrix: Command = {
  summary: 'put several implementations side by side, requirement by requirement',
  usage: 'assay matrix <run>...',
  flags: {
    format: { value: 'NAME', meaning: 'markdown or html (default markdown)' },
    out: { value: 'FILE', meaning: 'write it to a file' },
  },
  examples: { 'assay matrix runs/* --format html --out matrix.html': 'a table for a meeting' },
  load: () => import('./matrix.ts'),
}

/** Every command there is. */
export const commands = {
  run,
  report,
  plan,
  doctor,
  init,
  serve,
  verify,
  list,
  explain,
  prove,
  vectors,
  baseline,
  diff,
  rejudge,
  replay,
  merge,
  sign,
  'verify-report': verifyReport,
  compat,
  matrix,
} as const satisfies Record<string, Command>
