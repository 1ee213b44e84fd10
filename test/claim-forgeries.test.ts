import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { decisions } from '../suites/document/all/decisions.ts'
import { assayCommand } from './assay-command.ts'
import { assay } from './cli/console.ts'
import { base, earlier, type Forgery, forge, listWrong, pass, verify } from './forging.ts'
import { ended } from './running-vitest.ts'
import { folderWith } from './temporary-folder.ts'

const place = mkdtempSync(join(base, 'document-'))
const run = join(place, 'out')

/** A configuration that leaves nothing at its default. */
const config = {
  decisions: Object.fromEntries(
    decisions.flatMap((each) => (each.arises.includes('gap') ? [[each.id, each.default]] : [])),
  ),
  targets: Object.fromEntries(
    ['issuer', 'status-service'].map((role) => [role, `module:${resolve('examples/typescript-issuer/issuer.ts')}`]),
  ),
  hooks: { 'status.set': { url: `module:${resolve('examples/typescript-issuer/status-hook.ts')}` } },
  subject: { vendor: 'Example', product: 'issuer', version: '1.0.0' },
}

beforeAll(async () => {
  writeFileSync(join(place, 'harness.config.json'), JSON.stringify(config))
  expect(await ended([assayCommand, 'run', '--quiet'], { cwd: place })).toMatchObject({ code: 0 })
})

