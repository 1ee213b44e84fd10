import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { circlesIn, importsOf, sourcesIn } from './imports.ts'

/** A room (a folder), the rooms below it that it may import, and its packages. Anything not listed is forbidden. */
interface Room {
  readonly on: readonly string[]
  readonly packages?: readonly string[]
}

const ground = ['model', 'protocol'] as const
const suites = [...ground, 'suites', 'suites/*/model', 'suites/*/actors'] as const

/** Every room, from the lowest up. A room may import only rooms that come before it in this list. */
const rooms: Readonly<Record<string, Room>> = {
  'package.json': { on: [] },
  schemas: { on: [] },
  fixtures: { on: [] },
  protocol: { on: ['schemas'] },
  model: { on: ['protocol', 'schemas'] },
  plans: { on: ['model'] },
  'suites/*/model': { on: ground, packages: ['fast-check'] },
  'suites/*/actors': { on: [...ground, 'suites/*/model'] },
  suites: { on: [...ground, 'schemas', 'fixtures', 'suites/*/model', 'suites/*/actors'], packages: ['fast-check'] },
  reporters: { on: ['model', 'protocol'] },
  'src/runtime': { on: ['package.json', 'protocol'] },
  'src/terminal': { on: ['model', 'reporters'] },
  'src/wire': { on: ground, packages: ['undici', 'hono/quick', '@hono/node-server', 'msw'] },
  'src/files': { on: [...ground, 'src/runtime', 'src/terminal', 'src/wire'] },
  'src/workers': { on: ['src/runtime'] },
  'src/queue': {
    on: ['model', 'src/runtime', 'src/workers'],
    packages: ['@nats-io/transport-node', '@nats-io/jetstream', '@nats-io/obj'],
  },
  'src/drivers': { on: [...ground, 'reporters', 'src/files', 'src/wire'], packages: ['uqr'] },
  'src/judge': { on: [...suites, 'plans'] },
  'suites/*/reference': { on: [...suites, 'fixtures', 'src/judge', 'src/runtime', 'src/wire'] },
  'src/privacy': { on: [...suites, 'schemas', 'src/judge'] },
  'src/config': {
    on: [
      ...suites,
      ...[
        'schemas',
        'reporters',
        'src/drivers',
        'src/judge',
        'suites/*/reference',
        'src/runtime',
        'src/terminal',
        'src/wire',
      ],
    ],
  },
  'suites/*/run': {
    on: [
      ...suites,
      'plans',
      ...['schemas', 'fixtures', 'reporters', 'src/drivers', 'src/files', 'src/judge', 'src/privacy'],
      ...['suites/*/reference', 'src/runtime', 'src/terminal', 'src/wire', 'src/workers'],
    ],
  },
  'src/run-folder': {
    on: [
      ...[...ground, 'suites', 'suites/*/model', 'schemas', 'reporters', 'src/config', 'src/drivers', 'src/files'],
      'src/judge',
      'src/privacy',
      ...['suites/*/reference', 'suites/*/run', 'src/runtime', 'src/terminal'],
    ],
  },
  'src/verify': {
    on: [
      ...suites,
      'schemas',
      'reporters',
      'src/config',
      'src/files',
      'src/judge',
      'src/privacy',
      'src/runtime',
      'src/terminal',
    ],
  },
  'src/audit': {
    on: [
      ...suites,
      ...['reporters', 'src/files', 'src/judge', 'src/queue', 'src/runtime', 'src/terminal', 'src/verify'],
      'src/workers',
    ],
  },
  'src/prove': { on: [...suites, 'reporters', 'src/judge', 'src/terminal', 'src/verify'] },
  'suites/*/prove': {
    on: [
      ...suites,
      ...['fixtures', 'reporters', 'src/audit', 'src/judge', 'src/prove', 'src/terminal', 'src/verify', 'src/workers'],
      ...['suites/*/reference', 'suites/*/run'],
    ],
  },
  'suites/*/claim': { on: [...suites, 'reporters', 'src/judge', 'suites/*/run'] },
  'src/claim': {
    on: [
      ...[...ground, 'suites', 'plans', 'schemas', 'reporters', 'src/config', 'src/files', 'src/judge', 'src/privacy'],
      ...['src/run-folder', 'src/runtime', 'suites/*/claim'],
    ],
  },
  'suites/*/author': { on: [...suites, 'src/files', 'suites/*/prove'] },
  'src/many-runs': {
    on: [
      ...['model', 'protocol', 'reporters', 'src/config', 'src/drivers', 'src/files', 'src/run-folder', 'src/runtime'],
      'src/terminal',
    ],
  },
  'src/remote': {
    on: [
      ...['model', 'protocol', 'reporters', 'src/audit', 'suites/*/prove', 'src/files', 'src/many-runs', 'src/queue'],
      ...['suites/*/run', 'src/run-folder', 'src/runtime', 'src/terminal', 'src/workers'],
    ],
  },
  'suites/*/compare': {
    on: [
      ...[...suites, 'reporters', 'src/judge', 'src/privacy', 'suites/*/reference', 'suites/*/run'],
      'src/run-folder',
    ],
  },
  'src/compare': {
    on: [
      ...[...ground, 'suites', 'reporters', 'schemas', 'src/config', 'src/judge', 'suites/*/run'],
      ...['src/run-folder', 'src/runtime', 'src/terminal', 'suites/*/compare'],
    ],
  },
  'src/harness': {
    on: [
      ...[...suites, 'reporters', 'src/drivers', 'src/files', 'src/judge', 'src/prove', 'src/runtime', 'src/terminal'],
      ...['src/verify', 'src/wire'],
    ],
  },
  'suites/*/harness': {
    on: [
      ...[...suites, 'reporters', 'src/drivers', 'src/files', 'src/harness', 'src/judge', 'src/prove'],
      ...['suites/*/reference', 'src/runtime', 'src/terminal', 'src/verify', 'src/wire'],
    ],
  },
  'src/play': {
    on: [
      ...[
        ...suites,
        'schemas',
        'reporters',
        'src/config',
        'src/files',
        'src/harness',
        'src/judge',
        'src/runtime',
        'src/terminal',
      ],
      ...['src/verify', 'src/wire', 'suites/*/harness'],
    ],
    packages: ['msw'],
  },
  'src/vectors': {
    on: [...suites, 'reporters', 'src/files', 'src/harness', 'src/prove', 'src/terminal', 'src/verify'],
  },
  'suites/*/explain': {
    on: [...suites, 'reporters', 'src/judge', 'suites/*/prove', 'suites/*/reference', 'suites/*/run'],
  },
  'src/explain': {
    on: [
      ...[...suites, 'reporters', 'src/config', 'src/files', 'src/judge', 'src/prove', 'src/runtime'],
      'suites/*/explain',
    ],
  },
  'suites/*/serve': {
    on: [
      ...suites,
      ...[
        'schemas',
        'fixtures',
        'reporters',
        'src/config',
        'src/drivers',
        'src/files',
        'src/judge',
        'suites/*/prove',
        'src/runtime',
      ],
      ...['src/play', 'src/terminal', 'src/wire', 'suites/*/harness', 'suites/*/reference', 'suites/*/run'],
    ],
    packages: ['msw'],
  },
  'suites/*/init': { on: [...suites, 'src/judge', 'src/wire'] },
  'src/init': {
    on: [
      ...suites,
      ...['reporters', 'src/config', 'src/drivers', 'src/files', 'src/judge', 'suites/*/init', 'src/terminal'],
    ],
    packages: ['assay'],
  },
  'suites/*/doctor': {
    on: [
      ...[...ground, 'suites/*/model', 'src/config', 'src/drivers', 'suites/*/reference', 'suites/*/run'],
      ...['src/runtime', 'src/terminal'],
    ],
  },
  'src/doctor': { on: ['src/config', 'src/terminal', 'suites/*/doctor'] },
  'src/ui': {
    on: [
      ...suites,
      ...['schemas', 'reporters', 'src/claim', 'src/compare', 'src/config', 'src/drivers', 'src/explain', 'src/files'],
      ...['src/harness', 'src/judge', 'suites/*/run', 'src/run-folder', 'src/runtime', 'src/terminal', 'src/wire'],
    ],
  },
  'src/cli': {
    on: [
      ...suites,
      ...[
        'reporters',
        'src/audit',
        'suites/*/author',
        'suites/*/init',
        'src/claim',
        'src/compare',
        'src/config',
        'src/doctor',
        'src/drivers',
        'src/explain',
        'src/files',
        'src/init',
        'src/many-runs',
      ],
      ...[
        'src/privacy',
        'src/prove',
        'suites/*/prove',
        'suites/*/reference',
        'src/remote',
        'suites/*/run',
        'src/run-folder',
        'src/runtime',
        'suites/*/serve',
      ],
      ...[
        'src/harness',
        'src/play',
        'src/terminal',
        'src/ui',
        'src/vectors',
        'src/verify',
        'src/wire',
        'suites/*/harness',
      ],
    ],
  },
}

