import type { DatabaseSync } from 'node:sqlite'
import { HarnessError } from '../../model/errors.ts'
import type { StateStore } from '../../model/state-store.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { createPrivateFile, makeFilePrivate } from './private-file.ts'

/** A state store that outlives its process. */
export interface PersistentStore extends StateStore {
  readonly close: () => void
}

/** Marks a file as ours (`PRAGMA application_id`): "assa" in ASCII. */
const applicationId = 0x61737361

/** Opens the store in a file, which may be new. Several processes may have it open at once. */
export async function openPersistentStore(file: string): Promise<PersistentStore> {
  const { DatabaseSync } = await import('node:sqlite')
  const database = attempt(file, () => {
    createPrivateFile(file)
    return prepareDatabase(new DatabaseSync(file, { timeout: 5_000 }), file)
  })
  attempt(file, () => [file, `${file}-wal`, `${file}-shm`].forEach(makeFilePrivate))
  const select = database.prepare('SELECT entry FROM entries WHERE key = ?')
  const upsert = database.prepare('INSERT INTO entries VALUES (?, ?) ON CONFLICT DO UPDATE SET entry = excluded.entry')
  return {
    get: (key) => {
      const row = select.get(key)
      return row && (JSON.parse(String(row.entry)) as JsonObject) // every entry was written by `set`
    },
    set: (key, entry) => void upsert.run(key, JSON.stringify(entry)),
    close: () => database.close(),
  }
}

function prepareDatabase(database: DatabaseSync, file: string): DatabaseSync {
  const { application_id: owner } = database.prepare('PRAGMA application_id').get() ?? {}
  const { tables } = database.prepare('SELECT count(*) AS tables FROM sqlite_master').get() ?? {}
  if (owner !== applicationId && tables !== 0) throw new HarnessError('ERR_INPUT', `${file} belongs to another program`)
  database.exec(`
    PRAGMA application_id = ${applicationId};
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
    if (cause instanceof HarnessError && cause.code === 'ERR_INPUT') throw cause
    throw new HarnessError('ERR_INPUT', `cannot open ${file} as the state of a server`, { cause })
  }
}
