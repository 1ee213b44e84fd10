import { gates } from '../../model/gate.ts'
import { type TargetRole, targetRoles } from '../../model/role.ts'
import { formatNames } from '../../reporters/formats.ts'
import { readSeed } from '../runtime/random.ts'
import type { Arguments } from '../terminal/arguments.ts'
import { parseChoice, parsePair, parseTime } from '../terminal/values.ts'
import {
  checkTargetUrl,
  parseBaseUrl,
  parseConcurrency,
  parseHostAndPort,
  parseMembers,
  parseSeconds,
  parseSwitch,
  refuse,
  requireKnownAnswers,
  requireKnownPatterns,
  requireKnownSkips,
  resolveFile,
} from './check-values.ts'
import type { ConfigChoices, ConfigLayer } from './choices.ts'
import { parseProfile } from './profile-choice.ts'

/** One setting that a flag or an environment variable can give. */
interface SettingRow {
  readonly flag?: string
  readonly variable?: string
  /** The separator of several values in one variable. */
  readonly between?: RegExp
  readonly read: (texts: readonly string[], at: string) => ConfigChoices
}

const comma = /\s*,\s*/

/** A setting that takes one text. */
const readOneText = (
  flag: string,
  variable: string,
  read: (text: string, at: string) => ConfigChoices,
): SettingRow => ({
  flag,
  variable,
  read: ([text = ''], at) => read(text, at),
})

/** A switch: a flag is given or not, a variable is 1 or 0. */
const parseFlagOrSwitch = (text: string, at: string): boolean => text === '' || parseSwitch(at, text)

const settingRows: readonly SettingRow[] = [
  readOneText('profile', 'ASSAY_PROFILE', (text, at) => ({ profile: parseProfile(at, text) })),
  {
    flag: 'decision',
    variable: 'ASSAY_DECISIONS',
    between: /\s*,\s*(?=[\w.]+=)/,
    read: (texts, at) => ({
      decisions: requireKnownAnswers(at, Object.fromEntries(texts.map((text) => parsePair(at, text)))),
    }),
  },
  { flag: 'target', read: (texts, at) => ({ targets: parseTargets(at, texts) }) },
  ...targetRoles.map((role): SettingRow => {
    const variable = `ASSAY_TARGET_${role.toUpperCase().replaceAll('-', '_')}`
    return { variable, read: ([text = ''], at) => ({ targets: { [role]: { url: checkTargetUrl(at, text, role) } } }) }
  }),
  readOneText('timeout', 'ASSAY_TIMEOUT', (text, at) => {
    const timeout = parseSeconds(at, text)
    return { targets: Object.fromEntries(targetRoles.map((role) => [role, { timeout }])) }
  }),
  readOneText('listen', 'ASSAY_LISTEN', (text, at) => ({ listen: parseHostAndPort(at, text) })),
  readOneText('public-url', 'ASSAY_PUBLIC_URL', (text, at) => ({ listen: { publicUrl: parseBaseUrl(at, text) } })),
  readOneText('one-address', 'ASSAY_ONE_ADDRESS', (text, at) => ({
    listen: { oneAddress: parseFlagOrSwitch(text, at) },
  })),
  // A certificate implies TLS, so that these two come before the switch.
  readOneText('tls-cert', 'ASSAY_TLS_CERT', (cert) => ({ listen: { tls: { cert } } })),
  readOneText('tls-key', 'ASSAY_TLS_KEY', (key) => ({ listen: { tls: { key } } })),
  readOneText('tls', 'ASSAY_TLS', (text, at) => ({ listen: { tls: parseFlagOrSwitch(text, at) } })),
  readOneText('write-ca', 'ASSAY_WRITE_CA', (writeCa) => ({ listen: { writeCa } })),
  {
    flag: 'only',
    variable: 'ASSAY_ONLY',
    between: comma,
    read: (texts, at) => ({ only: requireKnownPatterns(at, texts) }),
  },
  {
    flag: 'skip',
    variable: 'ASSAY_SKIP',
    between: comma,
    read: (texts, at) => ({ skip: requireKnownSkips(at, texts) }),
  },
  readOneText('probes', 'ASSAY_PROBES', (text, at) => ({ probes: parseFlagOrSwitch(text, at) })),
  readOneText('members', 'ASSAY_MEMBERS', (text, at) => ({ members: parseMembers(at, text) })),
  readOneText('concurrency', 'ASSAY_CONCURRENCY', (text, at) => ({ concurrency: parseConcurrency(at, text) })),
  readOneText('patience', 'ASSAY_PATIENCE', (text, at) => ({ patience: parseSeconds(at, text) })),
  readOneText('deadline', 'ASSAY_DEADLINE', (text, at) => ({ deadline: parseSeconds(at, text) })),
  readOneText('seed', 'ASSAY_SEED', (text) => ({ seed: readSeed(text) })),
  readOneText('now', 'ASSAY_NOW', (text, at) => ({ now: parseTime(at, text) })),
  readOneText('out', 'ASSAY_OUT', (out) => ({ out })),
  {
    flag: 'format',
    variable: 'ASSAY_FORMATS',
    between: comma,
    read: (texts, at) => ({ formats: [...new Set(texts.map((text) => parseChoice(at, text, formatNames)))] }),
  },
  readOneText('docs-url', 'ASSAY_DOCS_URL', (text, at) => ({ docsUrl: parseBaseUrl(at, text) })),
  readOneText('anchors', 'ASSAY_ANCHORS', (text, at) => ({ anchors: resolveFile(at, text) })),
  readOneText('incognito', 'ASSAY_INCOGNITO', (text, at) => ({ incognito: parseFlagOrSwitch(text, at) })),
  readOneText('write-root', 'ASSAY_WRITE_ROOT', (writeRoot) => ({ writeRoot })),
  readOneText('keep-private', 'ASSAY_KEEP_PRIVATE', (text, at) => ({ keepPrivate: parseFlagOrSwitch(text, at) })),
  readOneText('gate', 'ASSAY_GATE', (text, at) => ({ gate: parseChoice(at, text, gates) })),
  readOneText('strict', 'ASSAY_STRICT', (text, at) => ({ strict: parseFlagOrSwitch(text, at) })),
]

