import { dialectOf } from '../../suites/dialect.ts'
import { termsOf } from '../../suites/terms.ts'
import { answersUnder } from '../harness/answers.ts'
import type { Recording } from '../harness/record.ts'
import { wordsFor } from '../harness/telling.ts'
import type { Settings } from '../model/settings.ts'
import { memberNames } from '../protocol/member-names.generated.ts'
import { openers } from './company.ts'
import { words } from './words.ts'

/** What the record of a run may show, and what it must never: by what the run was told. */
export function recordingOf(settings: Settings): Recording {
  const { profile, given, addresses } = settings
  const { decide } = answersUnder({ profile, given })
  const bases = {
    issuer: addresses.issuer,
    status: addresses['status-service'],
    walletBackend: addresses['wallet-backend'],
    verifier: addresses.verifier,
  }
  const urls = Object.values(termsOf(decide, bases).addresses).map(({ url }) => url)
  const { uri, parameter } = dialectOf(decide).deeplink
  return {
    keys: openers,
    words: wordsFor([...words, ...memberNames, parameter], [...Object.values(addresses), ...urls, uri]),
    secrets: secretsOf(settings),
  }
}

/** Whatever the settings hold that opens something, and whom it belongs to. */
function* secretsOf({ accounts, targets }: Settings): Generator<string> {
  for (const { deviceId, uid, sessionToken } of accounts) yield* [deviceId, uid, sessionToken]
  for (const { headers = {}, tls } of Object.values(targets)) {
    for (const value of Object.values(headers)) yield* [value, ...value.split(' ')]
    if (tls?.passphrase !== undefined) yield tls.passphrase
  }
}
