import type { WalletBackend } from '../../model/actors.ts'
import { open } from '../../protocol/open.ts'
import { type Answers, type Desk, type Ports, refusalsOf, replying } from './desk.ts'
import { answered, refused } from './http.ts'
import { keysOfIssuer } from './verifier.ts'

/** A wallet backend at work: it takes credentials that verify with the keys of the issuer. */
export function walletBackendAtWork(backend: WalletBackend, desk: Desk, ports: Ports): Answers {
  const { world } = desk
  return replying(backend, {
    walletCallback: async (asked) => {
      const exhibits = open('callback', asked.body ?? '', [world.keys.walletSeal, world.keys.walletSealEc])
      const jwks = await keysOfIssuer('wallet backend', desk, ports)
      const known = { now: world.now, jwks, issuer: world.issuer, statusBase: world.status }
      const refusals = refusalsOf(backend.validations, { asked, exhibits, known, standing: {} })
      const credentials = exhibits.filter(({ kind }) => kind === 'credential').length
      return refusals.length > 0 ? refused(refusals) : answered(backend.acknowledge(credentials))
    },
  })
}
