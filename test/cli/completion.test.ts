import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { assay } from './console.ts'

/** What bash offers after these words. */
async function complete(...words: readonly string[]): Promise<readonly string[]> {
  const { out } = await assay(['completion', 'bash'])
  const line = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _assay`
  const { stdout } = spawnSync('bash', ['-c', `${out}\n${line}; printf '%s\\n' "\${COMPREPLY[@]}"`], {
    encoding: 'utf8',
  })
  return stdout.trim().split('\n')
}

describe('completion', () => {
  it('offers commands, their flags and the forms of reports', async () => {
    expect(await complete('assay', 've')).toEqual(['verify', 'vectors', 'verify-report'])
    expect(await complete('assay', 'run', '--tar')).toEqual(['--target'])
    expect(await complete('assay', 'run', '--format', 'ju')).toEqual(['junit'])
    expect(await complete('assay', 'verify', 'packa')).toEqual(['package.json', 'package-lock.json'].toSorted())
  })

  it.each(['zsh', 'fish'])('has a script for %s', async (shell) => {
    expect((await assay(['completion', shell])).out).toContain('verify')
  })

  it('is refused for other shells', async () => {
    expect(await assay(['completion', 'tcsh'])).toMatchObject({ code: 2, out: '' })
    expect(await assay(['completion'])).toMatchObject({ code: 2, out: '' })
  })
})