/** What knows a part of every suite is as high as that part. */
const registries: Readonly<Record<string, string>> = {
  'suites/played.ts': 'suites/*/harness',
  'suites/explained.ts': 'suites/*/explain',
  'suites/standard-actors.ts': 'suites/*/harness',
  'suites/proved.ts': 'suites/*/prove',
  'suites/authored.ts': 'suites/*/author',
  'suites/inspected.ts': 'suites/*/init',
  'suites/published.ts': 'suites/*/harness',
  'suites/exported.ts': 'suites/*/prove',
  'suites/divided.ts': 'suites/*/prove',
  'suites/served.ts': 'suites/*/serve',
  'suites/intercepted.ts': 'suites/*/serve',
  'suites/claimed.ts': 'suites/*/claim',
  'suites/compared.ts': 'suites/*/compare',
  'suites/examined.ts': 'suites/*/doctor',
  'suites/usual-parties.ts': 'suites/*/reference',
  'suites/run.ts': 'suites/*/run',
  'suites/planned.ts': 'suites/*/run',
}

const findRoom = (file: string): string => {
  const [top = '', second = '', third = ''] = file.split('/')
  const registry = registries[file]
  if (registry !== undefined) return registry
  if (
    top === 'suites' &&
    [
      'model',
      'actors',
      'reference',
      'run',
      'harness',
      'prove',
      'explain',
      'claim',
      'compare',
      'doctor',
      'serve',
      'author',
      'init',
    ].includes(third)
  )
    return `suites/*/${third}`
  return top === 'src' && third !== '' ? `src/${second}` : top
}

