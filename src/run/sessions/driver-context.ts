import type { DriverContext } from './driver-commands.ts'
import type { RunEnvironment } from './run-environment.ts'
import type { SessionRegistry } from './session-registry.ts'

/** Builds the driver context of a session. A session that is not open has the addresses of the run. */
export function createDriverContext(
  session: string,
  { addresses, options: { signal } }: RunEnvironment,
  registry: SessionRegistry,
): DriverContext {
  const open = registry.find(session)
  const { issuer, status: statusService, walletBackend } = open?.driverAddresses ?? addresses
  return {
    addresses: { session, issuer, statusService, walletBackend },
    signal,
    arrival: open?.deeplink.promise ?? Promise.withResolvers<string>().promise,
    onRefusal: (words) => registry.noteTargetWords(session, words),
    findLoss: () => registry.findLoss(session),
  }
}
