import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const cache = process.env.LEAGUE_CACHE ?? new URL('.cache', import.meta.url).pathname

/** What is installed: packages with versions, and versions in place of those that a package names. */
export interface Installation {
  readonly folder: string
  readonly packages: readonly string[]
  readonly overrides?: Readonly<Record<string, string>>
}

/** Installs packages into a folder of their own, without running anything of them. */
export function install({ folder: name, packages, overrides = {} }: Installation): string {
  const folder = join(cache, name)
  const [first = ''] = packages
  if (existsSync(join(folder, 'node_modules', first.replace(/(?<=.)@.*/, '')))) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }))
  const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', ['install', ...flags, ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`${first} cannot be installed`)
  return folder
}

/** Installs one version of a library, with what its adapter needs. */
export const installLibrary = (name: string, version: string): string =>
  install({
    folder: `${name.slice(1).replace('/', '+')}@${version}`,
    packages: [`${name}@${version}`, 'jose@6'],
  })
