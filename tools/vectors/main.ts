// Tries Assay on what others published: WYCHEPROOF=dir npm run vectors, or EXAMPLES=dir npm run vectors. Nothing is downloaded.

import { judgeExamples, readTexts } from './examples.ts'
import { judgeMessages } from './messages.ts'
import { tryWycheproof } from './wycheproof.ts'

const { WYCHEPROOF: wycheproof, EXAMPLES: examples } = process.env
if (wycheproof === undefined && examples === undefined)
  throw new Error('name a checkout of C2SP/wycheproof by WYCHEPROOF, or a folder with published examples by EXAMPLES')

const isRight: boolean[] = []
if (wycheproof !== undefined) isRight.push(tryWycheproof(wycheproof).hasPassed)
if (examples !== undefined) {
  const texts = readTexts(examples)
  const { examples: count, signed, changed, wrong } = judgeExamples(texts)
  const { messages, abridged, explained, wrong: accused } = judgeMessages(texts)
  for (const line of [...wrong, ...accused]) console.log(line)
  console.log(`${count} SD-JWTs, ${signed} with a known key; ${changed} changed ones; ${wrong.length} judged wrongly`)
  console.log(
    `${messages} messages, ${abridged} abridged and ${explained} wrong for known reasons; ${accused.length} judged wrongly`,
  )
  isRight.push(count + messages > 0 && wrong.length + accused.length === 0)
}
process.exitCode = isRight.every(Boolean) ? 0 : 1
