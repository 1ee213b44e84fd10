import keys from '../../../fixtures/keys.json' with { type: 'json' }
import { EC_MEMBERS } from '../../../suites/encryption/decisions.ts'
import { called } from '../../actors/parties/http.ts'
import { publicOf } from '../../actors/world.ts'
import type { Deviation } from '../../model/actors.ts'
import { WireError } from '../../model/errors.ts'
import type { Part } from '../../model/probe.ts'
import type { Role } from '../../model/requirement.ts'
import type { Hop } from '../../model/wire.ts'
import { type JsonObject, parseJsonObject } from '../../protocol/json.ts'
import { attempt } from '../../protocol/problem.ts'
import { issuedIn } from '../presenting.ts'
import type { Entered, Stage } from '../stage.ts'

export type Player = (part: Part & Way) => Promise<readonly Hop[]>

/** Before whom a session is played, and whether with all that goes before. */
interface Way {
  readonly judge: Role
  readonly isBrief?: true
}

/** Plays a session for a probe. Everybody but the judge goes on as far as they can. */
export function playerOn(stage: Stage, name = 'probe'): Player {
  let count = 0
  let metadata: JsonObject = {}
  const usual = stage.decide(EC_MEMBERS) === 'rsa' ? {} : onCurve
  return async ({ judge, isBrief, deviation, asks = usual, account = 0 }) => {
    const session = `${name}-${++count}`
    const entered = stage.enter({
      session,
      account,
      asks,
      strict: new Set([judge]),
      ...(deviation && { deviation }),
    })
    try {
      if (isBrief && judge === 'issuer') await entered.company.ask(entered.account, metadata)
      else if (isBrief) await presentOne(entered, judge, stage, account)
      else await playOne(entered, judge, stage, session, deviation)
    } catch (error) {
      if (!(error instanceof WireError)) throw error // what was lost is on record
    }
    const hops = entered.leave()
    if (!deviation) metadata = metadataIn(hops) ?? metadata
    return hops
  }
}

/** What an issuer last said of itself. */
function metadataIn(hops: readonly Hop[]): JsonObject | undefined {
  const { replied } = hops.find(({ endpoint, to }) => endpoint === 'issuerMetadata' && to === 'issuer') ?? {}
  const read = attempt(() => parseJsonObject(replied?.body ?? ''))
  return 'value' in read ? read.value : undefined
}

/** Puts a credential before a verifier, or before a wallet backend, that came out of no flow. */
async function presentOne({ company, ports }: Entered, judge: Role, { terms }: Stage, account: number): Promise<void> {
  const { credential: presentation, callback } = company.mint(account)
  const { addresses } = terms
  if (judge === 'verifier') await ports.call('presentation', 'wallet', called(addresses.presentation, { presentation }))
  else await ports.call('walletCallback', 'identity app', called(addresses.walletCallback, callback))
}

/** Elliptic curves are much cheaper than RSA, and there are hundreds of sessions. */
const onCurve = { jwk: publicOf(keys.walletSealEc) }

async function playOne(
  { ports }: Entered,
  judge: Role,
  stage: Stage,
  session: string,
  deviation: Deviation | undefined,
): Promise<void> {
  // The identity app makes what is pushed by value; what is fetched is the issuer's.
  await ports.share(deviation?.identityApp ? 'value' : 'reference')
  const presentation = judge === 'verifier' ? issuedIn(stage.hopsOf(session)) : undefined
  if (presentation === undefined) return
  await ports.call('presentation', 'wallet', called(stage.terms.addresses.presentation, { presentation }))
}
