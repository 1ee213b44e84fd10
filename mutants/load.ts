import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { applyMutant, type Mutant } from './operators.ts'

/** The root of the project. */
export const root = new URL('..', import.meta.url)

/** Where the reference actors of the standards are, and what stands between them and a test: each mutant has modules of its own there. */
export const places = {
  issuer: 'suites/openid4vci/actors/',
  verifier: 'suites/openid4vp/actors/',
  issuanceWallet: 'suites/openid4vci/actors/wallet/',
  presentationWallet: 'suites/openid4vp/actors/wallet/',
}

const ownModules = /\/suites\/(?:oauth|openid4vci|openid4vp|haip)\/(?:actors|harness)\//

/** Where what a test sends can be changed before it is signed or sent: a text of the source, and what stands in its place. */
export const openings = [
  [
    'suites/oauth/harness/wallet-keys.ts',
    'const input = [header, claims]',
    'const input = __probing.sign([header, claims])',
  ],
  ['suites/openid4vp/harness/verifier/issue-sd-jwt.ts', '= makeSample({', '= __probing.issue(makeSample)({'],
  ['suites/openid4vci/harness/reference-issuer.ts', 'createVciIssuer({', '__probing.call(createVciIssuer)({'],
  ['suites/openid4vp/harness/reference-verifier.ts', 'createVpVerifier({', '__probing.call(createVpVerifier)({'],
] as const

const open = (file: string, source: string): string => {
  const own = openings.filter(([path]) => file.endsWith(`/${path}`))
  return own.reduce((text, [path, before, after]) => {
    if (!text.includes(before)) throw new Error(`${path} has no \`${before}\``)
    return text.replace(before, after)
  }, source)
}

const loaded = new Map<string, Mutant>()
let count = 0

/** Loads modules with all that belongs to them, as they are or with a mutant in them; nothing is shared with another loader. */
export function createLoader(mutant?: Mutant): (path: string) => Promise<Readonly<Record<string, unknown>>> {
  const name = String(++count)
  if (mutant) loaded.set(name, mutant)
  return (path) => import(`${new URL(path, root).href}?copy=${name}`)
}

const readCopy = (url: string | undefined): string | undefined => url?.split('?copy=')[1]

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const copy = readCopy(context.parentURL)
    if (copy === undefined || !ownModules.test(resolved.url)) return resolved
    return { ...resolved, url: `${resolved.url.split('?')[0]}?copy=${copy}` }
  },
  load(url, context, next) {
    const copy = readCopy(url)
    if (copy === undefined) return next(url, context)
    const file = fileURLToPath(url.split('?')[0] ?? '')
    const mutant = loaded.get(copy)
    const isMutated = mutant !== undefined && file.endsWith(`/${mutant.file}`)
    if (!file.endsWith('.ts')) return next(url, context)
    const source = readFileSync(file, 'utf8')
    return {
      format: 'module-typescript',
      source: open(file, isMutated ? applyMutant(source, mutant) : source),
      shortCircuit: true,
    }
  },
})
