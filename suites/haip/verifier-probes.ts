import type { SessionResult } from '../../model/check.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { computeThumbprint } from '../../protocol/jose/jwk.ts'
import { listProblem } from '../kit/results.ts'
import { listClientKeys } from '../openid4vp/values.ts'
import { defineProbe, type VerifierProbe } from '../openid4vp/verifier/probes.ts'
import { HAIPVP } from './requirements.ts'

const accept = defineProbe('acceptance')
const acceptIssued = defineProbe('acceptance', true)

/** What HAIP 1.0 has a verifier take. */
export const haipVerifierProbes: readonly VerifierProbe[] = [
  accept(HAIPVP.READS, 'a response by A128GCM', { enc: 'A128GCM' }, HAIPVP.READS.standard),
  accept(HAIPVP.READS, 'a response by A256GCM', { enc: 'A256GCM' }, HAIPVP.READS.standard),
  acceptIssued(
    HAIPVP.CHAIN,
    'a credential with `x5c` and without `kid`',
    { presentation: 'unnamed' },
    HAIPVP.CHAIN.standard,
  ),
]

/** The keys to which a response may be encrypted. */
const listNames = ({ client_metadata: metadata }: JsonObject): readonly string[] =>
  listClientKeys(metadata).flatMap(([, key]) => (key.use === 'sig' ? [] : (computeThumbprint(key) ?? [])))

/** Says whether each of several requests has keys of its own. */
export function checkKeys(requests: readonly JsonObject[]): SessionResult | undefined {
  const names = requests.flatMap((each) => [...new Set(listNames(each))])
  if (requests.length < 2 || names.length === 0) return undefined
  return listProblem(HAIPVP.EPHEMERAL, new Set(names).size < names.length ? 'two requests have the same key' : '')
}
