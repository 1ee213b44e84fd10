import type { Message } from '../../../model/wire.ts'

/** What shows that a target has too much to do: it says so, or it does not answer. */
export interface Overload {
  readonly add: (message: Message<string>) => void
  readonly find: () => string | undefined
  /** Whether a target said when it wants to be called again. */
  readonly isDelayed: () => boolean
}

export function createOverload(): Overload {
  let found: string | undefined
  let isDelayed = false
  return {
    add: (message) => {
      const sign = readSign(message)
      found ??= sign
      isDelayed ||= sign !== undefined && message.response?.headers['retry-after'] !== undefined
    },
    find: () => found,
    isDelayed: () => isDelayed,
  }
}

function readSign({ response, transportError }: Message<string>): string | undefined {
  if (transportError) return lossSigns[transportError.kind]
  const { status = 200 } = response ?? {}
  return status === 429 || status === 503 ? `status ${status}` : undefined
}

const lossSigns: { readonly [K in NonNullable<Message['transportError']>['kind']]?: string } = {
  timeout: 'a time-out',
  unreachable: 'a connection that was closed',
  protocol: 'an answer that broke off',
}
