import type { Deed } from '../../model/driver.ts'
import { caps } from '../deed.ts'
import type { Wanted } from './step.ts'

/** What a person did at the page: an answer to the order, or something about it. */
export type Act =
  | { readonly deed: Deed }
  | { readonly act: 'again' }
  /** Why nothing was done, to be said beside the field. */
  | { readonly refused: string; readonly field: string }

/** Reads a form of the page. */
export function actIn(form: URLSearchParams, wanted: Wanted): Act {
  const text = (name: string): string => (form.get(name) ?? '').trim()
  switch (form.get('act')) {
    case 'again':
      return { act: 'again' }
    case 'skip': {
      const reason = text('reason').replaceAll(/\s+/g, ' ').slice(0, caps.words)
      if (reason === '') return { refused: 'Say why: the report repeats it.', field: 'reason' }
      return { deed: { refused: `skipped by hand: ${reason}` } }
    }
    case wanted:
      return answers[wanted](text)
    default:
      return { refused: 'That answers another step.', field: wanted }
  }
}

type Text = (name: string) => string

const answers: Readonly<Record<Wanted, (text: Text) => Act>> = {
  link: (text) => {
    const link = text('link')
    const problem = problemOf(
      link,
      /^[a-z][a-z0-9+.-]*:\S+$/i,
      'This is no link: one begins with a scheme and a colon.',
    )
    return problem === undefined ? { deed: { links: [link] } } : { refused: problem, field: 'link' }
  },
  push: (text) => {
    const offer = text('push')
    const problem = problemOf(offer, /^(\{|[a-z][a-z0-9+.-]*:)/i, 'This is no offer: one is a JSON object or a link.')
    const one = { offer, credentialIdentifier: text('identifier').slice(0, caps.link) }
    return problem === undefined ? { deed: { pushed: [one] } } : { refused: problem, field: 'push' }
  },
  done: () => ({ deed: {} }),
}

function problemOf(text: string, form: RegExp, otherwise: string): string | undefined {
  if (text === '') return 'Nothing was pasted.'
  if (text.length > caps.link) return `It has more than ${caps.link} characters.`
  return form.test(text) ? undefined : otherwise
}
