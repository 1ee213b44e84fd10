import type { CertificateFault } from '../../../../model/probe.ts'
import type { Role } from '../../../../model/role.ts'
import type { HookName } from '../../../../model/settings.ts'
import type { JsonObject } from '../../../../protocol/encoding/json.ts'
import type { CallHook } from '../../../../src/drivers/hooks.ts'
import type { ActorMutation } from '../../model/actors.ts'
import type { Message } from '../../model/endpoints.ts'
import type { ParsedMessage } from '../../model/exchange.ts'
import type { OnParse } from '../../model/parse-message.ts'
import type { CallableRole, Route } from '../routes/message-bus.ts'
import type { TargetDrivers } from './driver-commands.ts'

/** The hooks of a run. */
export type Hooks = { readonly [H in HookName]?: CallHook }

/** What sessions need from outside: the clock, the routes to targets, and where messages are recorded. */
export interface SessionStoreOptions {
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Routes to the targets, by role. Every other role is played by a reference actor in this process. */
  readonly routes: { readonly [R in CallableRole]?: Route }
  /** Drivers of the targets that cannot be called. */
  readonly drivers?: TargetDrivers
  /** How the side of a target is asked for changes. */
  readonly hooks?: Hooks
  /** Shows targets that call us a faulty certificate, or the right one again. */
  readonly showCertificate?: (fault?: CertificateFault) => void
  readonly signal: AbortSignal
  /** Called with every message as soon as it is answered. */
  readonly record: (message: ParsedMessage) => void
  /** Called whenever a side of a message is parsed. */
  readonly onParse?: OnParse
  /** Certificates at which device chains may end, beside that of the reference actors. */
  readonly anchors?: readonly string[]
  /** The response encryption that the wallet asks for, where it is not the usual one. */
  readonly asks?: JsonObject
  /** The messages of sessions that an earlier run completed: they are not run again. */
  readonly earlier?: readonly Message[]
  /** The one requirement that no reference actor validates, for proofs that a probe exposes it. */
  readonly disabledValidation?: string
  /** How a reference actor is mutated, for proofs. */
  readonly mutation?: ActorMutation
  /** The roles under test, where they are not the targets. */
  readonly tested?: ReadonlySet<Role>
}
