import { HarnessError } from '../../../../model/errors.ts'
import { isObject, type JsonObject, parseJsonObject } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { readFirstText } from '../../../../src/files/inputs.ts'
import { nameWallet, readChange, readWalletSetting } from '../../../../src/harness/arguments.ts'
import type { Tested, TestInput } from '../../../../src/harness/tester.ts'
import { findChange } from '../../../kit/reference-profile.ts'
import type { PresenterProfile } from './presenter-profile.ts'
import { presenterProfile } from './profile.ts'
import { createRequestShow } from './show-request.ts'
import { tryPresenter } from './try-vp-wallet.ts'

/** Plays a verifier against a wallet. */
export async function tryPresenterByArguments(
  { args, terminal, options }: TestInput,
  profile: PresenterProfile = presenterProfile,
): Promise<Tested> {
  const file = args.text('query')
  const query = file === undefined ? undefined : readQuery(file)
  const transactionFile = args.text('transaction-data')
  const transaction = transactionFile === undefined ? undefined : readTransaction(transactionFile)
  const change = readChange(args, { role: 'wallet', flag: 'wallet' }, findChange(profile.reference))
  const setting = await readWalletSetting(args, terminal)
  const seen = await tryPresenter({
    ...setting,
    options,
    show: createRequestShow(terminal),
    profile,
    hasDcApi: args.has('dc-api'),
    ...(query && { query }),
    ...(transaction && { transaction }),
    ...(change && { change }),
  })
  return { seen, target: nameWallet(setting.wallet) }
}

/** Transaction data, without the credentials that it is about. */
function readTransaction(file: string): JsonObject {
  const read = attempt(() => parseJsonObject(readFirstText(file).trim()))
  if ('value' in read && typeof read.value.type === 'string') return read.value
  throw new HarnessError('ERR_INPUT', '--transaction-data: the file has no JSON object with `type`')
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