/** The sources of a room. */
const sourcesOf = (name: string): readonly string[] =>
  sourcesIn(name.startsWith('suites') ? 'suites' : name).filter(
    (file) => findRoom(file) === name || !name.startsWith('suites'),
  )

const names = Object.keys(rooms)

describe('the plan', () => {
  it('has every folder below src', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter((each) => each.isDirectory())

    expect(folders.map(({ name }) => `src/${name}`).filter((name) => !names.includes(name))).toEqual([])
  })

  it('has imports in one direction only', () => {
    const upwards = Object.entries(rooms).flatMap(([name, { on }]) =>
      on.filter((below) => names.indexOf(below) >= names.indexOf(name)).map((below) => `${name} on ${below}`),
    )

    expect(upwards).toEqual([])
  })
})

/** Each room one floor above the highest that it imports, from the top down. */
function drawFloors(): string {
  const below = new Map(
    names.map((name) => [
      name,
      new Set(
        sourcesOf(name).flatMap((file) =>
          importsOf(file).flatMap(({ target, isOurs }) => (isOurs ? findRoom(target) : [])),
        ),
      ),
    ]),
  )
  const floors = new Map<string, number>()
  for (const name of names) {
    const others = [...(below.get(name) ?? [])].filter((other) => other !== name)
    floors.set(name, 1 + Math.max(0, ...others.map((other) => floors.get(other) ?? 0)))
  }
  const drawn = Map.groupBy(names, (name) => floors.get(name) ?? 0)
  return [...drawn]
    .toSorted(([a], [b]) => b - a)
    .map(([floor, all]) => `${String(floor).padStart(2)}  ${all.toSorted().join('  ')}`)
    .join('\n')
}

describe('ARCHITECTURE.md', () => {
  it('draws the floors as the imports make them', () => {
    expect(readFileSync('ARCHITECTURE.md', 'utf8')).toContain(`\`\`\`\n${drawFloors()}\n\`\`\``)
  })
})

describe.each(Object.entries(rooms))('%s', (name, { on, packages = [] }) => {
  const imports = sourcesOf(name).flatMap(importsOf)

  it('imports only the rooms below it, types included', () => {
    const allowed = new Set([name, ...on])
    const forbidden = imports.filter(({ target, isOurs }) => isOurs && !allowed.has(findRoom(target)))

    expect(forbidden.map(({ file, target }) => `${file}: ${target}`)).toEqual([])
  })

  it('imports no package that it does not own', () => {
    const foreign = imports.filter(
      ({ target, isOurs }) => !isOurs && !target.startsWith('node:') && !packages.includes(target),
    )

    expect(foreign.map(({ file, target }) => `${file}: ${target}`)).toEqual([])
  })
})

