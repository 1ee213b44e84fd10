import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionOptions } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Driver } from '../../model/driver.ts'
import type { Settings } from '../../model/settings.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { createProbeCatalogue } from '../../suites/document/run/probes/catalogue.ts'
import { sendProbes } from '../../suites/document/run/probes/send-probes.ts'
import { openListener } from '../../suites/document/run/routes/target-connections.ts'
import { run } from '../../suites/document/run/run.ts'
import type { SessionStore } from '../../suites/document/run/sessions/session-store.ts'
import { settings as usual } from '../whole-run.ts'
import { quiet, time } from './playing.ts'
import { credentialProfiles } from './verifiers/profiles.ts'
import { correctSteps, createVerifier } from './verifiers/steps.ts'

/** Fetches a text, with these settings of TLS. */
const fetchOver = (tls: ConnectionOptions) => (url: string) =>
  new Promise<string>((resolve, reject) => {
    const call = request(url, { ...tls, agent: false }, async (response) => {
      let text = ''
      for await (const part of response.setEncoding('utf8')) text += part
      resolve(text)
    })
    call.on('error', reject).end()
  })

/** A correct verifier that fetches keys and statuses like this. */
const createDriver = (get: (url: string) => Promise<string>): Driver => ({
  execute: async (command) => {
    if (command.verb !== 'verify') throw new TypeError('only verifiers are tested here')
    const verify = createVerifier(correctSteps)
    try {
      const claims = await verify(command, { profile: credentialProfiles.document, get, now: time })
      return { accepted: true, claims: claims as JsonObject }
    } catch {
      return { accepted: false, refused: 'no' }
    }
  },
  close: async () => {},
})

const showCertificates = (store: SessionStore) => {
  const catalogue = createProbeCatalogue(store, { members: 1, seed: 1 })
  const statefulProbes = catalogue.statefulProbes.filter(({ requirement }) => requirement.id === 'BODY-CERTIFICATE')
  return sendProbes(store, { ...catalogue, faults: [], statefulProbes })
}

/** Which faulty certificates a verifier accepts that calls with these settings of TLS, and what comes of it. */
async function showTo(tls: ConnectionOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-authority-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const writeCa = join(folder, 'ca.pem')
  const base: Settings = { ...usual, now: time, targets: { verifier: { url: 'http://127.0.0.1:8081' } } }
  const { settings, close, listen, showCertificate } = await openListener(base, {
    ...{ host: '127.0.0.1', port: 0, writeCa },
    tls: true,
  })
  onTestFinished(close)
  const { report } = await run(settings, {
    ...quiet,
    ...{ routes: {}, listen, tampers: [], sendProbes: showCertificates },
    ...(showCertificate && { showCertificate }),
    drivers: { verifier: createDriver(fetchOver({ ca: readFileSync(writeCa), ...tls })) },
  })
  const accepted = report.probes.filter(({ answer }) => answer === 'accepted').map(({ description }) => description)
  const result = report.results.find(({ id }) => id === 'BODY-CERTIFICATE')
  return { accepted, outcome: result?.outcome, decides: result?.decides }
}

const show = (what: string): string => `shows a certificate ${what} to the verifier`

describe('a verifier that is shown faulty certificates', () => {
  it('passes if it calls no server that it cannot verify', async () => {
    expect(await showTo({})).toMatchObject({ accepted: [], outcome: 'passed' })
  })

  it('is found if it verifies no certificate', async () => {
    expect(await showTo({ rejectUnauthorized: false })).toMatchObject({
      accepted: ['that has expired', 'of another name', 'of an unknown authority', 'that is self-signed'].map(show),
      outcome: 'failed',
    })
  })

  it('is found if it does not compare names', async () => {
    expect(await showTo({ checkServerIdentity: () => undefined })).toMatchObject({
      accepted: [show('of another name')],
      outcome: 'failed',
    })
  })
})
