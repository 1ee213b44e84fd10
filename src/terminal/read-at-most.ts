import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** The octets of a file, or of one that is open. `undefined` if there are more: no more than that are ever read. */
export function readAtMost(from: string | number, most: number): Buffer | undefined {
  const file = typeof from === 'number' ? from : openSync(from, 'r')
  try {
    const { size } = fstatSync(file)
    return size > most ? undefined : readParts(file, Math.max(size + 1, pieceSize), most)
  } finally {
    if (typeof from === 'string') closeSync(file)
  }
}

const pieceSize = 1 << 16

function readParts(file: number, first: number, most: number): Buffer | undefined {
  const parts: Buffer[] = []
  let [total, piece] = [0, Buffer.allocUnsafe(first)]
  for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) {
    parts.push(piece.subarray(0, read))
    total += read
    if (total > most) return undefined
    piece = Buffer.allocUnsafe(pieceSize)
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
}
