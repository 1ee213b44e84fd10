import { HarnessError } from '../../../model/errors.ts'
import { suggestWord } from '../../../model/suggest-word.ts'
import type { Paint } from '../../../reporters/text/paint.ts'
import type { ListItem } from '../../explain/lists.ts'
import type { Command } from '../../terminal/command.ts'
import { json, section } from '../flags.ts'

/** `assay list`. */
export const list: Command = {
  summary: 'list requirements, decisions, faults, variants, schemas or kinds of artefacts',
  usage: 'assay list requirements | decisions | faults | variants | schemas | kinds',
  flags: { 'what to list': { section }, 'what to print': { json } },
  examples: {
    'assay list requirements --section 2.9': 'all requirements on a credential',
    'assay list decisions': 'every question that the document leaves open, and its answers',
  },
  run: async (args, { out, paint }) => {
    const { exportItems, isListName, listItems, listNames } = await import('../../explain/lists.ts')
    const [what = ''] = args.positionals
    if (!isListName(what)) {
      if (what === '') throw new HarnessError('ERR_USAGE', `\`assay list\` needs one of ${listNames.join(', ')}`)
      throw new HarnessError(
        'ERR_USAGE',
        `\`assay list\` has no list \`${what}\`${suggestWord(what, listNames) || `; choose from ${listNames.join(', ')}`}`,
      )
    }
    const wanted = args.text('section')
    const items = await listItems(what, wanted)
    if (items.length === 0) throw new HarnessError('ERR_USAGE', `there are no ${what} in section ${wanted}`)
    if (args.has('json')) out(JSON.stringify(await exportItems(what, items), null, 2))
    else for (const line of formatItems(items, paint)) out(line)
    return 0
  },
}

function* formatItems(items: readonly ListItem[], paint: Paint): Generator<string> {
  const width = Math.min(44, Math.max(...items.map(({ id }) => id.length)))
  for (const { id, about, text } of items) {
    const shown = text === '' ? paint('strong', id) : `${paint('strong', id.padEnd(width))}  `
    yield `${shown}${about === '' ? '' : `${paint('quiet', about)}  `}${text}`
  }
  yield paint('quiet', `${items.length} in all`)
}