describe('the model', () => {
  it('imports only types from the rooms below it', () => {
    const values = sourcesIn('model').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^import (?!type)[^;]*?from '\.\.\/protocol[^']*'/gms)].map(
        ([line]) => `${file}: ${line}`,
      ),
    )

    expect(values).toEqual([])
  })
})

const sources = ['src', 'model', 'protocol', 'suites', 'reporters'].flatMap(sourcesIn)

describe('the public entries', () => {
  it('load nothing of the command line', () => {
    const entries = readdirSync('src').filter((name) => name.endsWith('.ts'))
    const reached = new Set(entries.map((name) => `src/${name}`))
    for (const file of reached)
      for (const { target, isOurs } of importsOf(file)) if (isOurs && target.endsWith('.ts')) reached.add(target)

    expect([...reached].filter((file) => findRoom(file) === 'src/cli')).toEqual([])
  })
})

/** Access to the outside world, and the files that may have it. */
const rights = [
  { what: 'the wall clock', pattern: /Date\.now\(|new Date\(\)|performance\.now\(/, only: ['src/runtime/clock.ts'] },
  {
    what: 'randomness',
    pattern: /Math\.random|randomBytes|randomUUID|getRandomValues/,
    only: ['src/runtime/random.ts'],
  },
  {
    what: 'the terminal',
    pattern: /\bconsole\.(?!log\("::|ts'|\s)|process\.stdout|process\.stderr/,
    only: ['src/cli/', 'src/terminal/'],
  },
  {
    what: 'files',
    pattern: /from 'node:fs/,
    only: [
      'src/files/',
      'src/audit/',
      'suites/document/author/',
      'src/claim/',
      'src/terminal/',
      'src/config/',
      'src/run-folder/',
      'src/init/',
      'src/doctor/',
      'src/explain/stored.ts',
      'src/many-runs/',
      'src/ui/',
      'src/cli/',
    ],
  },
  {
    what: 'the end of the process',
    pattern: /process\.exit\b|process\.exitCode/,
    only: ['src/cli/main.ts', 'src/terminal/output.ts'],
  },
]

describe.each(rights)('$what', ({ pattern, only }) => {
  it('is used in its own files only', () => {
    const elsewhere = sources.filter(
      (file) => !only.some((home) => file.startsWith(home)) && pattern.test(readFileSync(file, 'utf8')),
    )

    expect(elsewhere).toEqual([])
  })
})

describe('every source', () => {
  it('is in no circle of imports, types and lazy ones included', () => {
    expect(circlesIn(sources)).toEqual([])
  })

  it('has a specific name', () => {
    const vague = [...sources, ...['test', 'tools', 'bench'].flatMap(sourcesIn)].filter(
      (file) => !/credential-manager/.test(file) && /\b(utils?|helpers?|common|manager|misc|data|info)\b/.test(file),
    )

    expect(vague).toEqual([])
  })

  it('keeps values by the identity of an object in few modules', () => {
    const caches = sources.filter((file) =>
      /^(export )?const \w+ = new Weak(Map|Set)/m.test(readFileSync(file, 'utf8')),
    )

    expect(caches.toSorted()).toEqual(Object.keys(identityCaches))
  })

  it('has no index below a room', () => {
    expect(sources.filter((file) => /^src\/.+\/index\.ts$/.test(file))).toEqual([])
  })

  it('has no TODO', () => {
    const marks = sources.filter((file) => /\bFIXME\b|\bTODO\b/.test(readFileSync(file, 'utf8')))

    expect(marks).toEqual([])
  })
})

/** Module-level caches by the identity of an object, each with the reason why its keys never change. None is by an array. */
const identityCaches = {
  'protocol/jose/jwk.ts': 'a JWK is parsed JSON',
  'protocol/jose/oaep.ts': 'a JWK is parsed JSON',
  'suites/document/actors/steps/device.ts': 'a draft of a certificate is a constant',
}

describe('every folder below src, model, protocol and the engine of the document', () => {
  const engine = ['src', 'model', 'protocol', 'suites/document/run', 'suites/document/reference']
  const folders = [...new Set(engine.flatMap(sourcesIn).map((file) => dirname(file)))]
  const filesIn = (folder: string): readonly string[] => sources.filter((file) => dirname(file) === folder)

  it('has at most 25 files', () => {
    expect(folders.filter((folder) => filesIn(folder).length > 25)).toEqual([])
  })

  it('has files that import one another', () => {
    const apart = folders.filter((folder) => {
      const own = filesIn(folder)
      return own.length > 1 && !own.some((file) => importsOf(file).some(({ target }) => own.includes(target)))
    })

    expect(apart).toEqual([])
  })
})
