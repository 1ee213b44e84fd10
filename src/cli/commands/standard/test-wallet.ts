import { HarnessError } from '../../../../model/errors.ts'
import type { Arguments } from '../../../terminal/arguments.ts'
import type { Terminal } from '../../../terminal/terminal.ts'
import type { Tested } from './tested.ts'

/** Plays an issuer against a wallet. */
export async function tryWalletByArguments(args: Arguments, terminal: Terminal): Promise<Tested> {
  const { tryWallet } = await import('../../../standard/wallet/try-wallet.ts')
  const question = await readQuestion(args, terminal)
  const seen = await tryWallet(question)
  return { seen, target: question.wallet === undefined ? 'the reference wallet' : 'the wallet' }
}

async function readQuestion(args: Arguments, terminal: Terminal) {
  const [{ readVerifyOptions }, { readNumber }, { readPemFile, readServerTls }, { createShow }] = await Promise.all([
    import('../../../verify/options.ts'),
    import('../../../terminal/arguments.ts'),
    import('../../../files/tls.ts'),
    import('../../../standard/wallet/show-offer.ts'),
  ])
  const { now } = readVerifyOptions(args)
  const change = await readChange(args)
  const [wallet, ca, publicUrl] = (['wallet', 'ca', 'public-url'] as const).map((flag) => args.text(flag))
  const host = args.text('host') ?? '127.0.0.1'
  const encrypted = await readServerTls(args, host)
  const isByHand = wallet !== undefined && /^(?:manual|exec:)/.test(wallet)
  const patience = { before: readNumber(args, 'patience', isByHand ? 60 : 5), after: isByHand ? 10 : 2 }
  return {
    hasProbes: args.has('probes'),
    place: {
      host,
      port: readNumber(args, 'port', 0),
      ...(publicUrl !== undefined && { publicUrl: publicUrl.replace(/\/$/, '') }),
      ...(encrypted && { tls: encrypted.encryption }),
    },
    patience,
    options: { now },
    show: createShow(terminal),
    announce: (description: string) => terminal.isLive && terminal.progress?.(description),
    ...(wallet !== undefined && { wallet }),
    ...(ca !== undefined && { ca: readPemFile(ca) }),
    ...(change && { change }),
  }
}

/** A fault or a variant of the reference wallet. A wallet of others has none that can be chosen. */
async function readChange(args: Arguments) {
  const kind = (['fault', 'variant'] as const).find((flag) => args.has(flag))
  if (!kind) return undefined
  if (args.has('wallet'))
    throw new HarnessError('ERR_USAGE', `--${kind} is for the reference wallet: it goes without --wallet`)
  const { findWalletChange } = await import('../../../reference/vci-wallet.ts')
  return findWalletChange(kind, args.text(kind) ?? '')
}
