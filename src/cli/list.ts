import { readdirSync } from 'node:fs'
import type { Paint } from '../../reporters/blocks.ts'
import { checks } from '../../suites/checks.ts'
import { decisions, requirements } from '../../suites/registry.ts'
import { didYouMean } from '../harness/nearest.ts'
import { exportRequirements } from '../harness/registry-export.ts'
import type { Decision } from '../model/decision.ts'
import { HarnessError } from '../model/errors.ts'
import type { Fault, Variant } from '../model/fault.ts'
import type { Requirement } from '../model/requirement.ts'
import { carries, kinds } from '../protocol/evidence.ts'
import type { Run } from './arguments.ts'
import { everyDeed, isIn, loadDeeds } from './catalogue.ts'
import type { ExitCode } from './exit-codes.ts'

/** One thing in a list: for a person in a line, for a program as it is. */
interface Item {
  readonly id: string
  readonly about: string
  readonly text: string
  readonly section?: string
}

/** `assay list`. */
export const run: Run = async (args, { out, paint }): Promise<ExitCode> => {
  const [what = ''] = args.positionals
  const make = Object.hasOwn(lists, what) ? lists[what] : undefined
  if (!make) {
    const names = Object.keys(lists)
    const near = what === '' ? '' : didYouMean(what, names)
    throw new HarnessError('ERR_USAGE', `\`assay list\` lists ${names.join(', ')}${near}`)
  }
  const section = args.text('section')
  const items = (await make()).filter((item) => section === undefined || isIn(item.section ?? '', section))
  if (items.length === 0) throw new HarnessError('ERR_USAGE', `there are no ${what} in section ${section}`)
  if (args.has('json')) out(JSON.stringify(await inFull(what, items), null, 2))
  else for (const line of lines(items, paint)) out(line)
  return 0
}

/** For a program, a requirement comes whole: with its checks and faults, or the reason why it has none. */
async function inFull(what: string, items: readonly Item[]): Promise<readonly unknown[]> {
  const ids = new Set(items.map(({ id }) => id))
  if (what === 'decisions') return decisions.filter(({ id }) => ids.has(id))
  if (what !== 'requirements') return items
  const { faults } = everyDeed(await loadDeeds())
  return exportRequirements({ requirements, decisions, checks, faults }).filter(({ id }) => ids.has(id))
}

function* lines(items: readonly Item[], paint: Paint): Generator<string> {
  const width = Math.min(44, Math.max(...items.map(({ id }) => id.length)))
  for (const { id, about, text } of items) {
    yield `${paint('strong', id.padEnd(width))}  ${about === '' ? '' : `${paint('quiet', about)}  `}${text}`
  }
  yield paint('quiet', `${items.length} in all`)
}

const lists: Readonly<Record<string, () => readonly Item[] | Promise<readonly Item[]>>> = {
  requirements: () => requirements.map(requirementItem),
  decisions: () => decisions.map(decisionItem),
  faults: async () => everyDeed(await loadDeeds()).faults.map(faultItem),
  variants: async () => everyDeed(await loadDeeds()).variants.map(variantItem),
  schemas: () => schemaNames().map((id) => ({ id, about: '', text: `schemas/${id}.schema.json` })),
  kinds: () => kinds.map((id) => ({ id, about: '', text: carries[id] ? `carries ${carries[id].join(' or ')}` : '' })),
}

const requirementItem = ({ id, section, force, binds, text }: Requirement): Item => ({
  id,
  section,
  about: `${section} ${force}, ${binds}:`,
  text,
})

const decisionItem = ({ id, section, question, variants, default: usual }: Decision): Item => {
  const answers = Object.keys(variants).map((each) => (each === usual ? `${each} (default)` : each))
  return { id, section, about: section, text: `${question}  ${answers.join(' | ') || `any text; default ${usual}`}` }
}

const faultItem = ({ id, deed, breaks, alsoBreaks }: Fault): Item => ({
  id,
  section: breaks.section,
  about: '',
  text: `${deed}  (${[breaks, ...alsoBreaks].map((each) => each.id).join(', ')})`,
})

const variantItem = ({ id, deed }: Variant): Item => ({ id, about: '', text: deed })

/** The checkout and the package both have the folder beside the code, at another depth. */
function schemaNames(): readonly string[] {
  const suffix = '.schema.json'
  for (const folder of ['../../schemas/', '../../../schemas/']) {
    const files = filesIn(new URL(folder, import.meta.url)).filter((file) => file.endsWith(suffix))
    if (files.length > 0) return files.map((file) => file.slice(0, -suffix.length)).sort()
  }
  return []
}

function filesIn(folder: URL): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // not where it is in the other case
  }
}
