import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Markup, markup, prose } from '../../../reporters/html/markup.ts'
import { claimFiles, findObstacles, keyFiles } from '../../claim/claim-files.ts'
import type { PastRun } from '../history.ts'
import { type ConsoleContext, renderTitle } from './layout.ts'

/** Renders what keeps a run from a claim, the form that signs one, or the statement that was signed. */
export function renderClaimPage({ name, path }: PastRun, { base }: ConsoleContext): Markup {
  const place = encodeURIComponent(name)
  const { obstacles } = findObstacles(path)
  if (obstacles.length > 0)
    return markup`${renderTitle('Claim', 'This run cannot be claimed yet:')}<ul class="items">${obstacles.map((each) => markup`<li><span class="sign bad" aria-hidden="true">✕</span><div><p>${prose(each)}</p></div></li>`)}</ul>`
  if (readStatement(path) !== undefined)
    return markup`${renderTitle('Claim', markup`The statement is signed, and is in <code>${join(path, claimFiles.page)}</code>.`)}<p><a href="${base}/runs/${place}/statement">Open the statement</a>, which prints on one page.</p>`
  return markup`${renderTitle('Claim', 'Nothing keeps this run from being claimed.')}<form class="act" method="post" action="${base}/claim"><input type="hidden" name="run" value="${name}"><p><button class="first">Sign the statement</button></p><p class="hint">It is signed with <code>${keyFiles.private}</code> in the folder of the console, which is created if it does not exist. Keep that key private.</p></form>`
}

/** Reads the page of a statement; `undefined` if the run has none. */
export function readStatement(folder: string): string | undefined {
  const file = join(folder, claimFiles.page)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
