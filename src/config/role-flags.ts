import { suites } from '../../suites/suites.ts'
import type { PlayedStandard, TestedRole } from './tested-roles.ts'
import { obtainerFlags, presenterFlags, walletFlags } from './wallet-flags.ts'

const ofIssuers = [
  'offer',
  'tx-code',
  'client-id',
  'second-client-id',
  'grant',
  'authorize',
  'redirect-uri',
  'attestation-key',
  'jwks',
  'concurrency',
]
const ofVerifiers = ['request', 'result', 'credential', 'holder-key', 'issuer', 'status-list']
const ofServers = ['host', 'port', 'public-url', 'tls', 'tls-cert', 'tls-key', 'write-ca']
const ofBoth = ['concurrency', 'allow-private', 'anchors', 'write-trust']

/** Whom a wallet is trusted by: the issuer of what it presents, or the attester of its keys. */
const ofKeys = ['jwks', 'anchors']

/** What a wallet has to present. */
export const ofPresenters = Object.keys(presenterFlags)

/** What a wallet obtains. */
export const ofObtainers = Object.keys(obtainerFlags)

/** The flags that are not for every role. */
export const flagsOf = {
  issuer: [...ofIssuers, ...ofBoth],
  wallet: [...Object.keys(walletFlags), ...ofPresenters, ...ofObtainers, ...ofKeys, 'write-trust'],
  verifier: [...ofVerifiers, ...ofServers, ...ofBoth],
  holder: ['holder'],
} as const satisfies Readonly<Record<TestedRole, readonly string[]>>

/** Whether a role has a flag by a standard. */
export function hasFlag(role: TestedRole, standard: PlayedStandard, flag: string): boolean {
  const isOf = (flags: readonly string[]): boolean => flags.includes(flag)
  if (!isOf(flagsOf[role])) return false
  const { wallets } = suites[standard]
  if (role !== 'wallet' || typeof wallets === 'object') return true
  return wallets === 'present' ? !isOf([...ofObtainers, 'presents']) : !isOf(ofPresenters)
}
