import { isObject, type JsonObject } from '../../../protocol/encoding/json.ts'
import documentSchema from '../../../schemas/config.schema.json' with { type: 'json' }
import suiteSchema from '../../../schemas/suite-config.schema.json' with { type: 'json' }
import { hasFlag } from '../../config/role-flags.ts'
import { nameFlag, reachedBy } from '../../config/suite-settings.ts'
import type { PlayedStandard, TestedRole } from '../../config/tested-roles.ts'
import type { TestChoice } from './choice.ts'

/** A setting in a form. */
export interface Field {
  /** Its place in the configuration. */
  readonly path: readonly string[]
  readonly label: string
  /** What its schema says of it. */
  readonly help: string
  readonly kind: 'text' | 'list' | 'number' | 'switch' | 'choice'
  readonly choices: readonly string[]
  /** What applies if it is left empty. */
  readonly usual?: string
  /** Whether a file is named, whose path is relative to the folder of the console. */
  readonly isFile: boolean
}

/** Fields that belong together. */
export interface FieldGroup {
  readonly title: string
  readonly fields: readonly Field[]
  /** Whether they are folded: most tests need none of them. */
  readonly isFolded: boolean
  /** Whether they are folded although some are set. */
  readonly staysFolded?: boolean
}

/** The name of a field in the form. */
export const nameField = ({ path }: Pick<Field, 'path'>): string => path.join('.')

/** The schema of the configuration of a suite. */
export const findSchema = ({ suite }: TestChoice): JsonObject =>
  (suite.on === undefined ? documentSchema : suiteSchema) as JsonObject

/** Lists the settings that a form has for a role: those in the schema of which the test makes use. */
export function listFieldGroups(choice: TestChoice): readonly FieldGroup[] {
  const { suite, role } = choice
  const { on } = suite
  const schema = findSchema(choice)
  const uses = (flag: string): boolean => on === undefined || hasFlag(role as TestedRole, on, flag)
  const pick = (names: readonly string[], place: readonly string[] = []): readonly Field[] =>
    names.flatMap((name) => makeField(schema, [...place, name]))
  const known = ['jwks', 'anchors'].filter((name) => (on === undefined ? name === 'anchors' : uses(name)))
  const listen = uses('host') ? pick(listenNames, ['listen']) : []
  return [
    { title: `The ${role.replace('-', ' ')}`, fields: listTargetFields(choice, on), isFolded: false },
    { title: 'What is tested', fields: pick(['probes', 'only', 'skip', ...(on ? [] : ['profile'])]), isFolded: false },
    { title: 'How the target reaches Assay', fields: listen, isFolded: role !== 'wallet' },
    { title: 'More settings', fields: [...pick([...known, ...others]), ...pick(subject, ['subject'])], isFolded: true },
  ].filter(({ fields }) => fields.length > 0)
}

const listenNames = ['publicUrl', 'host', 'port', 'tls', 'writeCa']
const subject = ['vendor', 'product', 'version']
const others = ['patience', 'seed', 'now', 'gate', 'strict', 'keepPrivate']

/** Settings of a target of the document that a form has; a configuration has all of them. */
const ofDocument = new Set(['url', 'timeout', 'rate', 'proxy', 'allowPrivate'])

function listTargetFields({ suite, role }: TestChoice, on: PlayedStandard | undefined): readonly Field[] {
  const schema = findSchema({ suite, role })
  const { properties } = Object(Object(schema.$defs)[on === undefined ? 'target' : role])
  return Object.entries(Object(properties)).flatMap(([name, part]) => {
    const flag = nameFlag(
      name,
      Array.isArray(Object(part).type) ? false : Object(part).type === 'array',
      reachedBy[role as TestedRole],
    )
    const isUsed = on === undefined ? ofDocument.has(name) : name === 'ca' || hasFlag(role as TestedRole, on, flag)
    return isUsed ? makeField(schema, ['targets', role, name]) : []
  })
}

/** Finds a setting in its schema. */
function makeField(schema: JsonObject, path: readonly string[]): readonly Field[] {
  const part = path.reduce((found: JsonObject, step) => Object(resolve(schema, found).properties)[step] ?? {}, schema)
  const { default: usual } = part
  const kind = findKind(part)
  if (kind === undefined) return []
  const help = describe(part, kind)
  return [
    {
      ...{ path, label: writeLabel(path), help, kind, isFile: /^(?:A|The) (?:PEM )?file\b/.test(help) },
      choices: Array.isArray(part.enum) ? part.enum.map(String) : [],
      ...(usual !== undefined && kind !== 'switch' && { usual: String(usual) }),
    },
  ]
}

/** What the schema says of a setting; of several, also what each of them is. */
const describe = ({ description = '', items }: JsonObject, kind: Field['kind']): string => {
  const each = kind === 'list' ? String(Object(items).description ?? '') : ''
  return each === '' || each.startsWith('An id')
    ? String(description)
    : `${description} One per line: ${each.charAt(0).toLowerCase()}${each.slice(1)}`
}

function resolve(schema: JsonObject, { $ref, ...part }: JsonObject): JsonObject {
  const named = typeof $ref === 'string' ? Object(schema.$defs)[$ref.slice('#/$defs/'.length)] : undefined
  return isObject(named) ? { ...named, ...part } : part
}

function findKind({ type, enum: choices }: JsonObject): Field['kind'] | undefined {
  const [first] = [type].flat()
  if (Array.isArray(choices)) return 'choice'
  if (first === 'boolean') return 'switch'
  if (first === 'array') return 'list'
  if ([type].flat().includes('string')) return 'text'
  return first === 'integer' || first === 'number' ? 'number' : undefined
}

/** Words that are not made of the name of a setting. */
const labels: Readonly<Record<string, string>> = {
  'targets.wallet.url': 'How to drive the wallet',
  'targets.holder.url': 'How to call the holder',
  'listen.publicUrl': 'Public URL',
  'listen.tls': 'Serve TLS',
  'listen.writeCa': 'Write the CA to a file',
  txCode: 'Transaction code',
  clientId: 'Client ID',
  secondClientId: 'Second client ID',
  redirectUri: 'Redirect URI',
  authorize: 'How to log in',
  ca: 'CA certificate',
  url: 'URL',
  x5c: 'Certificate in x5c',
  mdoc: 'Offer mdocs',
  jwks: 'Keys of the issuer (JWK Set)',
  anchors: 'Trusted roots',
  issuer: 'Issuer of the presented credentials',
  result: 'Where the result is',
  query: 'DCQL query',
  transactionData: 'Transaction data',
  presents: 'Test presentation',
  dcApi: 'Test the Digital Credentials API',
  probes: 'Send negative tests',
  only: 'Only these requirements',
  skip: 'Leave out these requirements',
  now: 'Time of the run',
  gate: 'What must pass',
  strict: 'Recommendations decide as well',
  keepPrivate: 'Keep private values',
  allowPrivate: 'Allow private addresses',
}

/** Writes the name of a setting for people. */
function writeLabel(path: readonly string[]): string {
  const last = path.at(-1) ?? ''
  const words = last.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return labels[path.join('.')] ?? labels[last] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
