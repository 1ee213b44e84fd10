import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type StandardProfile, standardProfiles } from '../model/decision.ts'
import { gatheredKinds, gatherer } from './generate-suites.ts'
import { keepText } from './kept-text.ts'
import { pathOfProbes, pathOfSection, probedRoles, sectionTitles } from './section-titles.ts'

type Make = () => string | Promise<string>

/** The makers of `suites/document/all`. They come first: all other steps read their files. */
const gatherers: Readonly<Record<string, Make>> = Object.fromEntries(
  gatheredKinds.map((kind) => [`suites/document/all/${kind}.ts`, () => gatherer(kind)]),
)

const makeStandardPage = (profile: StandardProfile) => async () =>
  (await import('./generate-standards.ts')).pageOfStandard(profile)

const makeSectionPage = (section: string) => async () => (await import('./generate-docs.ts')).pageOfSection(section)

const makeProbePage = (role: string) => async () => (await import('./generate-probes.ts')).pageOfProbesTo(role)

/** Every other generated file and its maker. A further one takes a line here and a file of its own. */
const makers: Readonly<Record<string, Make>> = {
  'suites/document/all/shared-mistakes.generated.ts': async () =>
    (await import('./generate-shared-mistakes.ts')).listOfSharedMistakes(),
  'schemas/types.ts': async () => (await import('./generate-types.ts')).typesOfSchemas(),
  'protocol/artefacts/validators.generated.ts': async () =>
    (await import('./generate-validators.ts')).validatorsOfSchemas(),
  'protocol/artefacts/member-names.generated.ts': async () => (await import('./generate-names.ts')).namesOfSchemas(),
  'docs/requirements.md': async () => (await import('./generate-docs.ts')).pageOfRequirements(),
  ...Object.fromEntries(
    Object.keys(sectionTitles).map((each) => [`docs/${pathOfSection(each)}`, makeSectionPage(each)]),
  ),
  'docs/probes.md': async () => (await import('./generate-probes.ts')).pageOfProbes(),
  ...Object.fromEntries(probedRoles.map((each) => [`docs/${pathOfProbes(each)}`, makeProbePage(each)])),
  ...Object.fromEntries(standardProfiles.map((each) => [`docs/standards/${each}.md`, makeStandardPage(each)])),
  'docs/standards/coverage.md': async () => (await import('./generate-coverage.ts')).pageOfCoverage(),
  'docs/standards/foundations.md': async () => (await import('./generate-foundations.ts')).pageOfFoundations(),
  'docs/standards/python.md': async () => (await import('./generate-python.ts')).pageOfPython(),
  'docs/league.md': async () => (await import('./generate-league.ts')).pageOfLeague(),
  'docs/league-exchanges.md': async () => (await import('./generate-league.ts')).pageOfExchanges(),
  'docs/features.md': async () => (await import('./generate-features.ts')).pageOfFeatures(),
  'docs/api/index.md': async () => keepText('api', (await import('./generate-api.ts')).pageOfApi),
  'docs/requirements.json': async () => (await import('./generate-docs.ts')).exportOfRequirements(),
  'src/privacy/our-words.generated.ts': async () =>
    keepText('words', (await import('./generate-words.ts')).wordsOfSources),
}

const root = new URL('../', import.meta.url)

/** The files of some steps that are stale, with their new text. */
async function staleIn(steps: Readonly<Record<string, Make>>): Promise<ReadonlyMap<string, string>> {
  const files = Object.entries(steps).map(async ([path, make]) => [path, await make()] as const)
  return new Map((await Promise.all(files)).filter(([path, text]) => text !== current(path)))
}

/** Every generated file that is stale, with its new text. */
export const stale = async (): Promise<ReadonlyMap<string, string>> =>
  new Map([...(await staleIn(gatherers)), ...(await staleIn(makers))])

function current(path: string): string | undefined {
  const file = new URL(path, root)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

async function main(checking: boolean): Promise<void> {
  for (const steps of [gatherers, makers]) {
    for (const [path, text] of await staleIn(steps)) {
      console.log(`${checking ? 'stale' : 'written'}: ${path}`)
      if (checking) process.exitCode = 1
      else write(new URL(path, root), text)
    }
  }
}

function write(file: URL, text: string): void {
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, text)
}

if (import.meta.main) await main(process.argv.includes('--check'))
