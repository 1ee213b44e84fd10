import type { StandardProfile } from '../../../../model/decision.ts'
import { HarnessError } from '../../../../model/errors.ts'
import { isObject, type JsonObject, parseJsonObject } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { findPresenterChange } from '../../../../suites/openid4vp/harness/reference-wallet.ts'
import { presenterProfiles } from '../../../../suites/openid4vp/harness/wallet/play-vp-wallet.ts'
import { createRequestShow } from '../../../../suites/openid4vp/harness/wallet/show-request.ts'
import { tryPresenter } from '../../../../suites/openid4vp/harness/wallet/try-vp-wallet.ts'
import { readFirstText } from '../../../files/inputs.ts'
import type { TestOptions } from '../../../harness/test-options.ts'
import type { Arguments } from '../../../terminal/arguments.ts'
import type { Terminal } from '../../../terminal/terminal.ts'
import type { Tested } from './tested.ts'
import { nameWallet, readWalletChange, readWalletSetting } from './wallet-question.ts'

/** Plays a verifier against a wallet. */
export async function tryPresenterByArguments(
  args: Arguments,
  terminal: Terminal,
  wanted: StandardProfile,
  options: TestOptions,
): Promise<Tested> {
  const profile = presenterProfiles.find((each) => each === wanted)
  const file = args.text('query')
  const query = file === undefined ? undefined : readQuery(file)
  const change = readWalletChange(args, findPresenterChange)
  const setting = await readWalletSetting(args, terminal)
  const seen = await tryPresenter({
    ...setting,
    options,
    show: createRequestShow(terminal),
    ...(profile && { profile }),
    ...(query && { query }),
    ...(change && { change }),
  })
  return { seen, target: nameWallet(setting.wallet) }
}

/** A DCQL query, alone or as the member of a request. */
function readQuery(file: string): JsonObject {
  const read = attempt(() => parseJsonObject(readFirstText(file).trim()))
  const content = 'value' in read ? read.value : {}
  const query = isObject(content.dcql_query) ? content.dcql_query : content
  const { credentials } = query
  if (Array.isArray(credentials) && credentials.some(isObject)) return query
  throw new HarnessError('ERR_INPUT', '--query: the file has no DCQL query with `credentials`')
}
