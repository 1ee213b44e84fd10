import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { judgeExamples, readTexts } from '../../tools/vectors/examples.ts'
import { judgeMessages } from '../../tools/vectors/messages.ts'

const home = mkdtempSync(join(tmpdir(), 'assay-examples-'))
afterAll(() => rmSync(home, { recursive: true }))

const sdJwt = readFileSync('fixtures/artefacts/any.sd-jwt', 'utf8').trim()
const jwks = readFileSync('fixtures/artefacts/any.jwks.json', 'utf8')

function judgePage(name: string, lines: readonly string[]) {
  const file = join(home, name)
  writeFileSync(file, lines.join('\n'))
  const counts = judgeExamples(readTexts(home))
  rmSync(file)
  return counts
}

/** A text as a specification prints it. */
const printed = (text: string): readonly string[] => (text.match(/.{1,69}/g) ?? []).map((line) => `   ${line}`)

describe('published examples', () => {
  it('are found in the pages of a specification, and judged with the keys in them', () => {
    const foot = ['', 'Somebody & Another       Expires in March        [Page 7]', '\f', 'Internet-Draft    SD-JWT', '']
    const [first = '', ...others] = printed(sdJwt)

    const counts = judgePage('page.txt', ['The example:', '', first, ...foot, ...others, '', 'The keys:', jwks])

    expect(counts).toMatchObject({ examples: 1, signed: 1, wrong: [] })
    expect(counts.changed).toBeGreaterThan(8)
  })

  it('are not right, if one place is wrong', () => {
    const [jwt = '', ...disclosures] = sdJwt.split('~')
    const added = [jwt, 'WyJzYWx0IiwgIm5hbWUiLCAidmFsdWUiXQ', ...disclosures].join('~')

    const { wrong } = judgePage('page.txt', [...printed(added), '', jwks])

    expect(wrong.join()).toContain('SDJWT-REFERENCED')
  })

  it('are judged by all but the signature, if nothing has their key', () => {
    expect(judgePage('page.txt', printed(sdJwt))).toMatchObject({ examples: 1, signed: 0, changed: 0, wrong: [] })
  })
})

/** A page with blocks of code. */
const judgeBlocks = (...blocks: readonly string[]) =>
  judgeMessages([{ file: 'page.md', text: blocks.flatMap((each) => ['Text.', '```json', each, '```', '']).join('\n') }])

const offer = (issuer: string): string =>
  JSON.stringify({ credential_issuer: issuer, credential_configuration_ids: ['Membership'] })

describe('published messages', () => {
  it('are judged by the standard that recognises them', () => {
    expect(judgeBlocks(offer('https://issuer.example'), '{"name": "of no standard"}')).toEqual({
      ...{ messages: 1, abridged: 0, explained: 0, wrong: [] },
    })
  })

  it('may be broken in the middle of a text', () => {
    expect(judgeBlocks(offer('https://issuer.example').replace('exam', 'exam\n   '))).toMatchObject({
      messages: 1,
      wrong: [],
    })
  })

  it('are not right, if one place is wrong', () => {
    const { wrong } = judgeBlocks(offer('issuer.example'))

    expect(wrong.join()).toContain('VCIOFFER-ISSUER /credential_issuer')
  })

  it('show nothing where they are abridged', () => {
    expect(judgeBlocks(offer('...'))).toMatchObject({ messages: 1, abridged: 1, wrong: [] })
  })
})
