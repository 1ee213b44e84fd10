import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file that only hands on what another exports: the names there, by the names that it gives them. */
interface Facade {
  readonly target: string
  readonly members: string
}

/**
 * Lets imports on demand go straight to the file that has what they ask for. The bundler writes a file of its own for each
 * module that is imported on demand and shares a file with others: opening five of them takes as long as fifty
 * signatures.
 */
export function inlineFacades(folder: string): void {
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const texts = new Map(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  const facades = new Map(
    [...texts].flatMap(([name, text]) => {
      const facade = name.startsWith('chunk-') ? readFacade(text) : undefined
      return facade ? [[name, facade] as const] : []
    }),
  )
  for (const [name, text] of texts) {
    if (facades.has(name)) rmSync(join(folder, name))
    else
      writeFileSync(
        join(folder, name),
        text.replaceAll(/import\(`\.\/([\w.-]+)`\)/g, (whole, asked) => {
          const facade = facades.get(asked)
          return facade ? `import(\`${facade.target}\`).then(all=>({${facade.members}}))` : whole
        }),
      )
  }
}

function readFacade(text: string): Facade | undefined {
  const [, names, target] = /^export\{([^}]*)\}from"([^"]+)";?\s*$/.exec(text) ?? []
  if (names === undefined || target === undefined) return undefined
  const members = names.split(',').map((each) => {
    const [name = '', alias = name] = each.trim().split(' as ')
    return `${alias}:all.${name}`
  })
  return { target, members: members.join(',') }
}
