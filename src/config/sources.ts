import type { TargetRole } from '../../model/role.ts'
import type { Target } from '../../model/target.ts'
import { isObject } from '../../protocol/encoding/json.ts'
import { usualParties } from '../../suites/usual-parties.ts'
import { type ConfigPath, formatPath, type SettingOrigin } from './choices.ts'
import type { ConfigLeaf } from './merge-layers.ts'

/** One effective setting, for people. Secrets are hidden. */
export interface SettingSource {
  /** The key in a configuration. */
  readonly key: string
  readonly value: string
  readonly origin: SettingOrigin
  /** The flag, variable or file; `default` for none of them. */
  readonly by: string
}

type Targets = { readonly [R in TargetRole]?: Target }

/** Lists every effective setting with its source, in the order of a configuration. */
export function listSources(leaves: readonly ConfigLeaf[], targets: Targets): readonly SettingSource[] {
  const roles = Object.keys(targets)
  const shown = leaves.filter(({ path: [key, role] }) => key !== 'targets' || roles.includes(String(role)))
  const addresses = Object.entries(usualParties.addresses)
    .filter(([role]) => !roles.includes(role))
    .map(([role, value]): SettingSource => ({ key: `addresses.${role}`, value, origin: 'default', by: 'default' }))
  return [...shown.flatMap((leaf) => [...flattenLeaf(leaf)]).map(makeSource), ...addresses].sort(compareSources)
}

/** Splits objects, and lists of objects, into their members. */
function* flattenLeaf(leaf: ConfigLeaf): Generator<ConfigLeaf> {
  const { path, value } = leaf
  const steps = Array.isArray(value) && value.some(isObject) ? [...value.entries()] : []
  const members = isObject(value) ? Object.entries(value) : []
  for (const [step, inner] of [...steps, ...members]) {
    yield* flattenLeaf({ ...leaf, path: [...path, step] satisfies ConfigPath, value: inner })
  }
  if (steps.length === 0 && !isObject(value)) yield leaf
}

function makeSource({ path, value, layer: { origin, by, filled = [] } }: ConfigLeaf): SettingSource {
  const key = formatPath(path)
  const isSecret = secretKeys.test(key) || filled.some((each) => isSameOrInside(key, each)) || hasUser(value)
  return { key, value: isSecret && origin !== 'default' ? '(hidden)' : formatValue(value), origin, by }
}

/** Keys whose values grant access, or belong to a person. */
const secretKeys =
  /^accounts\[\d+\]\.(sessionToken|uid)$|^targets\.[\w-]+\..*\b((passphrase|body)$|(headers|query|body)\.)|^hooks\..*\.headers\./

const isSameOrInside = (key: string, whole: string): boolean =>
  key === whole || key.startsWith(`${whole}.`) || whole.startsWith(`${key}[`)

/** Whether a URL contains a user name, as that of a proxy may. */
const hasUser = (value: unknown): boolean => typeof value === 'string' && /^https?:\/\/[^/]*@/i.test(value)

const formatValue = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') || 'none' : typeof value === 'string' ? value : JSON.stringify(value)

const order =
  'profile decisions targets addresses listen accounts anchors hooks only skip probes members concurrency seed incognito writeRoot now out formats docsUrl keepPrivate gate strict subject patience deadline'

const compareSources = (one: SettingSource, other: SettingSource): number => findRank(one) - findRank(other)

const findRank = ({ key }: SettingSource): number => order.split(' ').indexOf(key.replace(/[.[].*/, ''))
