import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fromRoleKey, type TargetRole } from '../../model/role.ts'
import type { RunReport } from '../../model/run-report.ts'
import type { Settings } from '../../model/settings.ts'
import { faults } from '../../suites/document/all/faults.ts'
import { completeRun, openRun } from '../../suites/document/run/open-run.ts'
import { createProbing } from '../../suites/document/run/probes/catalogue.ts'
import { assayCommand } from '../assay-command.ts'
import { environment } from '../running-vitest.ts'
import { settings as usual } from '../whole-run.ts'
import { listening } from '../wire/servers.ts'
import { type DrivenFault, listDrivenFaults, listDrivenRoles, runDriven } from './driven-faults.ts'
import { listFound, playing as near, outcomesOf, quiet, time, withOutcome } from './playing.ts'

const still = ['--now', String(time), '--seed', '1']

/** A port that is free for now: whoever is served has to know it before a run opens it. */
async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listening(server)
  server.close()
  await once(server, 'close')
  return port
}

/** Reference actors in a process of their own, at an address. */
async function servedApart(...argv: readonly string[]): Promise<{ readonly url: string }> {
  const args = [assayCommand, 'serve', ...argv, '--port', '0', '--json', ...still]
  const child = spawn(process.execPath, args, { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { url: JSON.parse(line).url }
}

/** The same as a command line. */
const commanded = (role: TargetRole) => ({
  url: `command:'${process.execPath}' '${assayCommand}' serve ${role} --stdio ${still.join(' ')}`,
})

type Targets = Settings['targets']

/** Plays a run as the command line does, against targets that find everybody at a port. */
async function away(targets: Targets, port: number): Promise<RunReport> {
  const listen = { host: '127.0.0.1', port }
  const open = await openRun({ ...usual, now: time, targets, addresses: withCalled(targets), listen })
  const { report } = await completeRun(open, { ...quiet, members: 0 })
  return report
}

/** The base addresses of those who are called, beside the usual ones or others. */
const withCalled = (targets: Targets, others: Partial<Settings['addresses']> = {}): Settings['addresses'] => ({
  ...usual.addresses,
  ...others,
  ...Object.fromEntries(
    Object.entries(targets).flatMap(([role, { url }]) =>
      role in usual.addresses && url.startsWith('http') ? [[role, url]] : [],
    ),
  ),
})

/** What comes out otherwise in another process. */
const otherwise = {
  // Nobody tells a wallet which key to ask for: where it is ours, one session is for a key on a curve.
  'CRE-POINT': 'inapplicable',
} as const

/** The same run in this process, at the same addresses. */
async function twinOf(targets: Targets, port: number): Promise<Readonly<Record<string, string>>> {
  const here = `http://127.0.0.1:${port}`
  const addresses = withCalled(targets, { issuer: here, 'status-service': here, 'wallet-backend': here })
  const tested = new Set(Object.keys(targets).map((role) => fromRoleKey(role as TargetRole))) // its keys are roles
  const { report } = await near({}, { settings: { addresses }, tested })
  return { ...outcomesOf(report), ...('wallet' in targets && otherwise) }
}

const backend = (port: number, ...roles: readonly string[]) => {
  const door = `http://127.0.0.1:${port}`
  return servedApart('wallet-backend', ...roles, '--issuer', door, '--status-base', door)
}

describe('a conforming wallet, identity app, wallet backend and verifier in other processes', () => {
  it('are judged as they are in this one where orders go over http', async () => {
    const port = await freePort()
    const [wallet, app, called] = await Promise.all([
      servedApart('wallet'),
      servedApart('identity-app'),
      backend(port, 'verifier'),
    ])
    const targets = { wallet, 'identity-app': app, 'wallet-backend': called, verifier: called }

    const report = await away(targets, port)

    expect(report.verdict).toMatchObject({ result: 'conformant', exitCode: 0 })
    expect(outcomesOf(report)).toEqual(await twinOf(targets, port))
  })

  it('are judged as they are in this one where orders go to a command', async () => {
    const port = await freePort()
    const targets = {
      wallet: commanded('wallet'),
      'identity-app': commanded('identity-app'),
      'wallet-backend': await backend(port),
      verifier: commanded('verifier'),
    }

    const report = await away(targets, port)

    expect(report.verdict).toMatchObject({ result: 'conformant', exitCode: 0 })
    expect(outcomesOf(report)).toEqual(await twinOf(targets, port))
  })

  it.each(['wallet', 'identity-app', 'verifier'] as const)(
    'are judged so alone, with every session at an address of its own: %s',
    async (role) => {
      const port = await freePort()
      const targets = { [role]: commanded(role) }

      const report = await away(targets, port)

      expect(report.verdict).toMatchObject({ result: 'conformant', exitCode: 0 })
      expect(outcomesOf(report)).toEqual(await twinOf(targets, port))
    },
  )
})

/** What a device does with an offer: it wakes the wallet, and opens the link that the wallet gives it. */
const device = `
const [control, offer, session, issuer, credentialIdentifier] = process.argv.slice(1)
const places = { issuer, statusService: issuer, walletBackend: issuer }
const body = JSON.stringify({ verb: 'offer', offer, credentialIdentifier, session, ...places })
const headers = { 'content-type': 'application/json' }
const { links } = await (await fetch(control, { method: 'POST', headers, body })).json()
for (const link of links) await fetch(issuer + link.slice(link.indexOf('?')))
`

describe('a conforming wallet behind a command line', () => {
  it('is judged as it is in this process where its link comes to our door', async () => {
    const port = await freePort()
    const { url: control } = await servedApart('wallet')
    const words = `${control} {offer} {session} {issuer} {credentialIdentifier}`
    const quoted = `'${device.replaceAll("'", '"')}'`
    const targets = { wallet: { url: `exec:'${process.execPath}' --input-type=module -e ${quoted} ${words}` } }

    const report = await away(targets, port)

    expect(report.verdict).toMatchObject({ result: 'conformant', exitCode: 0 })
    expect(outcomesOf(report)).toEqual(await twinOf(targets, port))
  })
})

describe('a conforming wallet and a conforming identity app', () => {
  it('reject every invalid message, and fail nothing', async () => {
    const probing = createProbing({ members: 1, seed: 1 })

    const report = await runDriven({
      profile: 'document',
      decisions: {},
      tested: ['wallet', 'identity-app'],
      sendProbes: probing,
    })

    expect(report.probes.length).toBeGreaterThan(60)
    expect(report.probes.filter(({ answer, expected }) => answer !== expected)).toEqual([])
    expect(report.verdict).toMatchObject({ result: 'conformant', exitCode: 0 })
  })
})

const drivenFaults = listDrivenFaults(faults)

/** Spellings of a `uid` whose digits are not those of the holder. */
const otherNumbers = [
  'no-digit',
  'eleven-digits',
  'thirteen-digits',
  'a-letter-for-the-last-digit',
  'a-sign-before-it',
  'hexadecimal',
  'devanagari-digits',
  'tamil-digits',
  'fullwidth-digits',
  'arabic-digits',
] as const

/**
 * What a deed breaks beside its own requirement once there is a whole exchange around it, by the requirement that it
 * breaks, or by its id.
 */
const alsoInAnExchange: Readonly<Record<string, readonly string[]>> = {
  // There is an issuer that named a dataset, and an offer that named a template.
  'REQ-IDENTIFIER/sends-an-empty-credential_identifier': ['CFG-DATASET'],
  'REQ-EXCLUSIVE/sends-the-same-value-in-credential_identifier-and-credential_configuration_id': ['REQ-OFFERED'],
  // It asks for an encrypted response, and everybody can read that.
  'ENC-REQUEST/does-not-encrypt-its-request': ['REQ-COVERED', 'LINK-OPAQUE'],
  'LINK-CLOSED/sends-a-private-value-in-plaintext': ['LINK-OPAQUE'],
  // The holder was commanded, and another number is sent.
  ...Object.fromEntries(
    otherNumbers.map((what) => [`VAL-UID/sends-a-uid-that-is-not-twelve-digits-${what}`, ['VAL-SAME-HOLDER']]),
  ),
  'VAL-VERHOEFF': ['VAL-SAME-HOLDER'],
  'ENC-REQUEST/encodes-its-request-in-base64url-instead-of-encrypting-it': ['REQ-COVERED'],
  'ENC-REQUEST/signs-its-request-instead-of-encrypting-it': ['REQ-COVERED'],
  // There is metadata: no key of it opens such a request, or it asks for another algorithm.
  'ENC-INTACT': ['META-KEY-USED'],
  'ENC-INTACT/compresses-with-zlib': [],
  'ENC-INTACT/compresses-by-def-and-does-not-say-so': [],
  'ENC-INTACT/compresses-by-zlib-and-does-not-say-so': [],
  'ENC-INTACT/sends-zip-def-without-compressing': [],
  'ENC-SAFE/sends-an-insecure-alg': ['META-KEY-USED'],
  'ENC-SAFE/sends-an-alg-for-passwords': ['META-KEY-USED'],
  'ENC-EPHEMERAL/sends-an-epk-that-is-not-on-the-curve': ['ENC-CONTENT-KEY', 'ENC-EPHEMERAL-ONCE'],
  // Somebody opens the link: another app than the one that was agreed on, or one that forwards what is not a request.
  'LINK-ONE/puts-the-request-into-the-path': ['LINK-TARGET'],
  'LINK-ONE/sends-another-value-as-the-parameter': ['ENC-REQUEST'],
  'LINK-ONE/sends-the-request-in-two-halves': ['ENC-REQUEST'],
  // There is a response, with credentials that can be counted.
  'CALLBACK-ARRAY/leaves-out-credentials': ['CALLBACK-COUNT'],
  'CALLBACK-ARRAY/delivers-no-credential': ['CALLBACK-COUNT'],
  'CALLBACK-ARRAY/delivers-anything-but-a-list': ['CALLBACK-COUNT'],
  'CALLBACK-STRING/delivers-anything-but-a-string': ['CALLBACK-COUNT'],
  'CALLBACK-STRING/delivers-an-encrypted-credential-where-it-should-not': ['CALLBACK-EXACT'],
  'CALLBACK-STRING/delivers-a-text-that-is-no-credential': ['CALLBACK-EXACT'],
  'CALLBACK-STRING/delivers-the-parts-of-the-credential-in-an-object': ['CALLBACK-COUNT'],
}

/** Deeds that cannot be found out where somebody is moved, what is found in their place, and why. */
const hidden: readonly { readonly id: string; readonly found: readonly string[] }[] = [
  // A driver tells what was pushed when the order is done: whether that came before a call or after it, nobody sees.
  { id: 'FLOW-CODE-FIRST/pushes-an-offer-before-it-requests-a-code', found: ['FLOW-SAME-CODE', 'OFFER-CODE'] },
  // A driven identity app reads no request that is not encrypted, so that no plaintext is compared with the link.
  { id: 'REQ-COVERED/sends-its-request-unencrypted', found: ['ENC-REQUEST', 'LINK-CLOSED', 'LINK-ONE', 'REQ-COVERED'] },
  // How certificates come from a wallet to an identity app of ours is said nowhere, so that it delivers none.
  ...drivenFaults
    .filter(({ id, fault }) => id.startsWith('CERT-') && fault.decisions['certificates.location'] === 'callback')
    .map(({ id }) => ({ id, found: [] })),
  // A deed of the issuer, of which the wallet only shows that it was done.
  { id: 'RESP-LASTING/returns-one-credential-id-for-all-requests-with-a-configuration-id', found: [] },
  // A driven actor calls by `fetch`, which adds a media type to a text that has none.
  { id: 'BODY-TYPED/sends-a-request-without-a-media-type', found: ['BODY-MEDIA'] },
  // Our door on this machine speaks no TLS to anybody.
  { id: 'BODY-TLS/fetches-the-metadata-without-tls', found: [] },
  { id: 'BODY-TLS/calls-the-wallet-backend-without-tls', found: [] },
]

/** The rows that bind whoever is bent, and what the deed breaks in an exchange. */
function expected(one: DrivenFault): readonly string[] {
  const { id, fault } = one
  const found = hidden.find((each) => each.id === id)?.found
  if (found) return found
  const bound: readonly string[] = ['everyone', ...listDrivenRoles(one).map((role) => fromRoleKey(role))]
  const own = [fault.breaks, ...fault.alsoBreaks].filter(({ binds }) => bound.includes(binds)).map((row) => row.id)
  const further = alsoInAnExchange[id] ?? alsoInAnExchange[fault.breaks.id] ?? []
  return [...new Set([...own, ...further])].toSorted()
}

describe('one fault of a driven actor', () => {
  it.each(drivenFaults)('is found, and nothing else is: $id', async (one) => {
    const { profile, decisions, responseEncryption: asks } = one.fault

    const report = await runDriven({
      ...one,
      profile,
      decisions: decisions,
      tested: listDrivenRoles(one),
      ...(asks && { asks }),
    })

    expect(withOutcome(report, 'harnessError')).toEqual([])
    expect(listFound(report).toSorted()).toEqual(expected(one))
  })
})

describe('the faults of those who are moved', () => {
  it('are all there are, and what is hidden is among them', () => {
    const ids = drivenFaults.map(({ id }) => id)

    expect(drivenFaults.length).toBeGreaterThan(250)
    expect(hidden.filter(({ id }) => !ids.includes(id))).toEqual([])
    expect(
      Object.keys(alsoInAnExchange).filter((key) => !ids.some((id) => id === key || id.startsWith(`${key}/`))),
    ).toEqual([])
  })
})
