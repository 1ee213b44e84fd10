import { getRawAsset, isSea } from 'node:sea'

// The single executable (`tools/executable.ts`) has the files of the package in itself, under their names there.

/** Whether this process is the single executable. */
export const isExecutable = (): boolean => isSea()

/** A part of a file in the single executable, or all of it; undefined if it is not there. */
export function readInside(name: string, from = 0, length?: number): Buffer | undefined {
  try {
    return Buffer.from(getRawAsset(name) as ArrayBuffer, from, length)
  } catch {
    return undefined
  }
}
