import { HarnessError } from '../../model/errors.ts'
import type { Account } from '../../model/settings.ts'
import { defaultLayer } from '../config/defaults.ts'

const refuse = (message: string): never => {
  throw new HarnessError('ERR_USAGE', message)
}

/** The people whom the issuer knows, as they were given: `UID:TOKEN`. */
export function accountsOf(texts: readonly string[]): readonly Account[] {
  if (texts.length === 0) return defaultLayer().choices.accounts ?? []
  const accounts = texts.map(accountOf)
  const tokens = accounts.map(({ sessionToken }) => sessionToken)
  if (new Set(tokens).size < tokens.length)
    refuse('--account: two people have one token, which would tell nobody who calls')
  return accounts
}

/** The token is not repeated in what is refused: it may be a real one. */
function accountOf(text: string, index: number): Account {
  const [, uid = '', sessionToken = ''] = /^(\d{12}):([\x21-\x7e]+)$/.exec(text) ?? []
  if (uid === '') refuse('--account: write it as UID:TOKEN, twelve digits and a token without blanks')
  return { deviceId: `device-${String(index + 1).padStart(4, '0')}`, uid, sessionToken }
}
