import { sanitize } from '../../reporters/text/sanitize.ts'
import { listStandards, type PlayedStandard, type TestedRole } from '../config/tested-roles.ts'

/** What a configuration of a standard is written from. */
export interface InitialSuite {
  readonly suite: PlayedStandard
  readonly role: TestedRole
  /** An offer, a request, or how a wallet or holder is driven. */
  readonly url?: string
}

/** How a target of each role is written, and an example. */
const targets: Readonly<Record<TestedRole, { readonly write: (text: string) => string; readonly example: string }>> = {
  issuer: { write: (text) => `{ offers: [${text}] }`, example: 'https://issuer.example/new-offer' },
  verifier: { write: (text) => `{ requests: [${text}] }`, example: 'https://verifier.example/new-request' },
  wallet: { write: (text) => text, example: 'https://wallet.example/control' },
  holder: { write: (text) => text, example: 'module:./holder.ts' },
}

/** The text of a first configuration of a standard. */
export function makeSuiteText({ suite, role, url }: InitialSuite): string {
  const { write, example } = targets[role]
  const target = `${role}: ${write(`'${sanitize(url ?? example, 2_000).replaceAll(/['\\]/g, '\\$&')}'`)},`
  const [usual] = listStandards(role)
  return `import { defineHarness } from 'assay'

// \`npx assay run\` tests by this file, \`npx assay plan\` lists what has to pass.
// Any text may contain \${NAME}, which is read from the environment: keep secrets there.
// Each setting is a flag of \`npx assay test ${role}${usual === suite ? '' : ` --profile ${suite}`}\`: \`npx assay help test\` describes all of them.
export default defineHarness({
  suite: '${suite}',
${url === undefined ? `  role: '${role}', // the reference ${role} is tested until there is a target\n` : ''}
  // The implementation under test.
  targets: {
    ${url === undefined ? `// ${target}` : target}
  },

  // Negative tests, and unusual messages that must be accepted.
  probes: true,

  // Requirements to judge, and requirements or probes to leave out: ids or patterns.
  // only: ['VCI*'],
  // skip: [],

  // Further forms of the report, beside report.json in the folder out.
  formats: ['html', 'junit', 'markdown'],
})
`
}
