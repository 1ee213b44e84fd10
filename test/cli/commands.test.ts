import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { countEdits } from '../../model/suggest-word.ts'
import { loadCommands } from '../../src/cli/commands.ts'
import { listFlags } from '../../src/terminal/command.ts'
import { pickWorstCode } from '../../src/terminal/exit-codes.ts'
import { decisions } from '../../suites/document/all/decisions.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { assay } from './console.ts'

const commands = await loadCommands()

const folder = mkdtempSync(join(tmpdir(), 'assay-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('help', () => {
  it('names every command, and the exit codes', async () => {
    const { code, out } = await assay(['--help'])

    expect(code).toBe(0)
    for (const name of Object.keys(commands)) expect(out).toContain(`  ${name} `)
    expect(out).toContain('exit codes')
  })

  it.each(Object.entries(commands))('of %s has all its flags and examples', async (name, command) => {
    const { code, out } = await assay(['help', name])

    expect(code).toBe(0)
    for (const flag of Object.keys(listFlags(command))) expect(out).toContain(`--${flag}`)
    for (const line of Object.keys(command.examples)) expect(out).toContain(line)
    expect(await assay([name, '--help'])).toEqual({ code, out, err: '' })
  })

  it('is what -h shows, and -V shows the version', async () => {
    expect((await assay(['run', '-h'])).out).toBe((await assay(['help', 'run'])).out)
    expect((await assay(['-V'])).out).toMatch(/^\d+\.\d+\.\d+$/)
  })

  it('is on standard error, and a usage error, where nothing was asked', async () => {
    expect(await assay([])).toMatchObject({ code: 2, out: '' })
  })
})

describe('members of families', () => {
  it.each([
    ['prove', '0', 'from 1 to 100000'],
    ['prove', '100001', 'from 1 to 100000'],
    ['run', '100001', 'from 0 to 100000'],
    ['plan', '999999999', 'from 0 to 100000'],
    ['run', '-1', 'whole number'],
  ])('are as many as prove something and as can be planned: %s --members %s', async (command, members, why) => {
    const { code, out, err } = await assay([command, `--members=${members}`])

    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(why)
  })
})

describe('assay list', () => {
  it.each(['requirements', 'decisions', 'faults', 'variants', 'schemas', 'kinds'])(
    'has %s, for people and for programs',
    async (what) => {
      const items = JSON.parse((await assay(['list', what, '--json'])).out)
      const { code, out } = await assay(['list', what])

      expect(code).toBe(0)
      expect(items.length).toBeGreaterThan(10)
      expect(out.split('\n')).toHaveLength(items.length + 1)
    },
  )

  it.each(['requirements', 'faults', 'variants'])('has the %s that only many credentials show', async (what) => {
    const { out } = await assay(['list', what, 'AUDIT-ORDER', '--json'])

    expect(JSON.parse(out)).toContainEqual(expect.objectContaining({ id: expect.stringMatching(/^AUDIT-ORDER/) }))
  })

  it('keeps to a section', async () => {
    const items: { section: string }[] = JSON.parse(
      (await assay(['list', 'requirements', '--section', '2.9', '--json'])).out,
    )

    expect(new Set(items.map(({ section }) => section))).toEqual(new Set(['2.9']))
  })
})

describe('assay explain', () => {
  it('explains a requirement with a pass and with every fault', async () => {
    const { code, out } = await assay(['explain', 'ATT-TYP'])

    expect(code).toBe(0)
    expect(out).toContain('reference actors: passed')
    expect(out).toContain('depends on')
    expect(out).toMatch(/expected .*\n.*actual/)
  })

  it.each(requirements.filter((_, i) => i % 12 === 0).map(({ id }) => id))('explains %s', async (id) => {
    expect(await assay(['explain', id])).toMatchObject({ code: 0, err: '' })
  })

  it.each(decisions.map(({ id }) => id))('explains %s', async (id) => {
    expect(await assay(['explain', id])).toMatchObject({ code: 0, err: '' })
  })
})

describe('several words after assay explain', () => {
  it('are explained one after the other, whatever they name', async () => {
    const [one, other] = await Promise.all(['ATT-TYP', 'sd.digest'].map((id) => assay(['explain', id])))

    const { code, out } = await assay(['explain', 'att-typ', 'sd.digest'])

    expect(code).toBe(0)
    expect(out).toBe(`${one?.out}\n\n\n${other?.out}`)
  })

  it('are refused where one of them names nothing, before anything is said', async () => {
    const { code, out, err } = await assay(['explain', 'ATT-TYP', 'SD-DIGST'])

    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('did you mean `SD-DIGEST`?')
  })
})

describe('assay prove', () => {
  it('proves the checks of one requirement', async () => {
    const { code, out } = await assay(['prove', 'ATT-TYP'])

    expect(code).toBe(0)
    expect(out).toMatch(/(\d+) of \1 faults detected/)
  })

  it('tells it to a program', async () => {
    const { faults, exitCode } = JSON.parse((await assay(['prove', 'ATT-TYP', '--json'])).out)

    expect(exitCode).toBe(0)
    expect(faults).toContainEqual(expect.objectContaining({ verdict: 'held', failed: ['ATT-TYP'] }))
  })

  it('refuses a name that nothing has', async () => {
    expect(await assay(['prove', 'ATT-TIP'])).toMatchObject({ code: 2 })
  })
})

describe('assay vectors', () => {
  it('writes files that each fail exactly what they say', async () => {
    expect(
      await assay(['vectors', 'ATT-TYP', 'SD-DIGEST', 'OFFER-CODE', 'ENC-REQUEST', 'CRED', '--out', folder]),
    ).toMatchObject({ code: 0, out: '' })
    expect(readdirSync(folder)).toContain('credential.ndjson')

    const { code, out } = await assay(['verify', folder])

    expect(out).toMatch(/(\d+) of \1 labelled artefacts/)
    expect(code).toBe(0)
  })
})

describe('the worst of several exit codes', () => {
  it('is a defect before usage before a failure before doubt before a pass', () => {
    expect([
      pickWorstCode([0, 3, 1, 2, 5]),
      pickWorstCode([0, 3, 1, 2]),
      pickWorstCode([0, 3, 1]),
      pickWorstCode([0, 3]),
      pickWorstCode([0]),
      pickWorstCode([]),
    ]).toEqual([5, 2, 1, 3, 0, 3])
  })
})

describe('the distance of two words', () => {
  it.each([
    ['', '', 0],
    ['kitten', 'sitting', 3],
    ['abc', '', 3],
    ['jwsk', 'jwks', 2],
  ])('of %j and %j is %i', (one, other, far) => {
    expect(countEdits(one, other)).toBe(far)
    expect(countEdits(other, one)).toBe(far)
  })
})
