import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { recordSize } from '../src/audit/compare/shared-records.ts'
import { openRecordStore } from '../src/audit/compare/shared-values.ts'
import { createRandom } from '../src/runtime/random.ts'

// How long it takes to find values that occur again, and how much memory and disk:
//
//   node bench/repeats.ts 100000000 files
//   node bench/repeats.ts 10000000 sqlite

const [count = '1000000', engine = 'files'] = process.argv.slice(2)
const values = Number(count)
const folder = mkdtempSync(join(tmpdir(), 'assay-repeats-'))
const random = createRandom('repeats')
const batch = 10_000

/** Records of random values; the last three are the first three again. */
function* makeBatches(): Generator<Buffer> {
  let first: Buffer | undefined
  for (let done = 0; done < values; done += batch) {
    const records = Buffer.from(random(batch * recordSize))
    for (let i = 0; i < batch; i++) {
      records[i * recordSize + 11] = 4
      records.writeUInt32LE(done + i, i * recordSize + 20)
    }
    first ??= records
    if (done + batch >= values)
      for (let i = 0; i < 3; i++) first.copy(records, (batch - 1 - i) * recordSize, i * recordSize, i * recordSize + 12)
    yield records
  }
}

function findInFiles(): number {
  const store = openRecordStore(folder)
  for (const records of makeBatches()) store.add(records)
  const { values: found } = store.findRepeats().salt
  store.close()
  return found
}

function findInSqlite(): number {
  const database = new DatabaseSync(join(folder, 'records.db'))
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -100000')
  database.exec('CREATE TABLE records (value BLOB NOT NULL, line INTEGER NOT NULL)')
  const insert = database.prepare('INSERT INTO records VALUES (?, ?)')
  for (const records of makeBatches()) {
    database.exec('BEGIN')
    for (let at = 0; at < records.length; at += recordSize)
      insert.run(records.subarray(at, at + 12), records.readUInt32LE(at + 20))
    database.exec('COMMIT')
  }
  const query = 'SELECT count(*) AS found FROM (SELECT value FROM records GROUP BY value HAVING count(*) > 1)'
  const found = Number(database.prepare(query).get()?.found)
  database.close()
  return found
}

const began = performance.now()
const found = engine === 'sqlite' ? findInSqlite() : findInFiles()
const seconds = (performance.now() - began) / 1000
const octets = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
rmSync(folder, { recursive: true })
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
const processor = (userCPUTime + systemCPUTime) / 1e6
console.log(
  `${engine}: ${values} values, ${found} again; ${processor.toFixed(1)} s of processor, ${seconds.toFixed(1)} s; ${Math.round(maxRSS / 1024)} MB of memory, ${Math.round(octets / 1e6)} MB on the disk`,
)
