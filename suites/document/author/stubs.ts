import type { Force } from '../../../model/requirement.ts'
import type { Role } from '../../../model/role.ts'
import type { ArtefactKind } from '../../../protocol/artefacts/artefact-kinds.ts'
import { stubMark } from '../prove/missing.ts'
import { addDeclaration, addElement, addImport, addRow } from './edit-source.ts'

/** A requirement that an author is about to write. */
export interface RequirementDraft {
  readonly id: string
  /** The name of the table in the sources, such as `NONCE`, and the prefix of its ids. */
  readonly table: string
  readonly prefix: string
  readonly folder: string
  readonly force: Force
  readonly binds: Role
  /** The kind of artefact that shows it; a whole exchange without one. */
  readonly kind?: ArtefactKind
  readonly text?: string
  readonly standard?: string
}

/** The kinds of files that a stub is written to, in the order in which an author completes them. */
export const stubKinds = ['requirements', 'checks', 'faults', 'variants', 'tampers'] as const
export type StubKind = (typeof stubKinds)[number]

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const writeEmpty = (kind: StubKind, type: string, file: string): string =>
  `import type { ${type} } from ${quote(file)}\n\nexport const ${kind}: readonly ${type}[] = [\n]\n`

/** An empty list, for a section that has no such file yet. */
export const emptyLists: Readonly<Record<Exclude<StubKind, 'requirements'>, string>> = {
  checks: writeEmpty('checks', 'Check', '../../../model/check.ts'),
  faults: writeEmpty('faults', 'Fault', '../model/fault.ts'),
  variants: writeEmpty('variants', 'Variant', '../model/fault.ts'),
  tampers: writeEmpty('tampers', 'Tampering', '../../../model/tampering.ts'),
}

/** Adds the stub of one kind to the source of its file. */
export const addStub: Readonly<Record<StubKind, (source: string, draft: RequirementDraft) => string>> = {
  requirements: addRequirement,
  checks: addCheck,
  faults: (source, draft) => {
    const stub = `fault(${nameRow(draft)}, ${leave(`what the ${draft.binds} does wrong`)}, {})`
    return addElement(importTable(addImport(source, 'fault', '../model/fault.ts'), draft), 'faults', stub)
  },
  variants: addVariant,
  tampers: addTampering,
}

function addRequirement(source: string, draft: RequirementDraft): string {
  const { force, binds, kind, text = capitalize(`${stubMark} what the requirement says.`), standard } = draft
  const maker = force === 'must not' ? 'mustNot' : force
  const seen = kind === undefined ? `inExchange(${leave('which messages it needs')})` : quote(kind)
  const consequence = `consequence: hygiene(${leave('what an attacker gains, or what a user suffers, if it is broken')})`
  const options = standard === undefined ? `, { ${consequence} }` : `, { standard: ${quote(standard)}, ${consequence} }`
  const row = `${writeKey(draft)}: ${maker}(${quote(binds)}, ${quote(text)}, ${seen}${options})`
  const made = addImport(addRow(source, draft.prefix, row), maker, '../../../model/requirement.ts')
  const added = addImport(made, 'hygiene', '../../../model/requirement.ts')
  return kind === undefined ? addImport(added, 'inExchange', '../../../model/requirement.ts') : added
}

function addCheck(source: string, draft: RequirementDraft): string {
  const { kind } = draft
  const name = chooseName(source, draft)
  const maker = kind === undefined ? 'checkExchange' : 'checkArtefact'
  const [parameter, condition] = kind === undefined ? ['{ messages }', 'messages.length === 0'] : contentStub
  const begin = `const ${name} = ${maker}(${[nameRow(draft), ...(kind === undefined ? [] : [quote(kind)])].join(', ')}`
  const declaration = [
    `${begin}, function* (${parameter}) {`,
    `  if (${condition}) yield finding('', ${leave('what is expected')}, ${leave('what is there')})`,
    '  return undefined',
    '})',
  ].join('\n')
  const listed = addElement(addDeclaration(source, 'checks', declaration), 'checks', name)
  const module = kind === undefined ? '../model/check.ts' : '../../../model/check.ts'
  return importTable(addImport(addImport(listed, maker, module), 'finding', '../../../model/finding.ts'), draft)
}

const contentStub = ['content', 'content === undefined'] as const

function addVariant(source: string, { id, kind }: RequirementDraft): string {
  const stub = `variant(${quote(id)}, ${leave('what is unusual and legal')}, {})`
  const added = addImport(source, 'variant', '../model/fault.ts')
  if (kind !== undefined || /^export const variants.* = markLive\(/m.test(source)) {
    return addElement(added, 'variants', stub)
  }
  return addElement(addImport(added, 'markLive', '../model/fault.ts'), 'variants', `...markLive([${stub}])`)
}

function addTampering(source: string, draft: RequirementDraft): string {
  const { kind } = draft
  const maker = kind === undefined ? 'tamperExchange' : 'tamperContent'
  const module = kind === undefined ? '../kit/exchange-tampers.ts' : '../kit/artefact-tampers.ts'
  const subject = [nameRow(draft), ...(kind === undefined ? [] : [quote(kind)])].join(', ')
  const stub = `${maker}(${subject}, ${leave('what is changed')}, () => undefined)`
  return addElement(importTable(addImport(source, maker, module), draft), 'tampers', stub)
}

const importTable = (source: string, { table }: RequirementDraft): string =>
  addImport(source, table, './requirements.ts')

const readKey = ({ id, prefix }: RequirementDraft): string => id.slice(prefix.length + 1)

const isName = (key: string): boolean => /^[A-Z]\w*$/.test(key)

const writeKey = (draft: RequirementDraft): string => (isName(readKey(draft)) ? readKey(draft) : quote(readKey(draft)))

const nameRow = (draft: RequirementDraft): string =>
  isName(readKey(draft)) ? `${draft.table}.${readKey(draft)}` : `${draft.table}[${quote(readKey(draft))}]`

/** A name for the check that the file does not have yet. */
function chooseName(source: string, draft: RequirementDraft): string {
  const [key, id] = [readKey(draft), draft.id].map((words) => words.toLowerCase().split('-').map(capitalize).join(''))
  return new RegExp(`\\bcheck${key}\\b`).test(source) ? `check${id}` : `check${key}`
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A text that the author writes. */
const leave = (what: string): string => quote(`${stubMark} ${what}`)
