import type { Deeplink } from '../artefacts/deeplink.ts'
import { readForm } from './http-request.ts'

/** The parameters of a response in a URL: those of the fragment, and if it has none, those of the query. */
export function readResponseLink({ fragment, parameters }: Deeplink): {
  readonly place: 'fragment' | 'query'
  readonly parameters: Deeplink['parameters']
} {
  const ofFragment = readForm(fragment ?? '')
  return ofFragment.some(([name]) => isOfResponse(name))
    ? { place: 'fragment', parameters: ofFragment }
    : { place: 'query', parameters }
}

/** Whether a form is a response. One that has `state` alone lacks all that it should have. */
export const isResponseForm = (parameters: Deeplink['parameters']): boolean =>
  parameters.some(([name]) => isOfResponse(name)) || (parameters.length === 1 && parameters[0]?.[0] === 'state')

/** Whether a parameter shows that a form or a URL is a response. */
export const isOfResponse = (name: string): boolean => ['vp_token', 'response', 'error'].includes(name)
