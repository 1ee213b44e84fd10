import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks that a URL from a message may not lead to: IANA's special-purpose registries, and metadata services of clouds. */
const private4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
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
  ['::', 96],
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

/** Addresses that a message may not send us to. An IPv4 address inside an IPv6 address (`::ffff:`) is looked at as such. */
export const privateAddresses = buildBlockList()

function buildBlockList(): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of private6) list.addSubnet(network, prefix, 'ipv6')
  for (const [network, prefix] of private4) {
    list.addSubnet(network, prefix, 'ipv4')
    // How a translating network writes it (NAT64, RFC 6052).
    list.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6')
  }
  return list
}

/**
 * Whether the host of a URL is private, or a name of something private. Another name that cannot be resolved here is not.
 *
 * For calls by way of a proxy only: our own sockets look at the address that they connect to, which no second answer
 * of a name server can change.
 */
export async function isPrivateHost(url: URL, lookup: LookupFunction = systemLookup): Promise<boolean> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (localNames.test(host)) return true
  const addresses = isIP(host) === 0 ? await resolve(host, lookup) : [host]
  return addresses.some((address) => privateAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))
}

/** Names of machines near the proxy, which may know them where we do not (RFC 6761, 6762, 8375, ICANN's `internal`). */
const localNames = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|home\.arpa)\.?$/i

const resolve = (host: string, lookup: LookupFunction): Promise<readonly string[]> =>
  new Promise((done) => {
    lookup(host, { all: true }, (error, found) => done(error === null ? listAddresses(found) : []))
  })

const listAddresses = (found: Parameters<Parameters<LookupFunction>[2]>[1]): readonly string[] =>
  typeof found === 'string' ? [found] : found.map(({ address }) => address)
