import { isObject, parseTolerantly } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { addressNames, wellKnownNames } from '../../suites/kit/registered-names.ts'

/** Addresses that are remembered: a target may name any number of them. */
const mostAddresses = 500

/** Names addresses as messages name them: what `token_endpoint` says is `token`. */
export interface AddressBook {
  /** Learns the addresses in a JSON object, or in the payload of a JWT. */
  readonly learn: (text: string) => void
  readonly nameEndpoint: (url: string) => string
}

export function createAddressBook(): AddressBook {
  const names = new Map<string, string>()
  return {
    learn: (text) => {
      for (const [name, value] of listMembers(text)) {
        const [, called] = /^(\w+)_(?:endpoint|uri)$/.exec(name) ?? []
        const address = called !== undefined && addressNames.has(called) ? cutUrl(value) : undefined
        if (called !== undefined && address !== undefined && names.size < mostAddresses) names.set(address, called)
      }
    },
    nameEndpoint: (url) => names.get(cutUrl(url) ?? '') ?? nameWellKnown(url) ?? 'other',
  }
}

/** A registered name below `/.well-known/`. */
function nameWellKnown(url: string): string | undefined {
  const name = /^[^?#]*\/\.well-known\/([a-z-]+)(?:[/?#]|$)/.exec(url)?.[1]
  return name !== undefined && wellKnownNames.has(name) ? name : undefined
}

/** An address without what changes from call to call. */
function cutUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined
  const { origin, pathname } = new URL(value)
  return `${origin}${pathname}`
}

function listMembers(text: string): readonly (readonly [name: string, value: unknown])[] {
  const json = text.startsWith('{') ? text : Buffer.from(text.split('.', 2)[1] ?? '', 'base64url').toString()
  const read = attempt(() => parseTolerantly(json.trim()))
  return 'value' in read && isObject(read.value) ? Object.entries(read.value) : []
}
