import type { RunReport } from '../../model/run-report.ts'

/** A step of the flow, who meets in it, and the decisions in which they have to be of one mind. */
interface Edge {
  readonly edge: string
  readonly decisions: RegExp
  /** Sections of the document whose requirements are kept there. */
  readonly ids: RegExp
}

/** The flow, in order. What is decided nowhere else belongs to the last. */
const edges: readonly Edge[] = [
  {
    edge: 'identity app to issuer: Issuer Config',
    decisions: /^(config|auth\.sessionToken|auth\.issuerConfig|endpoints\.issuerConfig)\b/,
    ids: /^CONFIG-/,
  },
  { edge: 'identity app to wallet: the offer', decisions: /^(offer|code)\./, ids: /^OFFER-/ },
  {
    edge: 'wallet to issuer: fetching the offer',
    decisions: /^(endpoints\.offer|auth\.offer|limits\.codeLifetime)\b/,
    ids: /^(?!)/,
  },
  {
    edge: 'wallet to issuer: metadata',
    decisions: /^(metadata|endpoints\.issuerMetadata|auth\.issuerMetadata|encryption\.requestKeySource)\b/,
    ids: /^META-/,
  },
  {
    edge: 'wallet to issuer: the nonce',
    decisions: /^(nonce|endpoints\.nonce|auth\.nonce|limits\.nonceLifetime)\b/,
    ids: /^NONCE-/,
  },
  {
    edge: 'wallet to identity app: the deeplink',
    decisions: /^(deeplink|limits\.deeplinkSize)\b/,
    ids: /^LINK-/,
  },
  {
    edge: 'wallet to issuer: the request and its attestation',
    decisions: /^(request|attestation|proof|certificates|times\.attestationMaxAge|encryption\.request|bodies)\b/,
    ids: /^(REQ|ATT|CERT|ENC-REQUEST)/,
  },
  {
    edge: 'identity app to issuer: validation',
    decisions: /^(validate|uid|endpoints\.validate)\b/,
    ids: /^VAL-/,
  },
  { edge: 'issuer to wallet: the response', decisions: /^(response|encryption)\b/, ids: /^(RESP|ENC)-/ },
  {
    edge: 'identity app to wallet backend: the callback',
    decisions: /^(callback|endpoints\.walletCallback|auth\.walletCallback)\b/,
    ids: /^CALLBACK-/,
  },
  {
    edge: 'issuer to verifier: the credential',
    decisions: /^(credential|sd|cnf|id|times|signature|claims|mdoc|issuer\.relation)\b/,
    ids: /^(CRED|SD|CNF|CLAIM)/,
  },
  {
    edge: 'issuer to verifier: keys',
    decisions: /^(issuer\.keyDiscovery|endpoints\.jwks|auth\.jwks)\b/,
    ids: /^(KEY|JWKS)/,
  },
  {
    edge: 'status service to verifier: the status',
    decisions: /^(status|endpoints\.status|auth\.status)\b/,
    ids: /^STATUS-/,
  },
  { edge: 'everywhere', decisions: /./, ids: /./ },
]

/** One thing in which parties do not go together. */
export interface Incompatibility {
  readonly edge: string
  readonly what: 'decision' | 'failure' | 'profile' | 'registry' | 'role'
  readonly text: string
}

/** Holds reports against each other: in what their parties are not of one mind, in the order of the flow. */
export function incompatibilities(reports: readonly RunReport[]): readonly Incompatibility[] {
  const found = [...decisionsOf(reports), ...failuresOf(reports), ...commonOf(reports), ...rolesOf(reports)]
  const placeOf = ({ edge }: Incompatibility): number => edges.findIndex((each) => each.edge === edge)
  return found.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Whose report it is: the roles that were tested. */
export const partyOf = ({ actors, subject }: RunReport): string => {
  const roles = actors.flatMap(({ role, url }) => (url === undefined ? [] : [role]))
  const who = roles.length === 0 ? 'the reference cast' : roles.join(', ')
  return subject.product === undefined ? who : `${who} (${subject.product})`
}

function* decisionsOf(reports: readonly RunReport[]): Generator<Incompatibility> {
  const answers = Map.groupBy(
    reports.flatMap((report) => report.decisions.map((decision) => ({ ...decision, party: partyOf(report) }))),
    ({ id }) => id,
  )
  for (const [id, own] of answers) {
    if (new Set(own.map(({ value }) => value)).size < 2) continue
    const told = own.map(
      ({ value, source, party }) => `${value} for the ${party}${source === 'default' ? ', assumed' : ''}`,
    )
    const { edge } = edges.find(({ decisions }) => decisions.test(id)) ?? last
    yield { edge, what: 'decision', text: `${id} is ${told.join('; ')}` }
  }
}

const last = { edge: 'everywhere' }

function* failuresOf(reports: readonly RunReport[]): Generator<Incompatibility> {
  for (const report of reports) {
    const failed = report.results.filter(
      ({ outcome, force }) => outcome === 'failed' && (force === 'must' || force === 'must not' || force === 'stated'),
    )
    for (const { id, text } of failed) {
      const { edge } = edges.find(({ ids }) => ids.test(id)) ?? last
      yield { edge, what: 'failure', text: `the ${partyOf(report)} fails ${id}: ${text}` }
    }
  }
}

/** What all have to have in common, or their reports say different things by the same words. */
function* commonOf(reports: readonly RunReport[]): Generator<Incompatibility> {
  const told = (of: (report: RunReport) => string): string =>
    reports.map((report) => `${of(report)} for the ${partyOf(report)}`).join('; ')
  const isOne = (of: (report: RunReport) => string): boolean => new Set(reports.map(of)).size < 2
  const profile = ({ profile: name }: RunReport): string => name
  const registry = ({ tool }: RunReport): string =>
    `${tool.version}, ${tool.requirements} requirements, ${tool.decisions} decisions`
  if (!isOne(profile)) yield { ...last, what: 'profile', text: `the profile is ${told(profile)}` }
  if (!isOne(registry)) yield { ...last, what: 'registry', text: `the suite was ${told(registry)}` }
}

/** Two of one role do not meet, and a report without a target speaks for nobody. */
function* rolesOf(reports: readonly RunReport[]): Generator<Incompatibility> {
  const roles = reports.flatMap(({ actors }) => actors.flatMap(({ role, url }) => (url === undefined ? [] : [role])))
  for (const role of new Set(roles.filter((each, i) => roles.indexOf(each) < i))) {
    yield { ...last, what: 'role', text: `the ${role} was tested more than once: one of the reports is about another` }
  }
}
