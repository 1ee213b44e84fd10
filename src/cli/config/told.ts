import { formNames } from '../../../reporters/index.ts'
import { presets } from '../../model/decision.ts'
import { type TargetRole, targetRoles } from '../../model/settings.ts'
import type { Arguments } from '../arguments.ts'
import { oneOf, pairOf, timeOf } from '../values.ts'
import {
  addressOf,
  answersOf,
  fileOf,
  patternsOf,
  placeOf,
  refuse,
  secondsOf,
  switchOf,
  targetUrlOf,
} from './checked.ts'
import type { Choices, Layer } from './choices.ts'

/** One thing that can be told with a flag, or with a variable of the environment. */
interface Row {
  readonly flag?: string
  readonly variable?: string
  /** What stands between several values in one variable. */
  readonly between?: RegExp
  readonly read: (texts: readonly string[], at: string) => Choices
}

const comma = /\s*,\s*/

/** A row that takes one text. */
const one = (flag: string, variable: string, read: (text: string, at: string) => Choices): Row => ({
  flag,
  variable,
  read: ([text = ''], at) => read(text, at),
})

/** A flag is there or not; a variable says yes or no. */
const isOn = (text: string, at: string): boolean => text === '' || switchOf(at, text)

const rows: readonly Row[] = [
  one('profile', 'ASSAY_PROFILE', (text, at) => ({ profile: oneOf(at, text, presets) })),
  {
    flag: 'decision',
    variable: 'ASSAY_DECISIONS',
    between: /\s*,\s*(?=[\w.]+=)/,
    read: (texts, at) => ({ decisions: answersOf(at, Object.fromEntries(texts.map((text) => pairOf(at, text)))) }),
  },
  { flag: 'target', read: (texts, at) => ({ targets: targetsOf(at, texts) }) },
  ...targetRoles.map((role): Row => {
    const variable = `ASSAY_TARGET_${role.toUpperCase().replaceAll('-', '_')}`
    return { variable, read: ([text = ''], at) => ({ targets: { [role]: { url: targetUrlOf(at, text, role) } } }) }
  }),
  one('timeout', 'ASSAY_TIMEOUT', (text, at) => {
    const timeout = secondsOf(at, text)
    return { targets: Object.fromEntries(targetRoles.map((role) => [role, { timeout }])) }
  }),
  one('listen', 'ASSAY_LISTEN', (text, at) => ({ listen: placeOf(at, text) })),
  one('public-url', 'ASSAY_PUBLIC_URL', (text, at) => ({ listen: { publicUrl: addressOf(at, text) } })),
  // Whoever names a certificate means TLS as well, so that these two stand before the third.
  one('tls-cert', 'ASSAY_TLS_CERT', (cert) => ({ listen: { tls: { cert } } })),
  one('tls-key', 'ASSAY_TLS_KEY', (key) => ({ listen: { tls: { key } } })),
  one('tls', 'ASSAY_TLS', (text, at) => ({ listen: { tls: isOn(text, at) } })),
  one('write-ca', 'ASSAY_WRITE_CA', (writeCa) => ({ listen: { writeCa } })),
  { flag: 'only', variable: 'ASSAY_ONLY', between: comma, read: (texts, at) => ({ only: patternsOf(at, texts) }) },
  { flag: 'skip', variable: 'ASSAY_SKIP', between: comma, read: (texts, at) => ({ skip: patternsOf(at, texts) }) },
  one('seed', 'ASSAY_SEED', (seed) => ({ seed })),
  one('now', 'ASSAY_NOW', (text, at) => ({ now: timeOf(at, text) })),
  one('out', 'ASSAY_OUT', (out) => ({ out })),
  {
    flag: 'format',
    variable: 'ASSAY_FORMATS',
    between: comma,
    read: (texts, at) => ({ formats: [...new Set(texts.map((text) => oneOf(at, text, formNames)))] }),
  },
  one('anchors', 'ASSAY_ANCHORS', (text, at) => ({ anchors: fileOf(at, text) })),
  one('keep-private', 'ASSAY_KEEP_PRIVATE', (text, at) => ({ keepPrivate: isOn(text, at) })),
  one('strict', 'ASSAY_STRICT', (text, at) => ({ strict: isOn(text, at) })),
]

function targetsOf(at: string, texts: readonly string[]): NonNullable<Choices['targets']> {
  const pairs = texts.map((text) => targetOf(at, text))
  const roles = pairs.map(([role]) => role)
  const twice = roles.find((role, i) => roles.indexOf(role) < i)
  return twice === undefined ? Object.fromEntries(pairs) : refuse(`${at} ${twice}`, 'this role is given twice')
}

function targetOf(at: string, text: string): readonly [TargetRole, { readonly url: string }] {
  const end = text.indexOf('=')
  if (end < 1) refuse(at, 'write it as ROLE=URL, such as issuer=https://issuer.example')
  const role = oneOf(at, text.slice(0, end), targetRoles)
  return [role, { url: targetUrlOf(`${at} ${role}`, text.slice(end + 1), role) }]
}

/** The variables that say something about a run. */
export const variables: readonly string[] = rows.flatMap(({ variable }) => variable ?? [])

/** What the command line says. */
export const flagLayers = (args: Arguments): readonly Layer[] =>
  rows.flatMap(({ flag = '', read }): Layer | readonly [] => {
    const by = `--${flag}`
    return args.has(flag) ? { origin: 'flag', by, choices: read(args.texts(flag), by) } : []
  })

/** What the environment says. A variable that is empty says nothing: that is how a workflow leaves one out. */
export const variableLayers = (environment: Environment): readonly Layer[] =>
  rows.flatMap(({ variable: by = '', between, read }): Layer | readonly [] => {
    const text = environment[by]?.trim() ?? ''
    const texts = between ? text.split(between) : [text]
    return text === '' ? [] : { origin: 'environment', by, choices: read(texts, by) }
  })

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>
