import type { Effects } from '../model/run-report.ts'
import type { Hop } from '../model/wire.ts'

const succeeded = ({ replied }: Hop): boolean => replied !== undefined && replied.status < 300

/** What the calls to these actors did to them. */
export function effectsOf(hops: readonly Hop[]): Effects {
  const at = (endpoint: Hop['endpoint']): readonly Hop[] => hops.filter((hop) => hop.endpoint === endpoint)
  const seconds = Map.groupBy(hops, ({ sent }) => Math.floor(sent / 1000))
  return {
    calls: hops.length,
    sessions: at('issuerConfig').filter(succeeded).length,
    nonces: at('nonce').filter(succeeded).length,
    requests: at('validate').length,
    credentials: at('validate').filter(succeeded).length,
    refusals: hops.filter(({ replied }) => replied !== undefined && replied.status >= 400 && replied.status < 500)
      .length,
    peak: Math.max(0, ...[...seconds.values()].map(({ length }) => length)),
  }
}
