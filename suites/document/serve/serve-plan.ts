import type { Profile } from '../../../model/decision.ts'
import type { Account } from '../../../model/driver.ts'
import { createRefusal, type Refuse } from '../../../model/errors.ts'
import { parseBaseUrl } from '../../../src/config/check-values.ts'
import { readProfileChoice } from '../../../src/config/profile-choice.ts'
import { readAnchorFile } from '../../../src/files/anchors.ts'
import { readPemFile, readServerTls, type ServerTls } from '../../../src/files/tls.ts'
import { drawSeed } from '../../../src/runtime/random.ts'
import { type Arguments, readNumber } from '../../../src/terminal/arguments.ts'
import { parseChoice, parseTime } from '../../../src/terminal/values.ts'
import type { BaseAddresses } from '../kit/terms.ts'
import { type ChosenMutation, mergeDecisions } from '../reference/chosen-mutation.ts'
import { type ServedRole, servedRoles } from '../reference/served-actors.ts'
import { parseAccounts } from './accounts.ts'
import { chooseFault } from './chosen-fault.ts'

/** The options of `assay serve`, checked. */
export interface ServePlan {
  readonly roles: readonly ServedRole[]
  readonly host: string
  readonly port: number
  /** The base URLs of all actors, by the URL of this server. */
  readonly basesAt: (url: string) => BaseAddresses
  /** Names under which the server may be called. */
  readonly hosts: readonly string[]
  readonly profile: Profile
  readonly decisions: Readonly<Record<string, string>>
  readonly chosen?: ChosenMutation
  readonly accounts: readonly Account[]
  readonly anchors?: readonly string[]
  readonly seed: number
  /** A fixed time, in seconds since 1970. */
  readonly now?: number
  /** The file that keeps the state. */
  readonly state?: string
  readonly encrypted?: ServerTls
  /** A CA that is trusted when others are called, as PEM. */
  readonly trusted?: string
  /** Whether callers may set the status of a credential. */
  readonly isAdministered: boolean
  /** Probable mistakes that do not prevent a start. */
  readonly warnings: readonly string[]
}

const refuse: Refuse = createRefusal('ERR_USAGE')

/** Reads and checks the options. Nothing listens yet. */
export async function readServePlan(args: Arguments): Promise<ServePlan> {
  const roles = readRoles(args.positionals)
  const elsewhere = readElsewhere(args, roles)
  const host = args.text('host') ?? '127.0.0.1'
  const seed = readNumber(args, 'seed', Number(drawSeed()))
  const chosen = await chooseFault(args, seed, roles)
  const [anchors, now, state, ca] = (['anchors', 'now', 'state', 'ca'] as const).map((flag) => args.text(flag))
  const encrypted = await readServerTls(args, host)
  const publicUrl = args.text('public-url')
  const fixed = publicUrl === undefined ? undefined : parseBaseUrl('--public-url', publicUrl)
  return {
    roles,
    host,
    port: readPort(args),
    basesAt: (url) => makeBases(fixed ?? url, elsewhere),
    ...readAnswers(args, chosen),
    ...(chosen && { chosen }),
    hosts: fixed === undefined ? [] : [new URL(fixed).hostname],
    accounts: parseAccounts(args.texts('account')),
    ...(anchors !== undefined && { anchors: readAnchorFile(anchors) }),
    seed,
    ...(now !== undefined && { now: parseTime('--now', now) }),
    ...(state !== undefined && { state }),
    ...(encrypted && { encrypted }),
    ...(ca !== undefined && { trusted: readPemFile(ca) }),
    isAdministered: args.has('admin'),
    warnings: [...listWarnings(roles, elsewhere)],
  }
}

function readRoles(words: readonly string[]): readonly ServedRole[] {
  if (words.length === 0) return servedRoles
  return [...new Set(words.map((word) => parseChoice('assay serve', word, servedRoles)))]
}

function readPort(args: Arguments): number {
  const port = readNumber(args, 'port', 4800)
  return port <= 65_535 ? port : refuse(`--port: ${port} is above 65535`)
}

/** The base URLs of actors that are not served here. */
interface Elsewhere {
  readonly issuer?: string
  readonly 'status-base'?: string
}

/** The actor whose base URL each flag gives, and the actors that need it. */
const addressFlags = [
  { flag: 'issuer', role: 'issuer', neededBy: ['wallet-backend', 'verifier'] },
  { flag: 'status-base', role: 'status-service', neededBy: ['wallet-backend', 'verifier'] },
] as const satisfies readonly { flag: keyof Elsewhere; role: ServedRole; neededBy: readonly ServedRole[] }[]

function readElsewhere(args: Arguments, roles: readonly ServedRole[]): Elsewhere {
  const pairs = addressFlags.flatMap(({ flag, role, neededBy }) => {
    const text = args.text(flag)
    const isHere = roles.includes(role)
    if (text !== undefined) {
      return isHere
        ? refuse(`--${flag}: the ${role} is served here`)
        : [[flag, parseBaseUrl(`--${flag}`, text)] as const]
    }
    const needy = neededBy.find((one) => roles.includes(one))
    if (needy && !isHere) refuse(`a ${needy} needs the ${role}: serve it as well, or pass --${flag} URL`)
    return []
  })
  return Object.fromEntries(pairs)
}

const makeBases = (own: string, { issuer = own, 'status-base': status = own }: Elsewhere): BaseAddresses => ({
  issuer,
  status,
  walletBackend: own,
  verifier: own,
})

/** An issuer and a status service need each other's URL. */
function* listWarnings(roles: readonly ServedRole[], { issuer, 'status-base': status }: Elsewhere): Generator<string> {
  if (roles.includes('issuer') && !roles.includes('status-service') && status === undefined) {
    yield 'credentials have status URLs at this server, which has no status service: serve it as well, or pass --status-base URL'
  }
  if (roles.includes('status-service') && !roles.includes('issuer') && issuer === undefined) {
    yield 'status tokens name this server as their issuer: serve the issuer as well, or pass --issuer URL'
  }
}

const readAnswers = (args: Arguments, chosen: ChosenMutation | undefined): Pick<ServePlan, 'profile' | 'decisions'> =>
  mergeDecisions(chosen, readProfileChoice(args))
