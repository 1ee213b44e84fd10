import type { DatabaseSync } from 'node:sqlite'
import { HarnessError } from '../../model/errors.ts'
import type { Ledger } from '../../model/ledger.ts'
import type { JsonObject } from '../../protocol/json.ts'

/** A ledger that outlives its process. */
export interface LastingLedger extends Ledger {
  readonly close: () => void
}

/** Says whose file it is (`PRAGMA application_id`): "assa" in ASCII. */
const mark = 0x61737361

/** Opens the ledger in a file, which may be new. Several processes may have it open at once. */
export async function openLedger(file: string): Promise<LastingLedger> {
  const { DatabaseSync } = await import('node:sqlite')
  const database = attempt(file, () => prepared(new DatabaseSync(file, { timeout: 5_000 }), file))
  const select = database.prepare('SELECT entry FROM entries WHERE key = ?')
  const upsert = database.prepare('INSERT INTO entries VALUES (?, ?) ON CONFLICT DO UPDATE SET entry = excluded.entry')
  return {
    get: (key) => {
      const row = select.get(key)
      return row && (JSON.parse(String(row.entry)) as JsonObject) // nothing else is ever written
    },
    set: (key, entry) => void upsert.run(key, JSON.stringify(entry)),
    close: () => database.close(),
  }
}

function prepared(database: DatabaseSync, file: string): DatabaseSync {
  const { application_id: owner } = database.prepare('PRAGMA application_id').get() ?? {}
  const { tables } = database.prepare('SELECT count(*) AS tables FROM sqlite_master').get() ?? {}
  if (owner !== mark && tables !== 0) throw new HarnessError('ERR_INPUT', `${file} belongs to another program`)
  database.exec(`
    PRAGMA application_id = ${mark};
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, entry TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `)
  return database
}

function attempt<T>(file: string, open: () => T): T {
  try {
    return open()
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause
    throw new HarnessError('ERR_INPUT', `${file} cannot be opened as the state of a server`, { cause })
  }
}
