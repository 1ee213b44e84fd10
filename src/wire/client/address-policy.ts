import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks that a URL from a message may not lead to: IANA's special-purpose registries, and metadata services of clouds. */
const private4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** The same for IPv6, with outdated ways to write an IPv4 address in it: compatible (`::`), translated (`::ffff:0:`), Teredo (`2001::`), 6to4 (`2002::`). */
const private6 = [
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const

/** This machine. */
const loopbackAddresses = new BlockList()
loopbackAddresses.addSubnet('127.0.0.0', 8, 'ipv4')
loopbackAddresses.addAddress('::1', 'ipv6')

/** Private addresses other than this machine. An IPv4 address inside an IPv6 address (`::ffff:`) is looked at as such. */
const farPrivateAddresses = buildBlockList()

/** Addresses that a message may not send us to. */
export const privateAddresses = buildBlockList()
privateAddresses.addSubnet('127.0.0.0', 8, 'ipv4')
privateAddresses.addAddress('::1', 'ipv6')

/** Where the messages of a target may not lead to: a target that is on this machine may name other places on it. */
export const chooseForbidden = (mayNameLoopback: boolean): BlockList =>
  mayNameLoopback ? farPrivateAddresses : privateAddresses

function buildBlockList(): BlockList {
  const list = new BlockList()
  list.addAddress('::', 'ipv6')
  list.addRange('::2', '::ffff:ffff', 'ipv6')
  list.addSubnet('64:ff9b::127.0.0.0', 104, 'ipv6')
  for (const [network, prefix] of private6) list.addSubnet(network, prefix, 'ipv6')
  for (const [network, prefix] of private4) {
    list.addSubnet(network, prefix, 'ipv4')
    // How a translating network writes it (NAT64, RFC 6052).
    list.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6')
  }
  return list
}

/**
 * Whether the host of a URL is forbidden, or a name of something private. Another name that cannot be resolved here is not.
 *
 * For calls by way of a proxy only: our own sockets look at the address that they connect to, which no second answer
 * of a name server can change.
 */
export async function isForbiddenHost(
  url: URL,
  forbidden: BlockList = privateAddresses,
  lookup: LookupFunction = systemLookup,
): Promise<boolean> {
  const host = readHost(url)
  if (isLoopbackName(host)) return hasAddress(forbidden, '127.0.0.1')
  if (localNames.test(host)) return true
  const addresses = isIP(host) === 0 ? await resolve(host, lookup) : [host]
  return addresses.some((address) => hasAddress(forbidden, address))
}

/** Whether a URL is of this machine, in any spelling, without asking a name server. */
export function isLoopback(text: string): boolean {
  const url = URL.parse(text)
  if (url === null) return false
  const host = readHost(url)
  return isIP(host) === 0 ? isLoopbackName(host) : hasAddress(loopbackAddresses, host)
}

const readHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const hasAddress = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Names of this machine (RFC 6761). */
const isLoopbackName = (host: string): boolean => /(?:^|\.)localhost\.?$/i.test(host)

/** Names of machines near the proxy, which may know them where we do not (RFC 6762, 8375, ICANN's `internal`). */
const localNames = /(?:^|\.)(?:localdomain|local|internal|intranet|home\.arpa)\.?$/i

const resolve = (host: string, lookup: LookupFunction): Promise<readonly string[]> =>
  new Promise((done) => {
    lookup(host, { all: true }, (error, found) => done(error === null ? listAddresses(found) : []))
  })

const listAddresses = (found: Parameters<Parameters<LookupFunction>[2]>[1]): readonly string[] =>
  typeof found === 'string' ? [found] : found.map(({ address }) => address)
