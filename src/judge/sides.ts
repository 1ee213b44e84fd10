import type { ParsedMessage } from '../../model/exchange.ts'
import type { Role } from '../../model/role.ts'
import type { Artefact } from '../../protocol/artefacts/artefact.ts'

/** The artefacts of one side of a message, and their sender. */
export interface SentArtefacts {
  readonly sender: Role
  readonly artefacts: readonly Artefact[]
}

/** The sides of a message that have artefacts. */
export function listSides({ message, request, response }: ParsedMessage<string>): readonly SentArtefacts[] {
  const sides = [
    { sender: message.from, artefacts: request },
    { sender: message.to, artefacts: response },
  ]
  return sides.filter(({ artefacts }) => artefacts.length > 0)
}
