import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonObject, parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { writeJson } from '../../reporters/text/sanitize.ts'
import type { Settings } from '../config/settings.ts'
import { createPrivateFile } from '../files/private-file.ts'
import { makeFolder, writeText } from '../files/write.ts'
import { readPreciseClock } from '../runtime/clock.ts'
import type { RunChoice } from './live-run.ts'
import { nameChoice, readTarget, type TestChoice } from './settings/choice.ts'
import { readForm } from './settings/form-values.ts'

/** What a run is prepared from. */
export interface RunRequest {
  readonly form: URLSearchParams
  readonly choice: TestChoice
  /** The configuration that filled the form. */
  readonly base: JsonObject
  /** Whether the settings are those of the configuration and the command line, without a form. */
  readonly isConfigured: boolean
  readonly settings: Settings | { readonly problem: string }
  /** What the configuration tests, as the subject of a sentence. */
  readonly tested: string
}

export interface RunPlace {
  /** The folder of the runs. */
  readonly folder: string
  readonly cwd: string
  /** The flags of every run of the document. */
  readonly flags: readonly string[]
  /** The files of the suites of the user. */
  readonly suiteFiles: readonly string[]
}

/** A form that cannot be run: why, and what it held. */
export interface Refusal {
  readonly why: string
  readonly config: JsonObject
  /** What is wrong with fields, by their names. */
  readonly mistakes: Readonly<Record<string, string>>
}

/** Reads the form of a run, and writes its settings to a file that only the user may read. */
export function makeRun(request: RunRequest, place: RunPlace): RunChoice | Refusal {
  const { form, choice, base, isConfigured, settings } = request
  const only = (form.get('only') ?? '').split(/[\s,]+/).filter((id) => id !== '')
  const read = form.has('suite')
    ? readForm(form, choice, base, place.cwd)
    : { config: { ...base, ...nameTested(choice), only, probes: form.has('probes') }, mistakes: {} }
  const mistakes = { ...(!isConfigured && read.mistakes), ...findMistake(only) }
  const refuse = (why: string): Refusal => ({ why, config: read.config, mistakes })
  const [first] = Object.values(mistakes)
  if (first !== undefined) return refuse('Correct the marked settings.')
  const isDocument = choice.suite.on === undefined
  if (isDocument && 'problem' in settings) return refuse('The configuration cannot be read.')
  const name = new Date(readPreciseClock()).toISOString().replaceAll(':', '-').replace('Z', '')
  const part = { name, folder: join(place.folder, name), only, suite: choice.suite.name, role: choice.role }
  const { probes: _, ...document } = read.config
  if (isDocument && (isConfigured || isPlain(document))) {
    const hasTargets = 'targets' in settings && Object.keys(settings.targets).length > 0
    const flags = [...chooseProbes(form, hasTargets, place), ...only.flatMap((id) => ['--only', id])]
    return { ...part, tested: request.tested, flags, environment: process.env }
  }
  const hasTarget = Object.keys(readTarget(read.config, choice.role)).length > 0
  const config = isDocument ? document : { ...read.config, ...addSuites(choice, place) }
  const file = writeSettings(config, part.name, place)
  const flags = ['--config', file, ...(isDocument ? chooseProbes(form, hasTarget, place) : [])]
  return { ...part, tested: nameChoice(choice, hasTarget), flags, environment: omitSettings(process.env) }
}

/** A button that runs one requirement again has no settings: those of the last run are kept. */
const nameTested = ({ suite, role }: TestChoice): JsonObject => ({ suite: suite.name, ...(suite.on && { role }) })

/** Whether a form of the document was left as it was: reference actors play every role. */
const isPlain = ({ suite: _, only: __, ...others }: JsonObject): boolean => Object.keys(others).length === 0

/** The flags of a run. The form decides whether probes are sent, and the command line how many. */
function chooseProbes(form: URLSearchParams, hasTargets: boolean, { flags }: RunPlace): readonly string[] {
  const isSent = form.has('probes')
  const others = flags.filter(
    (flag) => !(isSent ? /^--probes$|^--members=0+$/ : /^--(?:probes|members=.*)$/).test(flag),
  )
  if (!isSent) return [...others, '--members', '0']
  return hasTargets ? others : [...others, '--probes']
}

const addSuites = ({ suite }: TestChoice, { suiteFiles }: RunPlace): JsonObject =>
  suite.name === suite.on ? {} : { suites: suiteFiles }

/** The form decides: variables of the environment would win over it. */
const omitSettings = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !/^ASSAY_[A-Z_]+$/.test(name)))

function findMistake(only: readonly string[]): Readonly<Record<string, string>> {
  if (only.length > 200) return { only: 'enter at most 200 ids' }
  return only.every((id) => /^[\w*][\w*./-]{0,79}$/.test(id))
    ? {}
    : { only: 'an id consists of letters, digits and hyphens' }
}

/** The file of the settings of a run: they may have offers and transaction codes, so only the user may read it. */
const nameSettings = (folder: string, name: string): string => join(folder, '.settings', `${name}.json`)

function writeSettings(config: JsonObject, name: string, { folder }: RunPlace): string {
  makeFolder(join(folder, '.settings'))
  const file = nameSettings(folder, name)
  createPrivateFile(file)
  writeText(file, `${writeJson(config, 2)}\n`)
  return file
}

/** Reads the settings of an earlier run; `undefined` if they were not those of a form. */
export function readSettings(folder: string, name: string): JsonObject | undefined {
  const file = nameSettings(folder, name)
  if (!existsSync(file)) return undefined
  const read = attempt(() => parseJsonObject(readFileSync(file, 'utf8')))
  return 'value' in read && isObject(read.value) ? read.value : undefined
}