describe('a statement that its owner signed', () => {
  it('verifies where it is about the run as it was', async () => {
    const { code, out } = await verify(forge(run, () => {}).folder)

    expect(out).not.toContain('✖')
    expect(code).toBe(0)
  })

  it('verifies as `assay claim` makes it', async () => {
    const folder = join(folderWith(), 'out')
    cpSync(run, folder, { recursive: true })

    expect(await assay(['claim', folder, '--key', join(base, 'private.pem')])).toMatchObject({ code: 0 })
    expect(await verify(folder)).toMatchObject({ code: 0 })
  })

  it.each<readonly [string, (forgery: Forgery) => unknown, RegExp]>([
    [
      'another product',
      ({ report }) => Object.assign(report, { subject: { product: 'other' } }),
      /content .*the product/,
    ],
    [
      'another version',
      ({ report }) => Object.assign(report, { subject: { ...report.subject, version: '2' } }),
      /the product/,
    ],
    [
      'another address in the report',
      ({ report }) =>
        Object.assign(report, {
          actors: report.actors.map((each) => (each.url ? { ...each, url: 'https://other.example' } : each)),
        }),
      /the targets/,
    ],
    [
      'another address in the report and the record',
      ({ report, head }) => {
        report.actors = report.actors.map((each) => (each.url ? { ...each, url: 'https://other.example' } : each))
        head.actors = report.actors
      },
      /no message of the record goes to the issuer at https:\/\/other/,
    ],
    [
      'another date in the report',
      ({ report }) => Object.assign(report, { startedAt: earlier(report.startedAt) }),
      /was begun at/,
    ],
    [
      'another date in the report and the record',
      ({ report, head }) => {
        report.startedAt = earlier(report.startedAt)
        head.startedAt = earlier(`${head.startedAt}`)
      },
      /the last message of the record/,
    ],
    [
      'a date before its run was over',
      (forgery) => Object.assign(forgery, { statedAt: forgery.report.startedAt }),
      /was over/,
    ],
    ['another seed', ({ report }) => Object.assign(report, { seed: '7' }), /the seed/],
    ['another time', ({ report }) => Object.assign(report, { now: 1_795_000_000 }), /the time that was set/],
    ['another profile', ({ report }) => Object.assign(report, { profile: 'document-rfc9901' }), /the profile/],
    [
      'another version of assay',
      ({ report }) => Object.assign(report, { tool: { ...report.tool, version: '0.0.1' } }),
      /version/,
    ],
    [
      'another answer to a decision',
      ({ report }) =>
        Object.assign(report, {
          decisions: report.decisions.map((each) =>
            each.id === 'nonce.singleUse' ? { ...each, value: 'free' } : each,
          ),
        }),
      /the decision nonce\.singleUse has another answer/,
    ],
    [
      'a default that is said to be agreed',
      ({ head }) => Object.assign(head, { decisions: { ...Object(head.decisions), 'nonce.singleUse': undefined } }),
      /the decision nonce\.singleUse has another answer/,
    ],
    [
      'few decisions',
      ({ report }) => Object.assign(report, { decisions: report.decisions.slice(-3) }),
      /the decision .* is missing/,
    ],
    ['no probes', ({ report }) => Object.assign(report, { probes: [] }), /no negative tests are reported/],
    [
      'no probes, and their rows passed at once',
      ({ report, lines }) => {
        report.probes = []
        report.results = report.results.filter(({ id }) => !id.includes('/'))
        lines.splice(0, lines.length, ...lines.filter(({ session }) => !session.startsWith('probe')))
      },
      /passed without a negative test/,
    ],
    [
      'a probe that was accepted',
      ({ report, lines }) => {
        const probe = report.probes.find(({ session, id }) => session && id.startsWith('ATT-SIGNED/'))
        const line = lines.findLast(({ session, endpoint }) => session === probe?.session && endpoint === 'validate')
        line.response = { status: 200, headers: {}, body: { credential_response: '<text of 900 characters>' } }
      },
      /ATT-SIGNED\/\S+ has another answer in the record/,
    ],
    [
      'a probe that was accepted, and a row that passed',
      ({ report }) =>
        Object.assign(report, {
          probes: report.probes.map((each, i) => (i === 0 ? { ...each, answer: 'accepted' } : each)),
        }),
      /was not handled correctly/,
    ],
    [
      'a probe that was never sent',
      ({ report }) =>
        Object.assign(report, {
          probes: report.probes.map((each, i) => (i === 0 ? { ...each, session: 'probe-9999' } : each)),
        }),
      /is not in the record/,
    ],
    [
      'no tampering',
      ({ report }) => Object.assign(report, { results: report.results.map(({ tampering: _, ...each }) => each) }),
      /no tampered copy of a credential/,
    ],
    ['a record without messages', ({ lines }) => void lines.splice(0), /the session first has \d+ messages, and 0/],
    [
      'a record without messages, and sessions without any',
      ({ report, lines }) => {
        lines.splice(0)
        report.sessions = report.sessions.map((each) => ({ ...each, messages: 0 }))
        report.traffic = { ...report.traffic, calls: 0 }
      },
      /was completed without a message/,
    ],
    [
      'a session that is left out',
      ({ report }) =>
        Object.assign(report, { sessions: report.sessions.filter(({ session }) => session !== 'second') }),
      /the session second of the record is missing/,
    ],
    [
      'more calls',
      ({ report }) => Object.assign(report, { traffic: { ...report.traffic, calls: 99_999 } }),
      /99999 calls/,
    ],
    [
      'a failure that its verdict hides',
      ({ report }) => Object.assign(report, { results: pass(report, 'SD-DIGEST', { outcome: 'failed' }) }),
      /the results lead to nonconformant/,
    ],
    [
      'a failure that is said to be advice',
      ({ report }) =>
        Object.assign(report, {
          results: pass(report, 'SD-DIGEST', { outcome: 'failed', force: 'info', decides: undefined }),
        }),
      /SD-DIGEST is described otherwise/,
    ],
    [
      'a row that is left out',
      ({ report }) => Object.assign(report, { results: report.results.filter(({ id }) => id !== 'NONCE-ONCE') }),
      /NONCE-ONCE/,
    ],
  ])('is found out with %s', async (_, change, reason) => {
    const { code, out, err } = await verify(forge(run, change).folder)

    expect(err).toBe('')
    expect(listWrong(out)).toMatch(reason)
    expect(code).toBe(1)
  })

  it('says first what only its signer says', async () => {
    const { folder, statement } = forge(run, () => {})

    expect(Object.keys(statement).slice(0, 3)).toEqual(['schemaVersion', 'type', 'statedBySigner'])
    expect(statement.statedBySigner).toContain('that it was Example issuer 1.0.0')
    expect(statement.statedBySigner.join('\n')).toContain('the outcome of each requirement')
    const { out } = await verify(folder)
    for (const each of statement.statedBySigner) expect(out).toContain(`? stated     by its signer: ${each}`)
  })

  it('names a negative test that is left out, though its message is in the record', () => {
    const { statement } = forge(run, ({ report }) => {
      report.probes = report.probes.filter(({ id }) => !id.startsWith('ATT-SIGNED/'))
      report.results = report.results.filter(({ id }) => id !== 'FLOW-VALIDATES/ATT-SIGNED')
    })

    expect(statement.statedBySigner.join('\n')).toContain('ATT-SIGNED/')
  })
})
