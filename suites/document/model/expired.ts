import type { Artefact } from '../../../protocol/artefacts/artefact.ts'
import type { ParsedMessage } from './exchange.ts'

/** Counts the credentials that had expired when they were issued, or at the time of the run, if one was given. */
export const countExpired = (messages: readonly ParsedMessage[], now?: number): number =>
  messages
    .filter(({ message }) => message.endpoint === 'validate')
    .flatMap(({ message: { sentAt }, response }) =>
      response.filter((each) => isCredential(each) && hasExpired(each, now ?? sentAt / 1000)),
    ).length

const isCredential = (artefact: Artefact): artefact is Artefact<'credential'> => artefact.kind === 'credential'

const hasExpired = ({ content }: Artefact<'credential'>, at: number): boolean => {
  const exp = content?.jws.payload.exp
  return typeof exp === 'number' && exp < at
}
