import { HarnessError } from '../../../model/errors.ts'
import type { TargetRole } from '../../../model/role.ts'
import type { HttpResponse } from '../../../model/wire.ts'
import type { SettingNames } from '../../../src/wire/client/call-place.ts'
import type { Transport } from '../../../src/wire/client/transport.ts'
import type { BaseAddresses } from '../kit/terms.ts'
import type { ServedActorsOptions } from '../reference/served-actors.ts'

/** A request of a served actor to an actor that is not served here. */
export interface OutgoingCall {
  readonly method: string
  readonly url: string
  /** The status of the response, or why there is none. */
  readonly came: number | string
}

/** The routes to actors that are not served here. */
export interface OutgoingRoutes {
  readonly callOut: ServedActorsOptions['callOut']
  readonly close: () => Promise<void>
}

/** Names the flag of a TLS setting, for error messages. */
export const nameTlsFlag: SettingNames = (key) => (key === 'tls.ca' ? '--ca' : undefined)

/** Opens each route when it is first used; the HTTP client is loaded with the first one. `ca` is trusted as well. */
export function openOutgoingRoutes(
  bases: BaseAddresses,
  ca: string | undefined,
  report: (call: OutgoingCall) => void,
): OutgoingRoutes {
  const ended = new AbortController()
  const routes = new Map<TargetRole, Promise<Transport>>()
  const targets = { issuer: bases.issuer, 'status service': bases.status } as const
  const roles = { issuer: 'issuer', 'status service': 'status-service' } as const

  async function openRoute(url: string): Promise<Transport> {
    const { openTransport } = await import('../../../src/wire/client/transport.ts')
    return openTransport(
      { url },
      { nameSetting: nameTlsFlag, environment: process.env, ...(ca !== undefined && { pem: { ca } }) },
    )
  }

  return {
    callOut: async (to, request, origin) => {
      if (to !== 'issuer' && to !== 'status service') {
        throw new HarnessError('ERR_DEFECT', `no served actor calls the ${to}`)
      }
      const role = roles[to]
      const route = routes.get(role) ?? openRoute(targets[to])
      routes.set(role, route)
      const response = (await route).call(request, { origin, signal: ended.signal })
      return reportOutcome(response, (came) => report({ method: request.method, url: request.url, came }))
    },
    close: async () => {
      ended.abort()
      await Promise.all([...routes.values()].map(async (route) => (await route).close()))
    },
  }
}

/** Reports how a request ended. */
async function reportOutcome(
  response: Promise<HttpResponse>,
  report: (came: number | string) => void,
): Promise<HttpResponse> {
  try {
    const { status } = await response
    report(status)
  } catch (error) {
    report(error instanceof Error ? error.message : String(error))
  }
  return response
}
