// Tries Assay on what others published: WYCHEPROOF=dir npm run vectors, or EXAMPLES=dir npm run vectors. Nothing is downloaded.

import { judgeExamples } from './examples.ts'
import { tryWycheproof } from './wycheproof.ts'

const { WYCHEPROOF: wycheproof, EXAMPLES: examples } = process.env
if (wycheproof === undefined && examples === undefined)
  throw new Error('name a checkout of C2SP/wycheproof by WYCHEPROOF, or a folder with published SD-JWTs by EXAMPLES')

const isRight: boolean[] = []
if (wycheproof !== undefined) isRight.push(tryWycheproof(wycheproof).hasPassed)
if (examples !== undefined) {
  const { examples: count, signed, changed, wrong } = judgeExamples(examples)
  for (const line of wrong) console.log(line)
  console.log(`${count} examples, ${signed} with a known key; ${changed} changed ones; ${wrong.length} judged wrongly`)
  isRight.push(count > 0 && wrong.length === 0)
}
process.exitCode = isRight.every(Boolean) ? 0 : 1
