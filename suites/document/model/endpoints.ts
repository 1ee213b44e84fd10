import type { CommandVerb } from '../../../model/driver.ts'
import type { Responder } from '../../../model/role.ts'
import type { Message as AnyMessage } from '../../../model/wire.ts'

/** The endpoints of the flow. Two of them are not reached by HTTP: the push and the deeplink. */
export const endpoints = [
  'issuerConfig',
  'offerPush',
  'offer',
  'issuerMetadata',
  'nonce',
  'deeplink',
  'validate',
  'walletCallback',
  'jwks',
  'status',
  'presentation',
] as const
export type Endpoint = (typeof endpoints)[number]

/** The endpoint of a message: `other` is an address where nothing answers, and which a target called. */
export type MessageEndpoint = Endpoint | 'other'

/** One message of this exchange. */
export type Message = AnyMessage<MessageEndpoint>

/** The messages of a record of this exchange. */
export const toOwnMessages = (recorded: readonly AnyMessage[]): readonly Message[] => recorded as readonly Message[] // by its profile

/** The endpoints that are reached by HTTP. */
export type CalledEndpoint = Exclude<Endpoint, 'offerPush' | 'deeplink'>

/** The endpoint whose configured shape applies to each command of a driver. */
export const shapedAs: Readonly<Record<CommandVerb, Endpoint>> = {
  share: 'issuerConfig',
  offer: 'offerPush',
  open: 'deeplink',
  request: 'deeplink',
  verify: 'presentation',
}

/** The role that answers at each endpoint. */
export const responders: Readonly<Record<CalledEndpoint, Responder>> = {
  issuerConfig: 'issuer',
  offer: 'issuer',
  issuerMetadata: 'issuer',
  nonce: 'issuer',
  validate: 'issuer',
  jwks: 'issuer',
  status: 'status service',
  walletCallback: 'wallet backend',
  presentation: 'verifier',
}
