import { parseTolerantly } from '../../protocol/encoding/json.ts'
import { once } from '../../protocol/encoding/once.ts'
import type { SampleFault } from '../kit/samples.ts'
import { faults as faultsOfVc } from '../sd-jwt-vc/faults.ts'
import { makeVcSample, type VcChange } from '../sd-jwt-vc/sample.ts'
import { credentialRequirements } from './credential-checks.ts'
import { changeSession } from './response-sample.ts'
import type { VpChange } from './sample.ts'

/** A session that asks for credentials by a scope: no query says which claims it takes. */
const openSession = changeSession({
  client_id: 'https://verifier.example',
  transaction_data: undefined as never,
  dcql_query: undefined as never,
  scope: 'com.example.any',
})

/** A presentation of a credential of SD-JWT VC, and what is known of it. It is signed when it is first read. */
export function wrapCredential(change: VcChange): VpChange {
  const make = once(() => makeVcSample(change))
  return {
    about: 'vp-response',
    content: ({ state = '' }) => {
      const { text } = make()
      return { vp_token: { any: [text.startsWith('{') ? parseTolerantly(text) : text] }, state }
    },
    get facts() {
      const { audience: _, ...rest } = make().facts
      return { ...rest, presentationRequest: openSession }
    },
  }
}

/** What no `~` shows to be an SD-JWT. */
const hidden: readonly string[] = ['SDJWT-FORM/is-a-plain-jwt']

const isWrapped = ({ id, change, breaks }: SampleFault<VcChange>): boolean =>
  change.type === undefined &&
  change.issuer === undefined &&
  !hidden.includes(id) &&
  credentialRequirements.includes(breaks)

/** The faults of credentials, each in the presentation of a response. */
export const credentialFaults: readonly SampleFault<VpChange>[] = faultsOfVc
  .filter(isWrapped)
  .map(({ change, ...rest }) => ({ ...rest, change: wrapCredential(change) }))
