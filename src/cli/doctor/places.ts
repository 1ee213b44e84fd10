import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Settings } from '../../model/settings.ts'
import { doorFor } from '../run/ways.ts'
import { type Line, orIll, well } from './line.ts'

/** Where a run writes, and where it listens. Nothing is left there. */
export async function placesOf(settings: Settings): Promise<readonly Line[]> {
  return [folderOf(settings), ...(settings.listen ? [await doorOf(settings, settings.listen)] : [])]
}

function folderOf({ out }: Settings): Line {
  const path = resolve(out)
  if (isWritable(path)) return well('out', path)
  return {
    what: 'out',
    ok: false,
    detail: `nothing can be written to ${path}`,
    advice: 'give another folder with --out',
  }
}

/** A folder that is not there yet is made; then it is its parent that matters. */
function isWritable(path: string): boolean {
  if (!existsSync(path)) return dirname(path) !== path && isWritable(dirname(path))
  try {
    accessSync(path, constants.W_OK)
    return statSync(path).isDirectory()
  } catch {
    return false // that is the answer: it may not be written to, or it is gone
  }
}

async function doorOf(settings: Settings, listen: NonNullable<Settings['listen']>): Promise<Line> {
  const { writeCa: _, ...rest } = listen
  const { host, port } = rest
  const door = await orIll('listen', () => doorFor(settings, rest))
  if ('ok' in door) return door
  await door.close()
  return well('listen', `${host}:${port} is free`)
}
