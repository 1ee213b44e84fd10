import type { OwnSuite } from './own/own-suite.ts'

/** The profiles of ecosystems that come with Assay. Each is a suite like one of your own, and is loaded when it is named. */
const ecosystems: Readonly<Record<string, () => Promise<{ readonly suite: OwnSuite }>>> = {
  'eudi-pid': () => import('./ecosystems/eudi-pid.ts'),
  'it-wallet-id': () => import('./ecosystems/it-wallet-id.ts'),
}

export const ecosystemNames: readonly string[] = Object.keys(ecosystems)

/** How the suite of an ecosystem is loaded; nothing, for another name. */
export function findEcosystem(name: string): (() => Promise<OwnSuite>) | undefined {
  const load = Object.hasOwn(ecosystems, name) ? ecosystems[name] : undefined
  return load && (async () => (await load()).suite)
}
