import { splitTargetWords, type TransportErrorKind } from './wire.ts'

/** A session, and why it is there. */
export interface NamedSession {
  readonly session: string
  readonly purpose: string
}

/** The sessions in which a target went no further and said why. */
export const listExplained = (
  endings: readonly { readonly session: string; readonly reason?: string }[],
): ReadonlySet<string> =>
  new Set(endings.filter(({ reason = '' }) => splitTargetWords(reason)[1] !== '').map(({ session }) => session))

/** How a session ended. */
export interface SessionEnd<P extends NamedSession = NamedSession> {
  readonly planned: P
  readonly ended: 'completed' | 'stopped' | 'unavailable'
  readonly reason?: string
  readonly transportError?: TransportErrorKind
  /** The settings that are probably wrong. */
  readonly settings?: readonly string[]
}
