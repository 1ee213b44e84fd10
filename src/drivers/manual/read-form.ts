import type { DriverReply } from '../../../model/driver.ts'
import { replyLimits } from '../reply.ts'
import type { ExpectedAnswer } from './step.ts'

/** What a person did on the page: a reply to the command, a retry, or a mistake. */
export type FormAction =
  | { readonly reply: DriverReply }
  | { readonly act: 'again' }
  /** Why the form was rejected, to be shown beside the field. */
  | { readonly refused: string; readonly field: string }

/** Reads a form of the page. */
export function readForm(form: URLSearchParams, wanted: ExpectedAnswer): FormAction {
  const text = (name: string): string => (form.get(name) ?? '').trim()
  switch (form.get('act')) {
    case 'again':
      return { act: 'again' }
    case 'skip': {
      const reason = text('reason').replaceAll(/\s+/g, ' ').slice(0, replyLimits.words)
      if (reason === '') return { refused: 'Give a reason: it appears in the report.', field: 'reason' }
      return { reply: { refused: `skipped by hand: ${reason}` } }
    }
    case wanted:
      return readAnswers[wanted](text)
    default:
      return { refused: 'This answer belongs to another step.', field: wanted }
  }
}

type ReadField = (name: string) => string

const readAnswers: Readonly<Record<ExpectedAnswer, (text: ReadField) => FormAction>> = {
  link: (text) => {
    const link = text('link')
    const problem = findProblem(
      link,
      /^[a-z][a-z0-9+.-]*:\S+$/i,
      'This is not a link: a link begins with a scheme and a colon.',
    )
    return problem === undefined ? { reply: { links: [link] } } : { refused: problem, field: 'link' }
  },
  push: (text) => {
    const offer = text('push')
    const problem = findProblem(
      offer,
      /^(\{|[a-z][a-z0-9+.-]*:)/i,
      'This is not an offer: an offer is a JSON object or a link.',
    )
    const one = { offer, credentialIdentifier: text('identifier').slice(0, replyLimits.link) }
    return problem === undefined ? { reply: { pushed: [one] } } : { refused: problem, field: 'push' }
  },
  done: () => ({ reply: {} }),
}

function findProblem(text: string, form: RegExp, otherwise: string): string | undefined {
  if (text === '') return 'Nothing was pasted.'
  if (text.length > replyLimits.link) return `It has more than ${replyLimits.link} characters.`
  return form.test(text) ? undefined : otherwise
}
