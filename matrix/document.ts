import { toRoleMember } from '../model/role.ts'
import type { Settings } from '../model/settings.ts'
import type { Artefact } from '../protocol/artefacts/artefact.ts'
import { memoizeLast } from '../protocol/encoding/memoize-last.ts'
import { createDecider } from '../src/judge/decisions.ts'
import { findContent } from '../suites/document/actors/services/context.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import { CALLBACK } from '../suites/document/callback/requirements.ts'
import { probeSettings } from '../suites/document/derived/disabled-validations.ts'
import { combineMutations } from '../suites/document/kit/mutations.ts'
import { rejectingRows } from '../suites/document/kit/rejection.ts'
import { deriveTerms } from '../suites/document/kit/terms.ts'
import type { Actor, ActorMutation, IncomingMessage, Refusals } from '../suites/document/model/actors.ts'
import { listValidations } from '../suites/document/prove/disabled-validation-probes.ts'
import { legalTargets } from '../suites/document/prove/legal-targets.ts'
import { referenceOptions, referenceSettings } from '../suites/document/prove/live-run.ts'
import type { LegalTarget } from '../suites/document/prove/target-matrix.ts'
import { createValidations } from '../suites/document/reference/validations.ts'
import { createProbeCatalogue } from '../suites/document/run/probes/catalogue.ts'
import type { ProbeCatalogue } from '../suites/document/run/probes/probe-catalogue.ts'
import { sendProbes } from '../suites/document/run/probes/send-probes.ts'
import { listBaseUrls } from '../suites/document/run/routes/addresses.ts'
import { run } from '../suites/document/run/run.ts'
import type { SessionStore } from '../suites/document/run/sessions/session-store.ts'
import { createMatrixRole, type MatrixRole, type MatrixSetting, type Weaken } from './cells.ts'
import type { Traits, Validation } from './conditions.ts'

/** The roles of the document whose validations are left out, with the names of their actors. */
const receivers = ['issuer', 'wallet', 'identity app', 'wallet backend', 'verifier'] as const
type Receiver = (typeof receivers)[number]

const isAttestation = ({ kind }: Artefact): boolean => kind === 'attestation'

const write = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value))

const readCredential = ({ artefacts }: IncomingMessage) => findContent(artefacts, 'credential')
const readAttestation = ({ artefacts }: IncomingMessage) => findContent(artefacts, 'attestation')

const readLeaf = (message: IncomingMessage): string | undefined => {
  const chain = readAttestation(message)?.jws.header.x5c
  return Array.isArray(chain) ? write(chain[0]) : undefined
}

const traits: Traits<IncomingMessage> = {
  same: [
    {
      name: 'payload of the attestation',
      of: /^ATT-(SIGNED|CHAIN|LEAF|TYP|CRIT)$/,
      read: (message) => readAttestation(message)?.jws.body,
    },
    {
      name: 'certificate of the attestation',
      of: /^ATT-(SIGNED|CHAIN|FRESH|NONCE|KEYS)$/,
      read: readLeaf,
      isRotated: true,
    },
    {
      name: 'payload of the credential',
      of: /^(CRED-(SIGNED|TYP|CRIT|RESOLVED)|SD-.*|STATUS-.*)$/,
      read: (message) => readCredential(message)?.jws.body,
    },
    {
      name: 'id of the credential',
      of: /^(CRED|SD|STATUS)-/,
      read: (message) => write(readCredential(message)?.jws.payload.id),
    },
    {
      name: 'key of the credential',
      of: /^CRED-(SIGNED|RESOLVED|ISS|ISSUER)$/,
      read: (message) => write(readCredential(message)?.jws.header.kid),
      isRotated: true,
    },
  ],
  list: {
    of: /^(ATT|PROOF|NONCE)-/,
    count: ({ artefacts }) => artefacts.filter(isAttestation).length,
    pick: ({ artefacts, ...message }, isKept) => {
      const all = artefacts.filter(isAttestation)
      const kept = all.filter((_, i) => isKept(i, all.length))
      return { ...message, artefacts: artefacts.filter((each) => !isAttestation(each) || kept.includes(each)) }
    },
  },
  unlike: [
    {
      when: 'where no claim is disclosed',
      of: /^(CRED|SD|STATUS)-/,
      isOne: (message) => readCredential(message)?.disclosures.length === 0,
    },
  ],
}

