import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import keys from '../../fixtures/keys.json' with { type: 'json' }
import { toPem } from '../../protocol/jose/jwk.ts'
import type { CertificateDraft } from '../../protocol/x509/certificate-write.ts'
import { certifyRoot } from '../../suites/document/actors/steps/device.ts'
import type { ActorMutation } from '../../suites/document/model/actors.ts'
import { runDriven } from '../e2e/driven-faults.ts'
import { playing } from '../e2e/playing.ts'
import { folderWith } from '../temporary-folder.ts'
import { assay } from './console.ts'

/** A device whose chain ends at an authority of its own, as that of a genuine phone does. */
const elsewhere: ActorMutation = {
  wallet: (honest) => ({
    ...honest,
    certify: (description) => honest.certify(description).map(rooted),
  }),
}

const rooted = (draft: CertificateDraft): CertificateDraft => ({
  ...draft,
  ...(draft.issuer === 'Test root' && { issuerKey: keys.device2 }),
  ...(draft.subject === 'Test root' && { publicKey: keys.device2 }),
})

const outcomeOf = async (anchors?: readonly string[]) => {
  const { report } = await playing({}, { mutation: elsewhere, ...(anchors && { anchors }) })
  return report.results.find(({ id }) => id === 'ATT-ANCHOR')?.outcome
}

describe('the authority of a device', () => {
  it('is that of the reference actors, unless others are trusted as well', async () => {
    expect(await outcomeOf()).toBe('failed')
    expect(await outcomeOf([toPem(keys.device2)])).toBe('passed')
  })

  it('is unknown where the devices of a wallet under test have one that was not given, and nothing is green', async () => {
    const outcomeUnder = async (anchors: readonly string[], there = elsewhere) => {
      const { results, verdict } = await runDriven({
        profile: 'document',
        decisions: {},
        tested: ['wallet'],
        there,
        anchors,
      })
      return [results.find(({ id }) => id === 'ATT-ANCHOR')?.outcome, verdict.exitCode]
    }

    expect(await outcomeUnder([])).toEqual(['cantTell', 3])
    expect(await outcomeUnder([toPem(keys.device2)])).toEqual(['passed', 0])
    expect(await outcomeUnder([toPem(keys.root)])).toEqual(['failed', 1])
    expect(await outcomeUnder([], {})).toEqual(['passed', 0])
  })

  it('is a certificate that the device sends as well, and no leak', async () => {
    const folder = folderWith({ 'c.json': '{}' })
    const lines = certifyRoot(keys).match(/.{1,64}/g) ?? []
    const pem = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
    writeFileSync(join(folder, 'root.pem'), pem)
    const flags = ['run', '--config', join(folder, 'c.json'), '--quiet', '--out', join(folder, 'out')]

    expect(await assay([...flags, '--anchors', join(folder, 'root.pem')])).toMatchObject({ code: 0 })
  })

  it('is read from a file that holds certificates, and from no other', async () => {
    const folder = folderWith({ 'c.json': '{}', 'no.pem': 'nothing' })
    writeFileSync(join(folder, 'root.pem'), toPem(keys.root))
    const flags = ['run', '--config', join(folder, 'c.json'), '--quiet', '--out', join(folder, 'out'), '--anchors']

    expect(await assay([...flags, join(folder, 'root.pem')])).toMatchObject({ code: 0 })
    expect(await assay([...flags, join(folder, 'no.pem')])).toMatchObject({ code: 2 })
    expect(await assay([...flags, join(folder, 'absent.pem')])).toMatchObject({ code: 2 })
  })
})
