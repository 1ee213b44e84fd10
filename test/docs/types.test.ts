import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ended } from '../running-vitest.ts'
import { listPages, readBlocks } from './pages.ts'

/** The settings of this repository, with the packages that a block imports. */
const settings = {
  extends: resolve('tsconfig.json'),
  compilerOptions: {
    noUnusedLocals: false,
    typeRoots: [resolve('node_modules/@types')],
    paths: { assay: [resolve('src/index.ts')], 'assay/*': [resolve('src/*.ts')] },
  },
  include: ['blocks/*.mts'],
}

it('compiles every block of TypeScript in the guide', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-blocks-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const blocks = listPages().flatMap((page) => readBlocks(page).filter(({ language }) => language === 'ts'))
  mkdirSync(join(folder, 'blocks'))
  for (const [i, { text }] of blocks.entries()) writeFileSync(join(folder, 'blocks', `block-${i}.mts`), text)
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))

  const { out } = await ended([resolve('node_modules/typescript/bin/tsc'), '-p', folder])

  expect(out).toBe('')
  expect(blocks.length).toBeGreaterThan(5)
})
