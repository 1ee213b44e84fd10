import type { Bases } from '../../../suites/terms.ts'
import type { Tenancy } from '../../assembly/house.ts'
import { HarnessError } from '../../model/errors.ts'
import type { TargetRole } from '../../model/settings.ts'
import type { Replied } from '../../model/wire.ts'
import type { Naming } from '../../wire/place.ts'
import type { Transport } from '../../wire/remote.ts'

/** A call of a served actor to somebody who is not served here. */
export interface CalledOut {
  readonly method: string
  readonly url: string
  /** The status of the answer, or why there is none. */
  readonly came: number | string
}

/** The ways out of a house. */
export interface WaysOut {
  readonly callOut: Tenancy['callOut']
  readonly close: () => Promise<void>
}

/** What can be set where somebody is called who is not served here: by flags, and not much. */
export const named: Naming = (key) => (key === 'tls.ca' ? '--ca' : undefined)

/** Opens a way whenever one is needed: what it takes to call is loaded with the first. `ca` is trusted beside the usual. */
export function waysOut(bases: Bases, ca: string | undefined, tell: (call: CalledOut) => void): WaysOut {
  const ended = new AbortController()
  const ways = new Map<TargetRole, Promise<Transport>>()
  const targets = { issuer: bases.issuer, 'status service': bases.status } as const
  const roles = { issuer: 'issuer', 'status service': 'status-service' } as const

  async function openWay(url: string): Promise<Transport> {
    const { reach } = await import('../../wire/remote.ts')
    return reach({ url }, { named, environment: process.env, ...(ca !== undefined && { pem: { ca } }) })
  }

  return {
    callOut: async (to, asked, origin) => {
      if (to !== 'issuer' && to !== 'status service') {
        throw new HarnessError('ERR_DEFECT', `no served actor calls the ${to}`)
      }
      const role = roles[to]
      const way = ways.get(role) ?? openWay(targets[to])
      ways.set(role, way)
      const replied = (await way).call(asked, { origin, signal: ended.signal })
      return told(replied, (came) => tell({ method: asked.method, url: asked.url, came }))
    },
    close: async () => {
      ended.abort()
      await Promise.all([...ways.values()].map(async (way) => (await way).close()))
    },
  }
}

/** Says how a call ended, and lets it end so. */
async function told(replied: Promise<Replied>, tell: (came: number | string) => void): Promise<Replied> {
  try {
    const { status } = await replied
    tell(status)
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error))
  }
  return replied
}
