import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { HarnessError } from '../../../model/errors.ts'
import { forces } from '../../../model/requirement.ts'
import { type Role, roles } from '../../../model/role.ts'
import { suggestWord } from '../../../model/suggest-word.ts'
import { type ArtefactKind, artefactKinds } from '../../../protocol/artefacts/artefact-kinds.ts'
import { writeText } from '../../../src/files/write.ts'
import { requirementsByFolder } from '../all/requirements.ts'
import { expectCheckout } from './checkout.ts'
import { addStub, emptyLists, type RequirementDraft, stubKinds } from './stubs.ts'

/** What an author says of a new requirement. */
export interface NewRequirement {
  readonly id: string
  readonly kind?: string | undefined
  readonly isInExchange: boolean
  readonly force?: string | undefined
  readonly role?: string | undefined
  readonly text?: string | undefined
  readonly standard?: string | undefined
}

/** Writes the stubs of a requirement into the files of its section, and returns the files. */
export function writeRequirement(wanted: NewRequirement): readonly string[] {
  expectCheckout()
  const draft = createDraft(wanted)
  const files = stubKinds.map((kind): readonly [file: string, text: string] => {
    const file = `suites/document/${draft.folder}/${kind}.ts`
    const source = existsSync(file) || kind === 'requirements' ? readFileSync(file, 'utf8') : emptyLists[kind]
    return [file, addStub[kind](source, draft)]
  })
  for (const [file, text] of files) writeText(file, text)
  const names = files.map(([file]) => file)
  formatFiles(names)
  return names
}

const idPattern = /^[A-Z]+(-[A-Z][A-Z0-9]*)+$/

function createDraft({
  id,
  kind,
  isInExchange,
  force = 'should',
  role,
  text,
  standard,
}: NewRequirement): RequirementDraft {
  if (!idPattern.test(id)) {
    throw new HarnessError('ERR_USAGE', `\`${id}\` is no id for a requirement`, {
      hint: 'an id is the prefix of a table and one word or more, in capitals, such as NONCE-LENGTH',
    })
  }
  refuseExisting(id)
  const table = findTable(id)
  return {
    id,
    ...table,
    force: readWord('force', force, forces),
    binds: readRole(role, table.folder, table.prefix),
    ...readSight(kind, isInExchange),
    ...(text !== undefined && { text }),
    ...(standard !== undefined && { standard }),
  }
}

function refuseExisting(id: string): void {
  for (const [folder, rows] of Object.entries(requirementsByFolder)) {
    if (!rows.some((row) => row.id === id)) continue
    throw new HarnessError('ERR_USAGE', `${id} exists in suites/document/${folder}/requirements.ts`, {
      hint: `choose another id; \`assay explain ${id}\` shows this one`,
    })
  }
}

interface Table {
  readonly table: string
  readonly prefix: string
  readonly folder: string
}

const tablePattern = /^export const (?<table>\w+) = section\('(?<prefix>[A-Z]+)', '[^']*', \{$/gm

/** Every table of requirements that rows can be added to. */
const listTables = (): readonly Table[] =>
  Object.keys(requirementsByFolder).flatMap((folder) =>
    [...readFileSync(`suites/document/${folder}/requirements.ts`, 'utf8').matchAll(tablePattern)].map(
      ({ groups: { table = '', prefix = '' } = {} }) => ({ table, prefix, folder }),
    ),
  )

function findTable(id: string): Table {
  const tables = listTables()
  const [prefix = ''] = id.split('-')
  const found = tables.find((each) => each.prefix === prefix)
  if (found) return found
  const prefixes = tables.map((each) => each.prefix)
  throw new HarnessError('ERR_USAGE', `no section has a table \`${prefix}\`${suggestWord(prefix, prefixes)}`, {
    hint: `begin the id with one of ${tables.map((each) => `${each.prefix} (${each.folder})`).join(', ')}`,
  })
}

/** Where the requirement shows: in artefacts of one kind, or in a whole exchange. */
function readSight(kind: string | undefined, isInExchange: boolean): { readonly kind?: ArtefactKind } {
  if ((kind !== undefined) === isInExchange) {
    throw new HarnessError('ERR_USAGE', 'pass where the requirement is seen: either --kind KIND or --exchange', {
      hint: `the kinds of artefacts are ${artefactKinds.join(', ')}`,
    })
  }
  return kind === undefined ? {} : { kind: readWord('kind', kind, artefactKinds) }
}

/** The role that is given, or that most rows of the table bind. */
function readRole(role: string | undefined, folder: string, prefix: string): Role {
  if (role !== undefined) return readWord('role', role.replaceAll('-', ' '), roles)
  const rows = requirementsByFolder[folder]?.filter(({ id }) => id.startsWith(`${prefix}-`)) ?? []
  const counts = [...Map.groupBy(rows, ({ binds }) => binds)].toSorted(([, a], [, b]) => b.length - a.length)
  return counts[0]?.[0] ?? 'issuer'
}

function readWord<W extends string>(flag: string, word: string, all: readonly W[]): W {
  const found = all.find((each) => each === word)
  if (found !== undefined) return found
  throw new HarnessError('ERR_USAGE', `--${flag}: there is no ${flag} \`${word}\`${suggestWord(word, all)}`, {
    hint: `pass one of ${all.join(', ')}`,
  })
}

/** Formats files as `npm run format` does. */
function formatFiles(files: readonly string[]): void {
  const { status } = spawnSync('node_modules/.bin/biome', ['check', '--write', ...files], { stdio: 'ignore' })
  if (status === 0) return
  throw new HarnessError('ERR_OUTPUT', `the stubs are written, and biome cannot format ${files.join(', ')}`, {
    hint: 'run `npm ci`, then `npm run format`',
  })
}
