import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Paint, Style } from '../../reporters/text/paint.ts'
import { readInside } from '../runtime/executable.ts'

/** Where a text is in the file of all: its first octet, and how many there are. */
export type StoredPlace = readonly [from: number, length: number]

/** Both files that `tools/explanations.ts` writes beside the compiled package. A checkout has none. */
export const storedFiles = { index: 'explanations.json', texts: 'explanations.txt' } as const

/** Marks what is painted, so that a stored text can be painted later. None of these characters is ever printed. */
export const markPaint: Paint = (style, text) => `\u0001${style}\u0002${text}\u0003`

/** Paints a marked text. */
export const restorePaint = (text: string, paint: Paint): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the marks are control characters.
  text.replaceAll(/\u0001(\w+)\u0002([^\u0001\u0003]*)\u0003/g, (_, style: Style, inside: string) =>
    paint(style, inside),
  )

/** The lines of an explanation that was made with the package; undefined if there is none. */
export function readStored(id: string, paint: Paint): readonly string[] | undefined {
  const index = readIndex()
  if (index === undefined) return undefined
  const places: Readonly<Record<string, StoredPlace>> = JSON.parse(index)
  const key = id.toLowerCase()
  const place = Object.hasOwn(places, key) ? places[key] : undefined
  return place && restorePaint(readText(place), paint).split('\n')
}

function readIndex(): string | undefined {
  const file = new URL(storedFiles.index, import.meta.url)
  return (
    readInside(`dist/${storedFiles.index}`)?.toString() ?? (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
  )
}

const readText = (place: StoredPlace): string =>
  readInside(`dist/${storedFiles.texts}`, ...place)?.toString() ??
  readPart(new URL(storedFiles.texts, import.meta.url), place)

function readPart(file: URL, [from, length]: StoredPlace): string {
  const descriptor = openSync(fileURLToPath(file), 'r')
  try {
    const octets = Buffer.alloc(length)
    return octets.toString('utf8', 0, readSync(descriptor, octets, 0, length, from))
  } finally {
    closeSync(descriptor)
  }
}
