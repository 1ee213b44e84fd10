import { describe, expect, it } from 'vitest'
import { requirements } from '../../suites/document/all/requirements.ts'
import { rejectingRows } from '../../suites/document/kit/rejection.ts'
import type { ActorMutation, IncomingMessage } from '../../suites/document/model/actors.ts'
import { listValidations } from '../../suites/document/prove/disabled-validation-probes.ts'
import { playBackend, playIssuer, playVerifier, type Shown, sendFaultsOf } from './evading.ts'

// A receiver may validate, and not always. Each validation of a reference actor holds only sometimes, where it is noticed
// that it never holds.

/** Whether a message is validated, by whether the validations before it found something. */
type Condition = () => (found: boolean) => boolean

const never: Condition = () => () => false

const conditions: Readonly<Record<string, Condition>> = {
  'only the first time': () => {
    let isFirst = true
    return () => {
      const now = isFirst
      isFirst = false
      return now
    }
  },
  'not after it has accepted': () => holdUntil((found) => !found),
  'not after it has refused': () => holdUntil((found) => found),
}

/** Holds until something has happened once. */
function holdUntil(isEnd: (found: boolean) => boolean): (found: boolean) => boolean {
  let isOver = false
  return (found) => {
    const isHeld = !isOver
    if (isEnd(found)) isOver = true
    return isHeld
  }
}

const members = { issuer: 'issuer', verifier: 'verifier', 'wallet backend': 'walletBackend' } as const

/** A reference actor in which one validation holds only on a condition. */
function weaken(role: keyof typeof members, id: string, condition: Condition): ActorMutation {
  const holds = condition()
  return {
    [members[role]]: <A extends { findRefusals: (message: IncomingMessage) => readonly string[] }>(original: A): A => ({
      ...original,
      findRefusals: (message: IncomingMessage) => {
        const refusals = original.findRefusals(message)
        // The message of another step does not count.
        if (message.artefacts.length === 0) return refusals
        // A backend says of a credential that it is refused, and not why.
        const others = refusals.filter((each) => each !== id && each !== 'CALLBACK-VERIFIED')
        return holds(others.length < refusals.length) ? refusals : others
      },
    }),
  }
}

const play = { issuer: playIssuer, verifier: playVerifier, 'wallet backend': playBackend } as const

/** The answers under which each requirement can be judged. */
const decisions = { 'callback.credentialForm': 'plain' }

/** Plays the faults of a requirement. Only the rows of refusing and its own can show them; that tampering is noticed is proven elsewhere. */
const playFaults = (role: keyof typeof members, id: string, condition: Condition): Promise<Shown> =>
  play[role](
    { mutation: weaken(role, id, condition) },
    {
      settings: { only: [...rejectingRows, id], ...(role === 'wallet backend' && { decisions }) },
      tampers: [],
      sendProbes: sendFaultsOf(`${id}/`),
    },
  )

const isFound = ({ report }: Shown): boolean =>
  report.results.some(({ outcome, decides }) => outcome === 'failed' && decides)

const validations = listValidations(requirements).flatMap(({ receiver, requirement }) =>
  Object.hasOwn(members, receiver) ? [{ role: receiver as keyof typeof members, requirement }] : [],
)

/** Where all probes but one are refused for something else as well. */
const once: readonly string[] = ['issuer CRE-ENC', 'verifier CRED-STATUS']

describe('a validation that holds only sometimes', () => {
  it.each(validations)('is noticed: $role $requirement', async ({ role, requirement }) => {
    const wherever = async (condition: Condition) => isFound(await playFaults(role, requirement, condition))
    const missed: string[] = []
    for (const [when, condition] of Object.entries(conditions)) {
      if (await wherever(condition)) continue
      // A validation that another one doubles is not noticed by its faults alone, even if it never holds.
      if (missed.length === 0 && !(await wherever(never))) break
      missed.push(when)
    }

    expect(missed).toEqual(once.includes(`${role} ${requirement}`) ? ['not after it has refused'] : [])
  })
})
