import { resolve } from 'node:path'
import { findEcosystem } from '../../suites/ecosystems.ts'
import type { OwnSuite } from '../../suites/own/own-suite.ts'
import { standards } from '../../suites/standards.ts'
import { suites } from '../../suites/suites.ts'
import { findMistakes } from './check-schema.ts'
import { refuse } from './check-values.ts'
import { formatPath } from './choices.ts'
import { isFile } from './find-config.ts'
import { readConfig } from './load-config.ts'
import { playedStandards } from './tested-roles.ts'

/** The reference actor of a role, with its faults and variants. */
const actor = {
  type: 'object',
  required: ['reference', 'faults', 'variants'],
  properties: {
    faults: { type: 'array', items: { type: 'object', required: ['id', 'breaks', 'change'] } },
    variants: { type: 'array', items: { type: 'object', required: ['id', 'change'] } },
  },
} as const

/** What every suite has. Editors check the rest by its type. */
const schema = {
  type: 'object',
  required: ['name', 'title', 'on', 'requirements', 'checks', 'reference', 'faults', 'variants'],
  properties: {
    name: {
      type: 'string',
      pattern: '^[a-z][a-z0-9.-]*$',
      description: 'Lower-case letters, digits, dots and hyphens.',
    },
    title: { type: 'string', minLength: 1 },
    on: { enum: playedStandards },
    requirements: { type: 'array', minItems: 1, items: { type: 'object', required: ['id', 'text', 'seen', 'binds'] } },
    checks: { type: 'array', items: { type: 'object', required: ['requirement', 'kind', 'inspect'] } },
    faults: { type: 'array', items: { type: 'object', required: ['id', 'breaks', 'change'] } },
    variants: { type: 'array', items: { type: 'object', required: ['id', 'change'] } },
    wallet: actor,
    verifier: actor,
  },
} as const

/** Loads the suite of an ecosystem by its name, or a third-party suite from its file, whose default export it is. */
export async function loadSuite(at: string, path: string, folder: string): Promise<OwnSuite> {
  const load = findEcosystem(path)
  if (load) return load()
  const file = resolve(folder, path)
  if (!isFile(file)) refuse(at, `there is no file ${path}`)
  const suite = await readConfig(file, path)
  const [first] = findMistakes(suite, schema)
  if (first) refuse(at, `${path} is not a suite: ${[formatPath(first.path), first.what].filter(Boolean).join(': ')}`)
  const own = suite as OwnSuite // it has what every suite has, and the rest is a matter of its types
  const ids = new Set(Object.values(standards).flatMap((each) => each.requirements.map(({ id }) => id)))
  const taken = own.requirements.find(
    ({ id }, i) => ids.has(id) || own.requirements.findIndex((each) => each.id === id) < i,
  )
  const [foreign] = listForeignActors(own)
  if (foreign !== undefined) refuse(at, `${path} has ${foreign}, and ${own.on} has none`)
  if (taken) refuse(at, `${path} has a requirement ${taken.id}, and so has a standard, or the suite twice`)
  return own
}

/** The actors of a third-party suite that the standard below it does not test. */
function listForeignActors({ on, faults, variants, wallet, verifier }: OwnSuite): readonly string[] {
  const roles: readonly string[] = suites[on].roles ?? []
  const own = {
    // What holders hold was issued, and they are wallets.
    issuer: !roles.includes('holder') && faults.length + variants.length > 0,
    wallet: !roles.includes('holder') && wallet !== undefined,
    verifier: verifier !== undefined,
  }
  const names = { issuer: 'faults or variants of issuers', wallet: 'a wallet', verifier: 'a verifier' } as const
  return (['issuer', 'wallet', 'verifier'] as const).flatMap((role) =>
    own[role] && !roles.includes(role) ? names[role] : [],
  )
}

/** Whether a name is that of a file, or of an ecosystem. */
export const isOwnSuite = (name: string): boolean =>
  /^[./]|\.[mc]?[jt]s$/.test(name) || findEcosystem(name) !== undefined
