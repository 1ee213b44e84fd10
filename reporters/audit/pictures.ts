import { type Markup, type MarkupPart, markup, when } from '../html/markup.ts'
import type { AuditCount } from './audit-report.ts'

/** Rows of a picture. Of more, the largest are drawn, and the rest is added up. */
const mostRows = 60

/** A number with spaces between thousands, at which no line breaks. */
export const formatNumber = (number: number): string => number.toLocaleString('en-GB').replaceAll(',', '\u00a0')

/** A table with a bar in each row: how many artefacts, and how many of them failed. Without the bars it says the same. */
export function drawCounts(title: string, what: string, counts: readonly AuditCount[]): MarkupPart {
  if (counts.length === 0) return undefined
  const rows = limitRows(counts)
  const largest = Math.max(...rows.map(({ artefacts }) => artefacts), 1)
  return markup`<section class="part"><h2>${title}</h2><table class="counts audited"><thead><tr><th>${what}</th><th>all</th><th>failed</th><td class="bar"></td></tr></thead><tbody>${rows.map((row) => drawRow(row, largest))}</tbody></table></section>`
}

function limitRows(counts: readonly AuditCount[]): readonly AuditCount[] {
  if (counts.length <= mostRows) return counts
  const largest = new Set(counts.toSorted((a, b) => b.artefacts - a.artefacts).slice(0, mostRows))
  const rest = counts.filter((each) => !largest.has(each))
  const add = (read: (count: AuditCount) => number): number => rest.reduce((sum, each) => sum + read(each), 0)
  const others = {
    key: `${rest.length} others`,
    artefacts: add((each) => each.artefacts),
    failed: add((each) => each.failed),
  }
  return [...counts.filter((each) => largest.has(each)), others]
}

const drawRow = ({ key, artefacts, failed }: AuditCount, largest: number): Markup =>
  markup`<tr><th scope="row">${key}</th><td>${formatNumber(artefacts)}</td><td class="${failed > 0 ? 'bad' : 'zero'}">${formatNumber(failed)}</td><td class="bar">${drawBar(artefacts, failed, largest)}</td></tr>`

/** A bar of a hundred units. A failure among a million is drawn as one unit: it must be seen. */
function drawBar(artefacts: number, failed: number, largest: number): Markup {
  const width = (100 * artefacts) / largest
  const bad = failed === 0 ? 0 : Math.max(1, (100 * failed) / largest)
  return markup`<svg viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label="${failed} of ${artefacts} failed"><rect class="good" width="${round(width)}" height="4"/>${when(bad > 0, () => markup`<rect class="bad" width="${round(bad)}" height="4"/>`)}</svg>`
}

const round = (number: number): number => Math.round(number * 100) / 100
