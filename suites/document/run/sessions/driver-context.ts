import type { DriverContext } from './driver-commands.ts'
import type { RunEnvironment } from './run-environment.ts'
import type { RegisteredSession, SessionRegistry } from './session-registry.ts'

/** Builds the driver context of a session. A session that is not open has the addresses of the run. */
export function createDriverContext(
  session: string,
  { addresses, settings: { patience = 0 }, options: { signal } }: RunEnvironment,
  registry: SessionRegistry,
): DriverContext {
  const open = registry.find(session)
  const { issuer, status: statusService, walletBackend } = open?.driverAddresses ?? addresses
  const never = Promise.withResolvers<never>().promise
  return {
    addresses: { session, issuer, statusService, walletBackend },
    signal,
    patience,
    arrival: open?.deeplink.promise ?? never,
    watchDelivery: () => (open ? watchDelivery(open) : never),
    onRefusal: (words) => registry.noteTargetWords(session, words),
    findLoss: () => registry.findLoss(session),
  }
}

/** Resolves when the next callback of a session was answered, or when its credential request was refused: no callback follows then. */
function watchDelivery({ watchers }: RegisteredSession): Promise<void> {
  const delivered = Promise.withResolvers<void>()
  watchers.add(({ endpoint, response }) => {
    const isRefused = endpoint === 'validate' && (response?.status ?? 0) >= 400
    if (endpoint === 'walletCallback' || isRefused) delivered.resolve()
  })
  return delivered.promise
}
