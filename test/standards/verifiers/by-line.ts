// The same verifier as a process: one line of JSON in, one line out.
import { createInterface } from 'node:readline'
import { judge } from './rfc9901.ts'

const [bug] = process.argv.slice(2)

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line)
  if (bug === 'crash' && question.sdJwt.includes('~~')) process.exit(7)
  console.log(JSON.stringify(judge(question, bug)))
}
