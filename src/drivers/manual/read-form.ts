import type { DriverReply } from '../../../model/driver.ts'
import { replyLimits } from '../reply.ts'
import type { ExpectedAnswer } from './step.ts'

/** What a person did at the page: an answer to the order, or something about it. */
export type FormAction =
  | { readonly deed: DriverReply }
  | { readonly act: 'again' }
  /** Why nothing was done, to be said beside the field. */
  | { readonly refused: string; readonly field: string }

/** Reads a form of the page. */
export function readForm(form: URLSearchParams, wanted: ExpectedAnswer): FormAction {
  const text = (name: string): string => (form.get(name) ?? '').trim()
  switch (form.get('act')) {
    case 'again':
      return { act: 'again' }
    case 'skip': {
      const reason = text('reason').replaceAll(/\s+/g, ' ').slice(0, replyLimits.words)
      if (reason === '') return { refused: 'Say why: the report repeats it.', field: 'reason' }
      return { deed: { refused: `skipped by hand: ${reason}` } }
    }
    case wanted:
      return readAnswers[wanted](text)
    default:
      return { refused: 'That answers another step.', field: wanted }
  }
}

type ReadField = (name: string) => string

const readAnswers: Readonly<Record<ExpectedAnswer, (text: ReadField) => FormAction>> = {
  link: (text) => {
    const link = text('link')
    const problem = findProblem(
      link,
      /^[a-z][a-z0-9+.-]*:\S+$/i,
      'This is no link: one begins with a scheme and a colon.',
    )
    return problem === undefined ? { deed: { links: [link] } } : { refused: problem, field: 'link' }
  },
  push: (text) => {
    const offer = text('push')
    const problem = findProblem(offer, /^(\{|[a-z][a-z0-9+.-]*:)/i, 'This is no offer: one is a JSON object or a link.')
    const one = { offer, credentialIdentifier: text('identifier').slice(0, replyLimits.link) }
    return problem === undefined ? { deed: { pushed: [one] } } : { refused: problem, field: 'push' }
  },
  done: () => ({ deed: {} }),
}

function findProblem(text: string, form: RegExp, otherwise: string): string | undefined {
  if (text === '') return 'Nothing was pasted.'
  if (text.length > replyLimits.link) return `It has more than ${replyLimits.link} characters.`
  return form.test(text) ? undefined : otherwise
}
