import { standardProfiles } from '../../../model/decision.ts'
import { HarnessError } from '../../../model/errors.ts'
import { suggestWord } from '../../../model/suggest-word.ts'
import type { Paint } from '../../../reporters/text/paint.ts'
import { writeJson } from '../../../reporters/text/sanitize.ts'
import type { ListItem } from '../../explain/lists.ts'
import type { Command } from '../../terminal/command.ts'
import { parseChoice } from '../../terminal/values.ts'
import { json, section } from '../flags.ts'

/** `assay list`. */
export const list: Command = {
  usage:
    'assay list requirements | decisions | faults | variants | probes | schemas | profiles | features | kinds [ID ...]',
  flags: {
    'what to list': {
      section,
      profile: { value: 'NAME', meaning: `a standard instead of the document: ${standardProfiles.join(', ')}` },
    },
    'what to print': { json },
  },
  examples: {
    'assay list requirements --section 2.9': 'all requirements on a credential',
    'assay list faults SD-DIGEST': 'the faults of one requirement',
    'assay list probes FLOW-VALIDATES': 'what the issuer must reject, with ids for `--skip`',
    'assay list decisions': 'every question that the document leaves open, and its answers',
    'assay list features --profile openid4vci-1.0':
      'which commands and flags work for a standard, and why others do not',
  },
  run: async (args, { out, paint }) => {
    const { exportItems, isListName, listItems, listNames } = await import('../../explain/lists.ts')
    const [what = '', ...ids] = args.positionals
    if (!isListName(what)) {
      if (what === '') throw new HarnessError('ERR_USAGE', `\`assay list\` needs one of ${listNames.join(', ')}`)
      throw new HarnessError(
        'ERR_USAGE',
        `\`assay list\` has no list \`${what}\`${suggestWord(what, listNames) || `; choose from ${listNames.join(', ')}`}`,
      )
    }
    const wanted = args.text('section')
    const name = args.text('profile')
    const standard = name === undefined ? undefined : parseChoice('--profile', name, standardProfiles)
    const items = (await listItems(what, { section: wanted, standard })).filter(
      (item) => ids.length === 0 || ids.some((id) => isAbout(item, id)),
    )
    if (items.length === 0) {
      const where = [
        ...(wanted === undefined ? [] : [`in section ${wanted}`]),
        ...(ids.length > 0 ? [`for ${ids.join(', ')}`] : []),
      ]
      throw new HarnessError('ERR_USAGE', `there are no ${[what, ...where].join(' ')}`)
    }
    if (args.has('json')) out(writeJson(await exportItems(what, items, standard), 2))
    else for (const line of formatItems(items, paint)) out(line)
    return 0
  },
}

/** Whether an item has an id, or belongs to the requirement with it. */
const isAbout = (item: ListItem, id: string): boolean =>
  [item.id, item.id.split('/')[0], ...(item.requirements ?? [])].some(
    (each) => each?.toLowerCase() === id.toLowerCase(),
  )

function* formatItems(items: readonly ListItem[], paint: Paint): Generator<string> {
  const width = Math.min(44, Math.max(...items.map(({ id }) => id.length)))
  for (const { id, about, text } of items) {
    const shown = text === '' ? paint('strong', id) : `${paint('strong', id.padEnd(width))}  `
    yield `${shown}${about === '' ? '' : `${paint('quiet', about)}  `}${text}`
  }
  yield paint('quiet', `${items.length} in all`)
}
