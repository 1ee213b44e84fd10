import type { Target, TargetRole } from '../../model/settings.ts'
import { isObject } from '../../protocol/json.ts'
import { nameOf, type Origin, type Path } from './choices.ts'
import { nowhere } from './defaults.ts'
import type { Leaf } from './merge.ts'

/** One effective setting, for people. A secret is hidden. */
export interface Source {
  /** The key, as it is written in a configuration. */
  readonly key: string
  readonly value: string
  readonly origin: Origin
  /** The flag, the variable or the file; `default` for none of them. */
  readonly by: string
}

type Targets = { readonly [R in TargetRole]?: Target }

/** Every effective setting and where it comes from, in the order of a configuration. */
export function sourcesOf(leaves: readonly Leaf[], targets: Targets): readonly Source[] {
  const played = Object.keys(targets)
  const told = leaves.filter(({ path: [key, role] }) => key !== 'targets' || played.includes(String(role)))
  const addresses = Object.entries(nowhere)
    .filter(([role]) => !played.includes(role))
    .map(([role, value]): Source => ({ key: `addresses.${role}`, value, origin: 'default', by: 'default' }))
  return [...told.flatMap((leaf) => [...elements(leaf)]).map(sourceOf), ...addresses].sort(inOrder)
}

/** A list of accounts is told account by account. */
function* elements(leaf: Leaf): Generator<Leaf> {
  const { path, value } = leaf
  const steps = Array.isArray(value) && value.some(isObject) ? [...value.entries()] : []
  const members = isObject(value) ? Object.entries(value) : []
  for (const [step, inner] of [...steps, ...members]) {
    yield* elements({ ...leaf, path: [...path, step] satisfies Path, value: inner })
  }
  if (steps.length === 0 && !isObject(value)) yield leaf
}

function sourceOf({ path, value, layer: { origin, by, filled = [] } }: Leaf): Source {
  const key = nameOf(path)
  const isSecret = secrets.test(key) || filled.some((each) => isPart(key, each)) || hasUser(value)
  return { key, value: isSecret && origin !== 'default' ? '(hidden)' : textOf(value), origin, by }
}

/** Keys whose values open something, or belong to a person. */
const secrets = /^accounts\[\d+\]\.(sessionToken|uid)$|^targets\.[\w-]+\..*\b(passphrase$|(headers|query|body)\.)/

const isPart = (key: string, whole: string): boolean =>
  key === whole || key.startsWith(`${whole}.`) || whole.startsWith(`${key}[`)

/** The address of a proxy may name a user. */
const hasUser = (value: unknown): boolean => typeof value === 'string' && /^https?:\/\/[^/]*@/i.test(value)

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') || 'none' : typeof value === 'string' ? value : JSON.stringify(value)

const order =
  'profile decisions targets addresses listen accounts anchors only skip seed now out formats keepPrivate strict subject deadline'

const inOrder = (one: Source, other: Source): number => rank(one) - rank(other)

const rank = ({ key }: Source): number => order.split(' ').indexOf(key.replace(/[.[].*/, ''))
