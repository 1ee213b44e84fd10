import type { TestMessage } from '../recording.ts'

/** What shows that a target has too much to do: it says so, or it does not answer. */
export const findOverload = (messages: readonly TestMessage[]): string | undefined =>
  messages.map(readSign).find((sign) => sign !== undefined)

/** Whether a target said when it wants to be called again. */
export const isDelayed = (messages: readonly TestMessage[]): boolean =>
  messages.some((message) => readSign(message) !== undefined && message.response?.headers['retry-after'] !== undefined)

/** Whether a target could not answer: that may be for a mistake of its own, or because it has too much to do. */
export const hasFailed = (messages: readonly TestMessage[]): boolean =>
  messages.some(({ response }) => response !== undefined && response.status >= 500)

function readSign({ response, transportError }: TestMessage): string | undefined {
  if (transportError) return lossSigns[transportError.kind]
  const { status = 200 } = response ?? {}
  return status === 429 || status === 503 ? `status ${status}` : undefined
}

const lossSigns: { readonly [K in NonNullable<TestMessage['transportError']>['kind']]?: string } = {
  timeout: 'a time-out',
  unreachable: 'a connection that was closed',
  protocol: 'an answer that broke off',
}
