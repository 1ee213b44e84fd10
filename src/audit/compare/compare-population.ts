import type { AuditedPopulation } from '../../../model/population.ts'
import { repeatKinds } from '../../../model/population.ts'
import type { VerifyOptions } from '../../verify/verify.ts'
import { readFacts } from './credential-facts.ts'
import { chooseEncoding } from './encoding.ts'
import { createValueTable } from './found-repeats.ts'
import { createSample, sampleCredential } from './sample.ts'
import { createRecordWriter } from './shared-records.ts'

/** Compares credentials that fit in memory. An audit does the same on the disk. */
export function comparePopulation(texts: readonly string[], options: VerifyOptions): AuditedPopulation {
  const encoding = chooseEncoding(options)
  const [sample, records, table] = [createSample(), createRecordWriter('in memory'), createValueTable()]
  for (const [i, text] of texts.entries()) {
    const facts = readFacts(text, encoding.order)
    if (!facts) continue
    records.add(facts, i)
    const drawn = sampleCredential(facts, sample.lowest(), encoding)
    if (drawn) sample.add(drawn)
  }
  table.add(records.take())
  const found = table.read()
  const shared = repeatKinds.map((kind) => {
    const { values, again, examples } = found[kind]
    const named = examples.map(([before, after]) => [`credential ${before + 1}`, `credential ${after + 1}`] as const)
    return [kind, { values, again, examples: named }]
  })
  return { credentials: texts.length, shared: Object.fromEntries(shared), sample: sample.read() }
}
