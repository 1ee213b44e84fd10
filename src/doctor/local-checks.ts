import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Settings } from '../../suites/document/model/settings.ts'
import { openListener } from '../../suites/document/run/routes/target-connections.ts'
import { type DoctorLine, makeGoodLine, orProblemLine } from './line.ts'

/** Checks where a run writes, and where it listens. Nothing is left there. */
export async function checkPlaces(settings: Settings): Promise<readonly DoctorLine[]> {
  return [checkFolder(settings), ...(settings.listen ? [await checkListening(settings, settings.listen)] : [])]
}

/** Checks where a run writes. */
export function checkFolder({ out }: Pick<Settings, 'out'>): DoctorLine {
  const path = resolve(out)
  if (isWritable(path)) return makeGoodLine('out', path)
  return { what: 'out', ok: false, detail: `cannot write to ${path}`, hint: 'choose another folder with --out' }
}

/** A folder that does not exist is created in its parent. */
function isWritable(path: string): boolean {
  if (!existsSync(path)) return dirname(path) !== path && isWritable(dirname(path))
  try {
    accessSync(path, constants.W_OK)
    return statSync(path).isDirectory()
  } catch {
    return false // not writable, or gone
  }
}

async function checkListening(settings: Settings, listen: NonNullable<Settings['listen']>): Promise<DoctorLine> {
  const { writeCa: _, ...rest } = listen
  const { host, port } = rest
  const door = await orProblemLine('listen', () => openListener(settings, rest))
  if ('ok' in door) return door
  await door.close()
  return makeGoodLine('listen', `${host}:${port} is free`)
}
