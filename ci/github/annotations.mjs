// Prints failures as lines that GitHub shows as annotations: `node annotations.mjs out/report.json`.
import { readFileSync } from 'node:fs'

const required = ['must', 'must not', 'stated']
/** GitHub shows ten of each kind in a step. */
const most = 10

/** Characters that would end a line of GitHub, or a property in it. */
const escaped = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text) => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

const { results } = JSON.parse(readFileSync(process.argv[2] ?? 'out/report.json', 'utf8'))
const failed = results.filter(({ outcome }) => outcome === 'failed')
for (const level of ['error', 'warning']) {
  const own = failed.filter(({ force }) => required.includes(force) === (level === 'error'))
  for (const { id, section, text } of own.slice(0, most)) {
    console.log(`::${level} title=${property(`${id} (section ${section})`)}::${escaped(text)}`)
  }
}
