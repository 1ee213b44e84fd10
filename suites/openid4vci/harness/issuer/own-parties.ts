import type { IsChosen } from '../../../../model/ids.ts'
import { addParties } from '../../../../src/harness/parties.ts'
import type { StandardProof } from '../../../../src/prove/standards/prove-standard.ts'
import { changeReference, type OwnSuite } from '../../../own-suite.ts'
import { sampleTime } from '../../../sd-jwt/sample.ts'
import type { IssuerMutation } from '../../issuer-changes.ts'
import { tryIssuer } from './try-issuer.ts'

/** Proves a third-party suite: its reference issuer is tested with each fault, with each variant, and as it is. */
export function proveOwnSuite(own: OwnSuite, isChosen?: IsChosen): Promise<StandardProof> {
  const asItIs = { id: 'reference', description: 'is the reference issuer', change: changeReference(own) }
  const withChange = <Each extends OwnSuite['faults'][number] | OwnSuite['variants'][number]>(each: Each) => ({
    ...each,
    change: changeReference(own, each.change),
  })
  const broken = new Set(own.faults.flatMap(({ breaks, alsoBreaks }) => [breaks, ...alsoBreaks].map(({ id }) => id)))
  const unproven = own.requirements.filter(({ id, seen }) => 'in' in seen && !broken.has(id)).map(({ id }) => id)
  const parties = {
    ...({ role: 'issuer', rows: [] } as const),
    faults: own.faults.map(withChange),
    variants: [asItIs, ...own.variants.map(withChange)],
    play: (change: IssuerMutation) =>
      tryIssuer({
        profile: own.on,
        offers: [],
        hasProbes: false,
        patience: 120,
        allowPrivate: false,
        options: { now: sampleTime, own },
        change,
      }),
  }
  return addParties({ profile: own.on, title: own.title, faults: [], variants: [], unproven }, parties, isChosen)
}
