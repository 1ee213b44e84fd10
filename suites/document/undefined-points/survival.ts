import { type CrashKind, crashKinds } from '../../../model/probe.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { Role } from '../../../model/role.ts'
import { ANSWERED, SURVIVES } from './requirements.ts'

/** What a role breaks if a message of another crashes it. Roles that are driven return no status. */
const survivalRequirements: { readonly [R in Role]?: { readonly [K in CrashKind]?: Requirement } } = {
  issuer: { lost: SURVIVES.ISSUER, status: ANSWERED.ISSUER },
  wallet: { lost: SURVIVES.WALLET },
  'identity app': { lost: SURVIVES.APP },
  'wallet backend': { lost: SURVIVES.BACKEND, status: ANSWERED.BACKEND },
  verifier: { lost: SURVIVES.VERIFIER, status: ANSWERED.VERIFIER },
}

/** The requirement that a crash of a role breaks; `undefined` if there is none. */
export const findSurvivalRequirement = (receiver: Role, kind: CrashKind): Requirement | undefined =>
  survivalRequirements[receiver]?.[kind]

/** Every requirement to survive, with the role that is bound, and the kind of crash. */
export const listSurvivals = (): readonly { role: Role; kind: CrashKind; requirement: Requirement }[] =>
  Object.keys(survivalRequirements).flatMap((key) => {
    const role = key as Role // the keys of the table
    return crashKinds.flatMap((kind) => {
      const requirement = findSurvivalRequirement(role, kind)
      return requirement ? [{ role, kind, requirement }] : []
    })
  })