interface Place extends Pick<LegalTarget, 'decisions' | 'make'> {
  readonly receiver: Receiver
  readonly validations: readonly string[]
}

/** The refusals of a role, those of a credential by name: a wallet backend does not name them. */
function nameRefusals({ receiver, decisions }: Place): (original: Refusals) => Refusals {
  if (receiver !== 'wallet backend') return (original) => original
  const settings = { ...referenceSettings, decisions }
  const { decide } = createDecider(settings)
  const ofCredentials = createValidations(decide, deriveTerms(decide, listBaseUrls(settings)))('verifier')
  return (original) => (message) => [
    ...original(message).filter((id) => id !== CALLBACK.VERIFIED.id),
    ...ofCredentials(message),
  ]
}

/** Leaves validations out of what a role refuses. */
function weakenRefusals(place: Place, weaken: Weaken<IncomingMessage>): (original: Refusals) => Refusals {
  const name = nameRefusals(place)
  let refusals: Refusals = () => []
  const findRefused = memoizeLast((message: IncomingMessage) => new Set(refusals(message)))
  const all = new Map<string, Validation<IncomingMessage>>(
    place.validations.map((id) => [id, weaken(id, (message) => !findRefused(message).has(id))]),
  )
  return (original) => {
    refusals = name(original)
    return (message) => {
      // The message of another step does not count.
      if (message.artefacts.length === 0) return original(message)
      const accepted = new Set([...all].flatMap(([id, validation]) => (validation(message) ? [id] : [])))
      return [...findRefused(message)].filter((id) => !accepted.has(id))
    }
  }
}

const change = (receiver: Receiver, weaken: (original: Refusals) => Refusals): ActorMutation => ({
  [toRoleMember(receiver)]: <A extends Actor>(original: A): A => ({
    ...original,
    findRefusals: weaken(original.findRefusals),
  }),
})

/** The probes of one validation. */
const pickProbes = ({ faults, statefulProbes, ...rest }: ProbeCatalogue, id: string): ProbeCatalogue => ({
  ...rest,
  faults: faults.filter(({ breaks }) => breaks.id === id),
  statefulProbes: statefulProbes.filter(({ requirement, breaks = requirement }) => breaks.id === id),
})

/** Lets all sessions of a store have an actor that is changed. */
const changeStore = (store: SessionStore, own: ActorMutation): SessionStore => ({
  ...store,
  openSession: ({ mutation = {}, ...rest }) =>
    store.openSession({ ...rest, mutation: combineMutations(mutation, own) }),
})

function createSetting(name: string, place: Place): MatrixSetting<IncomingMessage> {
  const { receiver, decisions, make } = place
  // Where a violation is a risk, it counts before a target goes live.
  const settings: Settings = { ...referenceSettings, decisions, gate: 'go-live' }
  return {
    name,
    listRows: (validation) => [validation],
    play: async (weaken, focus) => {
      const mutation = combineMutations(make(), change(receiver, weakenRefusals(place, weaken)))
      const { report } = await run(
        { ...settings, only: focus ? [...rejectingRows, focus.validation] : [] },
        {
          ...{ ...referenceOptions, mutation, tested: new Set([receiver]), tampers: [] },
          sendProbes: (store) => {
            const own = changeStore(store, mutation)
            const catalogue = createProbeCatalogue(own, { members: 1, seed: 1 })
            return sendProbes(own, focus ? pickProbes(catalogue, focus.validation) : catalogue)
          },
        },
      )
      return report.results.flatMap(({ id, outcome, decides }) => (outcome === 'failed' && decides ? [id] : []))
    },
  }
}

const keep = (): ActorMutation => ({})

function createRole(receiver: Receiver): MatrixRole {
  const validations = listValidations(requirements).flatMap((each) =>
    each.receiver === receiver ? [each.requirement] : [],
  )
  const answered = probeSettings.map(({ decisions }) => ({
    ...{ id: ['document', ...Object.entries(decisions).flat()].join(' '), decisions, make: keep },
  }))
  const targets = legalTargets.filter((each) => each.receiver === receiver)
  const settings = [...answered, ...targets].map(({ id, decisions, make }) =>
    createSetting(id, { receiver, validations, decisions, make }),
  )
  return createMatrixRole(settings, traits)
}

/** The roles of the document. */
export const documentRoles = Object.fromEntries(receivers.map((role) => [role, createRole(role)]))
