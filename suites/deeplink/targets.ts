import { at, type Passage, readIn } from '../../src/model/exchange-check.ts'

/** Where deeplinks went, without what they carried. */
export const targetsIn = (passages: readonly Passage[]): readonly string[] =>
  readIn(at(passages, 'deeplink'), 'deeplink').map(({ target }) => target)

/** Whether a deeplink goes to an address, whatever either carries, and however scheme and host are written. */
export const isSameTarget = (target: string, address: string): boolean => plain(target) === plain(address)

function plain(address: string): string {
  const [target = ''] = address.split(/[?#]/, 1)
  return target.replace(/^[a-z][a-z0-9+.-]*:(?:\/\/[^/]*)?/i, (origin) => origin.toLowerCase()).replace(/\/$/, '')
}
