import { readFileSync } from 'node:fs'
import manifest from '../package.json' with { type: 'json' }

// A bill of materials in CycloneDX: what is installed with the package, and what of others is bundled in its files.

/** A package as the lock file has it. */
interface LockedPackage {
  readonly version: string
  readonly license?: string
  readonly integrity?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

/** Makes the bill of materials. `bundled` has the modules in `dist`. */
export function makeBillOfMaterials(lockFile: string, bundled: readonly string[]): string {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>
  } // npm wrote it
  const find = (name: string): LockedPackage | undefined => packages[`node_modules/${name}`]
  const names = [...listClosure(Object.keys(manifest.dependencies), find)].sort()
  const inside = [...new Set(bundled.flatMap(nameBundled))].sort()
  const components = names.flatMap((name) => describeComponent(name, find(name), 'required'))
  const bundledComponents = inside.flatMap((name) => describeComponent(name, find(name), 'bundled'))
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `pkg:npm/${manifest.name}@${manifest.version}`,
        name: manifest.name,
        version: manifest.version,
        purl: `pkg:npm/${manifest.name}@${manifest.version}`,
        licenses: [{ license: { id: manifest.license } }],
      },
    },
    components: [...components, ...bundledComponents],
    dependencies: [
      {
        ref: `pkg:npm/${manifest.name}@${manifest.version}`,
        dependsOn: Object.keys(manifest.dependencies).flatMap((name) => writePurl(name, find(name))),
      },
      ...names.map((name) => ({
        ref: writePurl(name, find(name))[0],
        dependsOn: Object.keys(find(name)?.dependencies ?? {}).flatMap((each) => writePurl(each, find(each))),
      })),
    ],
  }
  return `${JSON.stringify(document, undefined, 2)}\n`
}

/** Every package that is installed with some. */
function* listClosure(
  names: readonly string[],
  find: (name: string) => LockedPackage | undefined,
  seen = new Set<string>(),
): Generator<string> {
  for (const name of names) {
    if (seen.has(name)) continue
    seen.add(name)
    yield name
    yield* listClosure(Object.keys(find(name)?.dependencies ?? {}), find, seen)
  }
}

/** The package of a module that is bundled, if it is not one of ours. The bundler adds a few lines of its own. */
function nameBundled(id: string): readonly string[] {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(id.replaceAll('\\', '/')) ?? []
  if (name !== undefined) return [name]
  return id.startsWith('\0rolldown') ? ['rolldown'] : []
}

const writePurl = (name: string, found: LockedPackage | undefined): readonly string[] =>
  found ? [`pkg:npm/${name.replace('@', '%40')}@${found.version}`] : []

function describeComponent(name: string, found: LockedPackage | undefined, how: 'required' | 'bundled') {
  const [purl] = writePurl(name, found)
  if (!found || purl === undefined) return []
  const [algorithm = '', digest = ''] = found.integrity?.split('-') ?? []
  const isSha512 = algorithm === 'sha512'
  return [
    {
      type: 'library',
      'bom-ref': how === 'bundled' ? `${purl}#bundled` : purl,
      name,
      version: found.version,
      purl,
      scope: 'required',
      ...(found.license !== undefined && { licenses: [{ expression: found.license }] }),
      ...(isSha512 && { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }),
      ...(how === 'bundled' && { properties: [{ name: 'assay:bundled', value: 'in dist' }] }),
    },
  ]
}