function parseTargets(at: string, texts: readonly string[]): NonNullable<ConfigChoices['targets']> {
  const pairs = texts.map((text) => parseTarget(at, text))
  const roles = pairs.map(([role]) => role)
  const twice = roles.find((role, i) => roles.indexOf(role) < i)
  return twice === undefined ? Object.fromEntries(pairs) : refuse(`${at} ${twice}`, 'this role is given twice')
}

function parseTarget(at: string, text: string): readonly [TargetRole, { readonly url: string }] {
  const end = text.indexOf('=')
  if (end < 1) refuse(at, 'pass ROLE=URL, such as issuer=https://issuer.example')
  const role = parseChoice(at, text.slice(0, end), targetRoles)
  return [role, { url: checkTargetUrl(`${at} ${role}`, text.slice(end + 1), role) }]
}

/** The environment variables that set something. */
export const variableNames: readonly string[] = settingRows.flatMap(({ variable }) => variable ?? [])

/** Reads the settings on the command line. */
export const readFlagLayers = (args: Arguments): readonly ConfigLayer[] =>
  settingRows.flatMap(({ flag = '', read }): ConfigLayer | readonly [] => {
    const by = `--${flag}`
    return args.has(flag) ? { origin: 'flag', by, choices: read(args.texts(flag), by) } : []
  })

/** Reads the settings in the environment. An empty variable counts as absent: a workflow leaves one out in this way. */
export const readVariableLayers = (environment: EnvironmentVariables): readonly ConfigLayer[] =>
  settingRows.flatMap(({ variable: by = '', between, read }): ConfigLayer | readonly [] => {
    const text = environment[by]?.trim() ?? ''
    const texts = between ? text.split(between) : [text]
    return text === '' ? [] : { origin: 'environment', by, choices: read(texts, by) }
  })

/** The environment variables of a process. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>
