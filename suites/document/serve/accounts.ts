import type { Account } from '../../../model/driver.ts'
import { createRefusal, type Refuse } from '../../../model/errors.ts'
import { makeDefaultLayer } from '../../../src/config/defaults.ts'

const refuse: Refuse = createRefusal('ERR_USAGE')

/** Parses the people whom the issuer knows, each as `UID:TOKEN`. */
export function parseAccounts(texts: readonly string[]): readonly Account[] {
  if (texts.length === 0) return makeDefaultLayer().choices.accounts ?? []
  const accounts = texts.map(parseAccount)
  const tokens = accounts.map(({ sessionToken }) => sessionToken)
  if (new Set(tokens).size < tokens.length) refuse('--account: two people must not have the same token')
  return accounts
}

/** The token is not part of the message: it may be a real one. */
function parseAccount(text: string, index: number): Account {
  const [, uid = '', sessionToken = ''] = /^(\d{12}):([\x21-\x7e]+)$/.exec(text) ?? []
  if (uid === '') refuse('--account: give UID:TOKEN, twelve digits and a token without spaces')
  return { deviceId: `device-${String(index + 1).padStart(4, '0')}`, uid, sessionToken }
}
