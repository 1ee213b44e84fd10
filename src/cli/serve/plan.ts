import type { Bases } from '../../../suites/terms.ts'
import { answersBeside, type Bent } from '../../assembly/deeds.ts'
import { type ServedRole, servedRoles } from '../../assembly/house.ts'
import { freshSeed } from '../../harness/random.ts'
import { type Preset, presets } from '../../model/decision.ts'
import { HarnessError } from '../../model/errors.ts'
import type { Account } from '../../model/settings.ts'
import { anchorsIn } from '../anchors.ts'
import { type Arguments, numberOf } from '../arguments.ts'
import { addressOf, answersOf } from '../config/checked.ts'
import { oneOf, pairOf, timeOf } from '../values.ts'
import { accountsOf } from './accounts.ts'
import { bentBy } from './deeds.ts'
import { type Encrypted, encryptedBy, pemIn } from './encryption.ts'

/** Everything that `assay serve` was told, checked. */
export interface Plan {
  readonly roles: readonly ServedRole[]
  readonly host: string
  readonly port: number
  /** The base addresses of everybody, once it is known where this server is. */
  readonly basesAt: (url: string) => Bases
  readonly profile: Preset
  readonly given: Readonly<Record<string, string>>
  readonly bent?: Bent
  readonly accounts: readonly Account[]
  readonly anchors?: readonly string[]
  readonly seed: number
  /** Seconds since 1970, if the time stands still. */
  readonly now?: number
  /** The file of the ledger. */
  readonly state?: string
  readonly encrypted?: Encrypted
  /** An authority that is trusted where others are called, as PEM. */
  readonly trusted?: string
  readonly isAdministered: boolean
  /** What is odd, and no reason not to serve. */
  readonly warnings: readonly string[]
}

const refuse = (message: string): never => {
  throw new HarnessError('ERR_USAGE', message)
}

/** Reads and checks the arguments. Nothing listens yet. */
export async function planOf(args: Arguments): Promise<Plan> {
  const roles = rolesOf(args.positionals)
  const elsewhere = elsewhereOf(args, roles)
  const host = args.text('host') ?? '127.0.0.1'
  const seed = numberOf(args, 'seed', Number(freshSeed()))
  const bent = await bentBy(args, seed, roles)
  const [anchors, now, state, ca] = (['anchors', 'now', 'state', 'ca'] as const).map((flag) => args.text(flag))
  const encrypted = await encryptedBy(args, host)
  const publicUrl = args.text('public-url')
  const fixed = publicUrl === undefined ? undefined : addressOf('--public-url', publicUrl)
  return {
    roles,
    host,
    port: portOf(args),
    basesAt: (url) => basesAt(fixed ?? url, elsewhere),
    ...answersUnder(args, bent),
    ...(bent && { bent }),
    accounts: accountsOf(args.texts('account')),
    ...(anchors !== undefined && { anchors: anchorsIn(anchors) }),
    seed,
    ...(now !== undefined && { now: timeOf('--now', now) }),
    ...(state !== undefined && { state }),
    ...(encrypted && { encrypted }),
    ...(ca !== undefined && { trusted: pemIn(ca) }),
    isAdministered: args.has('admin'),
    warnings: warningsFor(roles, elsewhere),
  }
}

function rolesOf(words: readonly string[]): readonly ServedRole[] {
  if (words.length === 0) return servedRoles
  return [...new Set(words.map((word) => oneOf('assay serve', word, servedRoles)))]
}

function portOf(args: Arguments): number {
  const port = numberOf(args, 'port', 4800)
  return port <= 65_535 ? port : refuse(`--port ${port}: the last port is 65535`)
}

/** Where those are whom the served ones have to know. */
interface Elsewhere {
  readonly issuer?: string
  readonly status?: string
}

/** Whose address each of the two flags is, and who cannot work without it. */
const known = [
  { flag: 'issuer', role: 'issuer', neededBy: ['wallet-backend', 'verifier'] },
  { flag: 'status', role: 'status-service', neededBy: ['wallet-backend', 'verifier'] },
] as const satisfies readonly { flag: keyof Elsewhere; role: ServedRole; neededBy: readonly ServedRole[] }[]

function elsewhereOf(args: Arguments, roles: readonly ServedRole[]): Elsewhere {
  const pairs = known.flatMap(({ flag, role, neededBy }) => {
    const text = args.text(flag)
    const isHere = roles.includes(role)
    if (text !== undefined) {
      return isHere ? refuse(`--${flag}: the ${role} is served here`) : [[flag, addressOf(`--${flag}`, text)] as const]
    }
    const needy = neededBy.find((one) => roles.includes(one))
    if (needy && !isHere) refuse(`a ${needy} has to know the ${role}: serve it as well, or give --${flag} URL`)
    return []
  })
  return Object.fromEntries(pairs)
}

const basesAt = (own: string, { issuer = own, status = own }: Elsewhere): Bases => ({
  issuer,
  status,
  walletBackend: own,
  verifier: own,
})

/** An issuer and a status service work without each other, but not for long. */
function* warningsBetween(roles: readonly ServedRole[], { issuer, status }: Elsewhere): Generator<string> {
  if (roles.includes('issuer') && !roles.includes('status-service') && status === undefined) {
    yield 'credentials name a status service at this address, and there is none: serve it as well, or give --status URL'
  }
  if (roles.includes('status-service') && !roles.includes('issuer') && issuer === undefined) {
    yield 'status answers name this address as their issuer: serve the issuer as well, or give --issuer URL'
  }
}

const warningsFor = (roles: readonly ServedRole[], elsewhere: Elsewhere): readonly string[] => [
  ...warningsBetween(roles, elsewhere),
]

function answersUnder(args: Arguments, bent: Bent | undefined): Pick<Plan, 'profile' | 'given'> {
  const profile = args.text('profile')
  const pairs = args.texts('decision').map((pair) => pairOf('--decision', pair))
  return answersBeside(bent, {
    ...(profile !== undefined && { profile: oneOf('--profile', profile, presets) }),
    given: answersOf('--decision', Object.fromEntries(pairs)),
  })
}
