import 'reflect-metadata'
import { webcrypto, X509Certificate } from 'node:crypto'
import * as peculiar from '@peculiar/x509'
import keys from '../../../fixtures/keys.json' with { type: 'json' }
import type { Driver } from '../../../model/driver.ts'
import type { RunReport } from '../../../model/run-report.ts'
import type { Settings } from '../../../model/settings.ts'
import { createModuleDriver } from '../../../src/drivers/module-driver.ts'
import { callInProcess, type FetchHandler } from '../../../src/wire/server/app.ts'
import { createProbing } from '../../../suites/document/run/probes/catalogue.ts'
import type { Route } from '../../../suites/document/run/routes/message-bus.ts'
import { run } from '../../../suites/document/run/run.ts'
import { settings as usual } from '../../whole-run.ts'
import { quiet, time } from '../playing.ts'
import { verify } from '../verifiers/jose-verifier.ts'
import { credentialProfiles } from '../verifiers/profiles.ts'
import { type OfferForm, startIdentityApp } from './identity-app.ts'
import { startIssuer } from './issuer.ts'
import type { Json, Reading, Send } from './readings.ts'
import { type Phone, takeOffer } from './wallet.ts'
import { takeCallback } from './wallet-backend.ts'

/** How a run reaches an actor. */
interface Attached {
  readonly targets: Settings['targets']
  readonly routes?: {
    readonly issuer?: Route
    readonly 'status service'?: Route
    readonly 'wallet backend'?: Route
    readonly 'identity app'?: Route
  }
  readonly drivers?: { readonly wallet?: Driver; readonly 'identity app'?: Driver }
}

/** Runs Assay against an actor, without a socket. */
async function runMinimal(
  { profile }: Reading,
  members: number,
  attach: (send: Send) => Attached,
  gate: Settings['gate'] = 'go-live',
): Promise<RunReport> {
  let listener: FetchHandler = async () => new Response(null, { status: 503 })
  const send: Send = (url, init) => listener(new Request(url, init))
  const { targets, ...ways } = attach(send)
  const settings: Settings = {
    ...usual,
    now: time,
    profile,
    gate,
    listen: { host: '127.0.0.1', port: 8080 },
    targets,
    addresses: { ...usual.addresses, ...addressesOf(targets) },
  }
  const { report } = await run(settings, {
    ...quiet,
    routes: {},
    ...ways,
    listen: async (handler) => {
      listener = handler
      return async () => {}
    },
    tampers: [],
    ...(members > 0 && { sendProbes: createProbing({ members, seed: 6 }, () => {}) }),
  })
  return report
}

const addressesOf = (targets: Settings['targets']) =>
  Object.fromEntries(Object.entries(targets).map(([role, { url }]) => [role, url]))

/** A driver of a function. What it throws is a refusal. */
const driverOf = (obey: (order: Json) => Promise<Json>): Driver => {
  const main = (order: Json): Promise<Json> => obey(order).catch(({ message }: Error) => ({ refused: message }))
  return createModuleDriver(main, 'it', 60)
}

const routeOf = (handler: FetchHandler): Route => {
  const call = callInProcess(handler)
  return (request) => call(request)
}

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** The key store of a device: its chain is a certificate of the root alone. */
const certify: Phone['certify'] = async (spki) => {
  peculiar.cryptoProvider.set(webcrypto as Crypto)
  const root = await webcrypto.subtle.importKey('jwk', keys.root, ecdsa, false, ['sign'])
  const certificate = await peculiar.X509CertificateGenerator.create({
    serialNumber: '01',
    subject: 'CN=Device key',
    issuer: 'CN=Test root',
    notBefore: new Date((time - 86_400) * 1000),
    notAfter: new Date((time + 86_400) * 1000),
    publicKey: new peculiar.PublicKey(spki),
    signingKey: root,
    signingAlgorithm: ecdsa,
  })
  return [new X509Certificate(Buffer.from(certificate.rawData)).raw.toString('base64')]
}

export const runWallet = (reading: Reading, members: number): Promise<RunReport> =>
  runMinimal(reading, members, (send) => ({
    targets: { wallet: { url: 'command:wallet' } },
    drivers: {
      wallet: driverOf(async (order) => ({ links: [await takeOffer(order, { send, certify, now: time }, reading)] })),
    },
  }))

export const runIdentityApp = (reading: Reading, members: number, form: OfferForm): Promise<RunReport> =>
  runMinimal(reading, members, (send) => {
    const { obey, host } = startIdentityApp(send, reading, form, 'http://127.0.0.1:8082')
    return {
      targets: { 'identity-app': { url: 'http://127.0.0.1:8082' } },
      routes: { 'identity app': routeOf(async (request) => host(request)) },
      drivers: { 'identity app': driverOf(obey) },
    }
  })

/** A backend that verifies as the verifier on jose does, or not at all. */
export const runWalletBackend = (
  reading: Reading,
  members: number,
  { gate, isVerifying }: { readonly gate: Settings['gate']; readonly isVerifying: boolean },
): Promise<RunReport> =>
  runMinimal(
    reading,
    members,
    (send) => {
      const get = async (url: string): Promise<string> => (await send(url)).text()
      const issuer = 'http://127.0.0.1:8080'
      const around = { profile: credentialProfiles[reading.profile], get, now: time }
      const check = (presentation: string) => verify({ presentation, issuer, statusService: issuer }, around)
      const member = reading.isVci ? 'credential' : 'Credential'
      return {
        targets: { 'wallet-backend': { url: 'http://127.0.0.1:8083' } },
        routes: {
          'wallet backend': routeOf((request) => takeCallback(request, member, isVerifying ? check : undefined)),
        },
      }
    },
    gate,
  )

/** An issuer that knows some of the people of the run. */
export const runIssuer = (reading: Reading, members: number, accounts = usual.accounts): Promise<RunReport> =>
  runMinimal(reading, members, () => {
    const url = 'http://127.0.0.1:8084'
    const { d: _, ...root } = keys.root
    const people = new Map(accounts.map(({ sessionToken, uid }) => [sessionToken, uid]))
    const route = routeOf(startIssuer({ issuer: url, statusService: url, people, root, now: time }, reading))
    return {
      targets: { issuer: { url }, ...(!reading.isVc && { 'status-service': { url } }) },
      routes: { issuer: route, ...(!reading.isVc && { 'status service': route }) },
    }
  })
