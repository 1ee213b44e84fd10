import type { StandardActor } from '../../../suites/kit/served-actor.ts'
import { profileFlags } from '../../config/run-flags.ts'
import type { Command } from '../../terminal/command.ts'
import { seed } from '../flags.ts'

/** `assay serve`: reference actors behind real addresses, until the process is interrupted. */
export const serve: Command = {
  usage:
    'assay serve [issuer] [status-service] [wallet-backend] [verifier] | wallet | identity-app | openid4vci-issuer | openid4vci-wallet | openid4vp-verifier | openid4vp-wallet',
  flags: {
    'where to listen': {
      host: { value: 'HOST', meaning: 'the host name or IP address (default 127.0.0.1)' },
      port: { value: 'N', meaning: 'the port of all actors (default 4800; 0 takes a free one)' },
      'public-url': { value: 'URL', meaning: 'the URL at which callers reach it, if it differs' },
      tls: { meaning: 'serve TLS, with a certificate created at startup' },
      'tls-cert': { value: 'FILE', meaning: 'serve TLS with this certificate (PEM)' },
      'tls-key': { value: 'FILE', meaning: 'the private key of that certificate (PEM)' },
      'client-ca': { value: 'FILE', meaning: 'require client certificates of this CA (PEM)' },
      'write-ca': { value: 'FILE', meaning: 'write the CA of the created certificate to a file, for callers to trust' },
      stdio: { meaning: 'serve a wallet, an identity app or a verifier on standard input and output' },
    },
    'how the actors behave': {
      fault: { value: 'ID', meaning: 'do one thing wrong; `assay list faults` lists the ids' },
      variant: { value: 'ID', meaning: 'do one thing that is legal but unusual; `assay list variants` lists the ids' },
      ...profileFlags,
      account: { value: 'UID:TOKEN', repeatable: true, meaning: 'a person known to the issuer, with a session token' },
      anchors: { value: 'FILE', meaning: 'trusted roots of device certificates (PEM)' },
      state: {
        value: 'FILE',
        meaning: 'keep sessions, codes, nonces and credentials in this file across restarts',
      },
      admin: { meaning: 'let callers set the status of a credential: PUT /assay/status/<id>' },
      seed,
      now: { value: 'TIME', meaning: 'a fixed time: seconds since 1970 or ISO 8601 (default: the clock)' },
    },
    'actors that are not served here': {
      issuer: { value: 'URL', meaning: 'the base URL of the issuer' },
      'status-base': { value: 'URL', meaning: 'the base URL of the status service' },
      ca: { value: 'FILE', meaning: 'a CA to trust when calling them (PEM)' },
      'allow-private': {
        meaning: 'let commands send a wallet or an identity app to private addresses when --host is not loopback',
      },
    },
    'what to print': {
      qr: { meaning: 'print the offer as a QR code, even if the output is not a terminal' },
      json: { meaning: 'print one JSON document about the server, then one per request' },
      quiet: { meaning: 'print only the URL' },
    },
  },
  examples: {
    'assay serve': 'all four actors, at http://127.0.0.1:4800',
    'assay serve issuer status-service --fault SD-DIGEST/joins-the-parts-with-dots':
      'an issuer whose credentials a wallet must reject',
    'assay serve verifier --issuer https://issuer.example --status-base https://status.example':
      'a verifier for your issuer',
    'assay serve wallet': 'a wallet that takes commands over HTTP, as `assay run --target wallet=URL` sends them',
    'assay serve openid4vci-issuer': 'an issuer of OpenID4VCI 1.0, for wallets and for `assay test issuer`',
    'assay serve openid4vci-wallet':
      'a wallet of OpenID4VCI 1.0 that takes commands, as `assay test wallet --wallet URL` sends them',
    'assay serve openid4vp-verifier': 'a verifier of OpenID4VP 1.0, for wallets and for `assay test verifier`',
    'assay serve openid4vp-wallet':
      'a wallet that presents by OpenID4VP 1.0, as `assay test wallet --profile openid4vp-1.0 --wallet URL` asks it to',
    'assay serve --tls --write-ca ca.pem --state assay.db': 'with TLS, and with state that survives restarts',
  },
  run: async (args, terminal) => {
    const actor = await findStandardActor(args.positionals)
    if (actor) {
      const { serveStandardActor } = await import('../../play/serve-standard-actor.ts')
      return serveStandardActor(actor, args, terminal, waitForInterruption())
    }
    const { servedSuite } = await import('../../../suites/served.ts')
    return servedSuite.serve(args, terminal, { ended: waitForInterruption(), hasScreen: process.stdout.isTTY })
  },
}

/** Waits for Ctrl-C, or for another polite end. A second one ends the process at once. */
const waitForInterruption = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })

/** The actor of a standard among those that are named. */
async function findStandardActor(names: readonly string[]): Promise<StandardActor | undefined> {
  if (!names.some((name) => name.startsWith('openid4'))) return undefined // no suite is loaded for it
  const { servedActors } = await import('../../../suites/standard-actors.ts')
  return Object.entries(servedActors).find(([name]) => names.includes(name))?.[1]
}
