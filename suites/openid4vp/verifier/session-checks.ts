import type { SessionResult } from '../../../model/check.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { checkRandom, listProblem } from '../../kit/results.ts'
import { isText } from '../../kit/values.ts'
import { VPREQ } from '../request-requirements.ts'
import { VPEND } from '../response-requirements.ts'
import { hasEntropy, isUnbound, listQueries } from '../values.ts'

/** Says whether each request has a nonce of its own. */
export const checkNonces = (nonces: readonly string[]): SessionResult | undefined =>
  checkRandom(VPREQ['NONCE-FRESH'], nonces)

/** Says whether each request for presentations without holder binding has a state of its own. */
export const checkStates = (requests: readonly JsonObject[]): SessionResult | undefined =>
  checkRandom(
    VPREQ['STATE-FRESH'],
    requests
      .filter(({ dcql_query: query }) => listQueries(query).some(([, each]) => isUnbound(each)))
      .flatMap(({ state }) => (isText(state) ? [state] : [])),
  )

const splitAddress = (address: string): readonly string[] => address.split(/[^\w.~-]+/)

/** Says whether the secret in the addresses to which users are sent is long enough. */
export function checkCodes([first, ...others]: readonly string[]): SessionResult | undefined {
  const own = first === undefined ? [] : splitAddress(first)
  const other = others.map(splitAddress).find((each) => each.length === own.length && each.join() !== own.join())
  if (!other) return undefined
  const secret = own.filter((part, i) => part !== other[i]).join('')
  return listProblem(VPEND['CODE-LENGTH'], hasEntropy(secret) ? '' : `it has ${secret.length} characters`)
}

/** Says whether each address to which users are sent has a secret of its own. */
export const checkAddresses = (addresses: readonly string[]): SessionResult | undefined =>
  checkRandom(VPEND.FRESH, readSecrets(addresses))

/** What is not the same in all addresses; whole ones, where they are not alike. */
function readSecrets(addresses: readonly string[]): readonly string[] {
  const [first = [], ...others] = addresses.map(splitAddress)
  if (others.some(({ length }) => length !== first.length)) return addresses
  return [first, ...others].map((parts) =>
    parts.filter((_, i) => others.some((other) => other[i] !== first[i])).join(''),
  )
}
