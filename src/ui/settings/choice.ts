import { targetRoles } from '../../../model/role.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import type { OwnSuite } from '../../../suites/own/own-suite.ts'
import { suites } from '../../../suites/suites.ts'
import { listRoles, type PlayedStandard, playedStandards } from '../../config/tested-roles.ts'

/** A suite that can be picked: the document, a standard, or one of the user. */
export interface PickedSuite {
  readonly name: string
  readonly title: string
  readonly roles: readonly string[]
  /** The standard that is played; absent for the document. */
  readonly on?: PlayedStandard
}

/** What is to be tested: a role, by a suite. */
export interface TestChoice {
  readonly suite: PickedSuite
  readonly role: string
}

const documentSuite: PickedSuite = { name: 'document', title: 'The document', roles: targetRoles }

/** Lists the suites that can be picked, those of the user last. */
export const listPicked = (owns: readonly OwnSuite[]): readonly PickedSuite[] => [
  documentSuite,
  ...playedStandards.map((on) => ({ name: on, title: suites[on].title, roles: listRoles(on), on })),
  ...owns.map(({ name, title, on }) => ({ name, title, roles: ['issuer'], on })),
]

/** Finds what was picked by name; the first role, if none or another one is named. */
export function findChoice(
  all: readonly PickedSuite[],
  name: string | null | undefined,
  role: string | null | undefined,
): TestChoice | undefined {
  const suite = all.find((each) => each.name === name)
  const found = suite?.roles.find((each) => each === role) ?? suite?.roles[0]
  return suite && found !== undefined ? { suite, role: found } : undefined
}

/** Names what is tested, as the subject of a sentence. Without a target, that is a reference actor. */
export function nameChoice({ suite, role }: TestChoice, hasTarget: boolean): string {
  const name = role.replace('-', ' ')
  if (suite.on === undefined) return hasTarget ? `the ${name}` : 'the reference actors'
  return `the ${hasTarget ? '' : 'reference '}${name} by ${suite.title}`
}

/** The settings of a role in a configuration, whatever their form. */
export function readTarget(config: JsonObject, role: string): JsonObject {
  const { [role]: target } = Object(config.targets)
  if (typeof target !== 'string') return Object(target)
  const member = { issuer: 'offers', verifier: 'requests' }[role]
  return member === undefined || config.suite === 'document' ? { url: target } : { [member]: [target] }
}
