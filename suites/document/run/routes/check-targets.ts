import { TransportError } from '../../../../model/errors.ts'
import type { Responder } from '../../../../model/role.ts'
import type { Settings } from '../../../../model/settings.ts'
import { createDecider } from '../../../../src/judge/decisions.ts'
import { createJsonRequest } from '../../actors/services/http.ts'
import { deriveTerms } from '../../kit/terms.ts'
import { listBaseUrls } from './addresses.ts'
import { checkIssuer, type PreflightCheck } from './check-issuer.ts'
import { type CallableRole, createMessageBus, type Route } from './message-bus.ts'

/** Checks that every target can be reached, without leaving a trace there. */
export async function checkTargets(
  settings: Settings,
  routes: { readonly [R in CallableRole]?: Route },
  clock: () => number,
): Promise<readonly PreflightCheck[]> {
  const { decide } = createDecider(settings)
  const bases = listBaseUrls(settings)
  const signal = AbortSignal.timeout(1000 * settings.deadline)
  const bus = createMessageBus({
    findRoute: (responder) =>
      routes[responder] ?? (() => Promise.reject(new TypeError(`there is no route to the ${responder}`))),
    clock,
    record: () => {},
    signal,
    listFacts: () => ({}),
  })
  const now = (): number => Math.floor(clock() / 1000)
  const issuer = routes.issuer ? await catchLoss('issuer', () => checkIssuer(bus, deriveTerms(decide, bases), now)) : []
  const others = { 'status service': bases.status, 'wallet backend': bases.walletBackend, verifier: bases.verifier }
  const checks: PreflightCheck[] = [...issuer]
  for (const [role, url] of Object.entries(others)) {
    const route = routes[role as Responder] // the keys of the record just above
    if (route) checks.push(...(await catchLoss(role, () => checkAddress(role, url, route, signal))))
  }
  return checks
}

/** Any answer below 500 shows that a target is there. */
async function checkAddress(
  what: string,
  url: string,
  route: Route,
  signal: AbortSignal,
): Promise<readonly PreflightCheck[]> {
  const how = { endpoint: 'jwks', origin: 'configured', signal, facts: () => ({}) } as const
  const { status } = await route(createJsonRequest({ method: 'GET', url }), how)
  return [{ what, ok: status < 500, detail: `${status} from ${url}` }]
}

/** What cannot be reached is a failed check. */
async function catchLoss(
  what: string,
  check: () => Promise<readonly PreflightCheck[]>,
): Promise<readonly PreflightCheck[]> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return [{ what, ok: false, detail: error.message }]
  }
}
