// Puts the samples of the standards to the libraries of `libraries.json`, judges what they issue, and writes `results.json` and `docs/league.md`.

import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { StandardProfile } from '../model/decision.ts'
import { openVerifier } from '../src/vectors/ask-verifier.ts'
import { concludeVerifier, tryVerifier, type VerifierReport } from '../src/vectors/try-verifier.ts'
import { judgeStatus } from '../test/standards/verifiers/relying-party.ts'
import { runExchanges } from './exchanges/run.ts'
import { installLibrary } from './install.ts'
import { judgeIssuer } from './judge-issuer.ts'
import { type LeagueResult, type Library, renderLeague } from './page.ts'
import { writeReproduction } from './reproduction.ts'

const root = new URL('.', import.meta.url)
const libraries: readonly Library[] = JSON.parse(readFileSync(new URL('libraries.json', root), 'utf8'))

async function put(profile: StandardProfile, command: string): Promise<VerifierReport> {
  const { ask, close } = await openVerifier(`${process.execPath} ${command}`)
  return tryVerifier(profile, ask).finally(close)
}

/** A receiver that does what the standard says has no finding: else the samples are wrong, and nothing is written. */
async function requireCleanReceivers(): Promise<void> {
  const example = new URL('../examples/sd-jwt-verifier/verifier.mjs', root).pathname
  const reports = [
    await put('sd-jwt', example),
    await put('sd-jwt-vc', example),
    await tryVerifier('token-status-list', async (question) => judgeStatus(question as never)),
  ]
  if (reports.some((report) => concludeVerifier(report) !== 'passed'))
    throw new Error('a receiver that does everything right does not pass')
}

async function judge(library: Library, version: string): Promise<LeagueResult> {
  const { name, profile, adapter } = library
  const folder = installLibrary(name, version)
  const report = await put(profile, `${new URL('answer.mjs', root).pathname} ${adapter} ${folder} ${name}`)
  const select = (outcome: string) => report.trials.filter((trial) => trial.outcome === outcome)
  return {
    ...{ library: name, profile, version },
    conclusion: concludeVerifier(report),
    ...(report.obstacle !== undefined && { obstacle: report.obstacle }),
    failed: select('failed').map(({ id, description, requirement, obligation = '', actual }) => ({
      ...{ id, description, actual, obligation },
      ...(requirement && { requirement: requirement.id }),
    })),
    held: select('held').length,
    remarks: select('remark').map(({ id }) => id),
    unsupported: [...new Set(select('unsupported').flatMap(({ actual }) => actual.split(', ')))],
    ...(profile !== 'token-status-list' && { issued: judgeIssuer(library, folder) }),
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { reproduce: { type: 'string' }, sample: { type: 'string' } },
    allowPositionals: true,
  })
  if (positionals[0] === 'exchanges') return runExchanges(positionals.slice(1))
  if (values.reproduce !== undefined) {
    const [, name = '', version = ''] = /^(.+)@([^@]+)$/.exec(values.reproduce) ?? []
    const library = libraries.find((each) => each.name === name)
    if (!library) throw new Error(`no library ${name}`)
    return console.log(writeReproduction(library, version, values.sample ?? ''))
  }
  await requireCleanReceivers()
  const results: LeagueResult[] = []
  for (const library of libraries)
    for (const version of library.versions) {
      console.error(`${library.name}@${version}`)
      results.push(await judge(library, version))
    }
  writeFileSync(new URL('results.json', root), `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(new URL('../docs/league.md', root), renderLeague(results))
}

await main()
