import { HarnessError } from '../../model/errors.ts'
import type { TestedRole } from '../../suites/suite.ts'
import { readPemFile, readServerTls } from '../files/tls.ts'
import { type Arguments, readNumber } from '../terminal/arguments.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Reads where Assay serves what a target fetches. */
export async function readPlace(args: Arguments) {
  const [host, publicUrl] = [args.text('host') ?? '127.0.0.1', args.text('public-url')]
  const encrypted = await readServerTls(args, host)
  return {
    host,
    port: readNumber(args, 'port', 0),
    ...(publicUrl !== undefined && { publicUrl: publicUrl.replace(/\/$/, '') }),
    ...(encrypted && { tls: encrypted.encryption }),
    ...(encrypted?.faulty && publicUrl === undefined && { faulty: encrypted.faulty }),
  }
}

/** Reads how a wallet is reached, and how it reaches Assay. */
export async function readWalletSetting(args: Arguments, terminal: Terminal) {
  const [wallet, ca] = (['wallet', 'ca'] as const).map((flag) => args.text(flag))
  if (wallet !== undefined && !drivenWallets.test(wallet))
    throw new HarnessError('ERR_USAGE', '--wallet: this is neither the URL of a control endpoint nor a driver', {
      hint: 'pass `command:…`, `module:…`, `exec:…`, `manual`, or a URL that begins with http:// or https://',
    })
  const isByHand = wallet !== undefined && /^(?:manual|exec:)/.test(wallet)
  return {
    hasProbes: args.has('probes'),
    place: await readPlace(args),
    patience: { before: readNumber(args, 'patience', isByHand ? 60 : 5), after: isByHand ? 10 : 2 },
    announce: (description: string) => terminal.isLive && terminal.progress?.(description),
    ...(wallet !== undefined && { wallet }),
    ...(ca !== undefined && { ca: readPemFile(ca) }),
  }
}

/** How a wallet may be named: by a driver, or by the URL of its control endpoint. */
const drivenWallets = /^(?:manual$|(?:command|module|exec):\s*\S|https?:\/\/)/i

/** A fault or a variant of the reference actor. An implementation of others has none that can be chosen. */
export function readChange<Mutation>(
  args: Arguments,
  { role, flag }: { readonly role: TestedRole; readonly flag: string },
  find: (kind: 'fault' | 'variant', id: string) => Mutation,
): Mutation | undefined {
  const given = findGivenChange(args)
  if (!given) return undefined
  if (args.has(flag))
    throw new HarnessError('ERR_USAGE', `--${given.kind} is for the reference ${role}: it goes without --${flag}`)
  return find(given.kind, given.id)
}

/** The id that `--fault` or `--variant` gives. */
export function findGivenChange(args: Arguments) {
  const kind = (['fault', 'variant'] as const).find((each) => args.has(each))
  return kind && { kind, id: args.text(kind) ?? '' }
}

/** An offer or a request is a secret: what is named of it is where it leads, and of a command that it is one. */
export function nameTarget(texts: readonly string[], what: string): string | undefined {
  const [first] = texts
  if (first === undefined) return undefined
  if (first.startsWith('command:')) return 'a command'
  return URL.canParse(first) && first.startsWith('http') ? new URL(first).origin : what
}

/** Where a wallet is: an address, or the way by which it is driven. */
export const nameWallet = (wallet: string | undefined): string | undefined =>
  wallet?.startsWith('http') && URL.canParse(wallet) ? new URL(wallet).origin : wallet?.split(':', 1)[0]

/** The target that the flags of a role name; nothing for the reference actor. */
export function findTarget(role: TestedRole, args: Arguments): string | undefined {
  if (role === 'issuer') return nameTarget(args.texts('offer'), 'an offer')
  if (role === 'verifier') return nameTarget(args.texts('request'), 'a request')
  return role === 'wallet' ? nameWallet(args.text('wallet')) : args.text('holder')
}
