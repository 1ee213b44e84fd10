// Prints failures as lines that GitHub shows as annotations: `node annotations.mjs out/report.json`.
import { readFileSync } from 'node:fs'

/** GitHub shows ten of each kind in a step. */
const most = 10

/** Characters that would end a line of GitHub, or a property in it. */
const escaped = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text) => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

const { results, verdict, baseline, docsUrl } = JSON.parse(readFileSync(process.argv[2] ?? 'out/report.json', 'utf8'))
const known = new Set((baseline?.known ?? []).flatMap(({ id, state }) => (state === 'matched' ? [id] : [])))
/** An error is what makes the exit code another one than 0. What does not count, or is known, is a warning. */
const isError = ({ id, decides }) => verdict.exitCode !== 0 && decides !== undefined && !known.has(id)
const failed = results.filter(({ outcome }) => outcome === 'failed')
if (verdict.exitCode !== 0) {
  const reasons = verdict.reasons.map(({ text }) => text).join('; ')
  console.log(
    `::error title=${property(`assay: ${verdict.result}`)}::${escaped(reasons || `exit code ${verdict.exitCode}`)}`,
  )
}
/** The page of a requirement, or the command that explains it. */
const findDocs = ({ id, suite }) =>
  docsUrl && !suite ? `${docsUrl}/requirements/${encodeURIComponent(id.split('/')[0])}.html` : `npx assay explain ${id}`
for (const level of ['error', 'warning']) {
  const own = failed.filter((result) => isError(result) === (level === 'error'))
  for (const result of own.slice(0, most)) {
    const { id, section, text } = result
    console.log(
      `::${level} title=${property(`${id} (section ${section})`)}::${escaped(`${text}\n${findDocs(result)}`)}`,
    )
  }
}
