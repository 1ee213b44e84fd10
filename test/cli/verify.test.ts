import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import keys from '../../fixtures/keys.json' with { type: 'json' }
import { listKeys } from '../../protocol/jose/jwk.ts'
import { writeJws } from '../../protocol/jose/jws.ts'
import { compiler } from '../../tools/generate-validators.ts'
import { readSchemas } from '../../tools/schemas.ts'
import { staged } from '../artefacts.ts'
import { assay } from './console.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const { text: credential, known } = staged('credential')
const context = [
  '--jwks',
  file('jwks.json', JSON.stringify(known.jwks)),
  '--issuer',
  'https://issuer.example',
  '--now',
  '2026-11-18T11:06:40Z',
]
const keyArguments = (known.keys ?? []).flatMap((key, i) => ['--key', file(`key-${i}.json`, JSON.stringify(key))])
const foreign = staged('credential', {}, { profile: 'document-rfc9901', decisions: {} }).text
const good = file('good.txt', `${credential}\n`)
const bad = file('bad.txt', foreign)

describe('assay verify', () => {
  it('passes what is valid, and takes the line end for the file’s', async () => {
    expect(await assay(['verify', good, ...context])).toMatchObject({ code: 0, err: '' })
  })

  it('takes an artefact from standard input and from the command line', async () => {
    expect(await assay(['verify', '-', ...context], credential)).toMatchObject({ code: 0 })
    expect(await assay(['verify', credential, ...context])).toMatchObject({ code: 0 })
  })

  it('opens every layer with the keys that are given', async () => {
    const path = file('answer.json', staged('validation-response').text)
    const request = file('request.json', JSON.stringify({ credential_response_encryption: known.responseEncryption }))

    const said = await assay(['verify', path, ...context, ...keyArguments, '--response-encryption', request])

    expect(said.out).toContain('encrypted-response › signed-response › response › credential')
    expect(said.code).toBe(0)
  })

  it('is inconclusive without the keys, and names the flag', async () => {
    const { code, out } = await assay(['verify', good, '--now', '1795000000'])

    expect(code).toBe(3)
    expect(out).toContain('pass --jwks')
  })

  it('tells what is wrong, why, and what would make it pass', async () => {
    const { code, out } = await assay(['verify', bad, ...context])

    expect(code).toBe(1)
    expect(out).toContain('✖ SD-DIGEST  stated · ')
    expect(out).toContain('passes with   sd.digest = disclosure · --profile document-rfc9901')
    expect(out).toContain('under --profile document-rfc9901, nothing fails')
  })

  it('judges under the decisions that are given', async () => {
    const answers = [
      'sd.digest=disclosure',
      'sd.order=salt-name-value',
      'sd.alg=sha-256',
      'sd.serialization=tilde-terminated',
    ]

    expect(await assay(['verify', bad, ...context, ...answers.flatMap((each) => ['--decision', each])])).toMatchObject({
      code: 0,
    })
    expect(await assay(['verify', bad, ...context, '--profile', 'document-rfc9901'])).toMatchObject({ code: 0 })
  })

  it('ends with the worst of several', async () => {
    expect(await assay(['verify', good, bad, '--quiet', ...context])).toMatchObject({ code: 1 })
    expect(await assay(['verify', bad, join(folder, 'missing'), '--quiet', ...context])).toMatchObject({ code: 2 })
  })

  it('reads folders in order, and what is not an artefact leaves them inconclusive', async () => {
    const inside = join(folder, 'captured', 'deep')
    mkdirSync(inside, { recursive: true })
    writeFileSync(join(inside, 'b.txt'), credential)
    writeFileSync(join(inside, 'a.json'), staged('offer').text)
    writeFileSync(join(inside, 'photo.png'), Buffer.from([0x89, 0, 1]))
    symlinkSync(folder, join(inside, 'again'))

    const { code, out, err } = await assay(['verify', join(folder, 'captured'), '--quiet', ...context])

    expect(code).toBe(3)
    expect(out.split('\n')[0]).toContain('a.json')
    expect(err).toContain('photo.png')
  })

  it('reads each line of an NDJSON file', async () => {
    const path = file('many.ndjson', `${credential}\n${staged('offer').text}\n\n${foreign}`)

    const { code, out } = await assay(['verify', path, '--quiet', ...context])

    expect(code).toBe(1)
    expect(out).toContain('many.ndjson:4')
  })
})

describe('a labelled vector', () => {
  const vector = {
    id: 'a-vector',
    kind: 'credential',
    artefact: foreign,
    breaks: ['CRED-SD-ALG', 'SD-DIGEST', 'SD-TRIPLE'],
    context: { now: known.now, jwks: known.jwks, issuer: known.issuer },
    description: 'uses another credential format',
  }

  it('passes if exactly what its label says fails', async () => {
    const { code, out } = await assay(['verify', '-'], JSON.stringify(vector))

    expect(code).toBe(0)
    expect(out).toContain('1 of 1 labelled artefacts')
  })

  it('fails if it does not, and both are reported', async () => {
    const { code, out } = await assay(['verify', '-'], JSON.stringify({ ...vector, breaks: ['CRED-KID'] }))

    expect(code).toBe(1)
    expect(out).toContain('labelled      CRED-KID')
    expect(out).toContain('failed        CRED-SD-ALG, SD-DIGEST, SD-TRIPLE')
  })

  it.each([{ surprise: 1 }, { kind: 'credental' }, { breaks: 'CRED-KID' }, { context: { surprise: 1 } }])(
    'is refused with %j',
    async (members) => {
      expect(await assay(['verify', '-'], JSON.stringify({ ...vector, ...members }))).toMatchObject({
        code: 2,
        out: '',
      })
    },
  )
})

describe('the document for programs', () => {
  const validate = compiler()
    .addSchema([...readSchemas().values()])
    .getSchema('https://assay.example/schemas/verdict.schema.json')

  it.each([
    ['a pass', 0, [good, ...context]],
    ['a failure', 1, [bad, ...context]],
    ['doubts', 3, [good]],
    ['what cannot be read', 2, [join(folder, 'missing')]],
  ])('of %s is what its schema says', async (_, expected, argv) => {
    const { code, out } = await assay(['verify', ...argv, '--json'])

    const document = JSON.parse(out)
    validate?.(document)
    expect(validate?.errors ?? []).toEqual([])
    expect(document.exitCode).toBe(expected)
    expect(code).toBe(expected)
  })
})

describe('bad input', () => {
  const sparse = file('sparse.txt', 'x')
  truncateSync(sparse, 200_000_000)
  mkdirSync(join(folder, 'empty'))
  const key = file('key.pem', '-----BEGIN PRIVATE KEY-----')

  it.each([
    ['nothing', ['verify'], 'needs a file'],
    ['a file that is not there', ['verify', join(folder, 'missing')], 'is neither a file nor an artefact'],
    ['an empty file', ['verify', file('empty.txt', '')], 'is empty'],
    ['a blank file', ['verify', file('blank.txt', ' \n\n')], 'is blank'],
    ['a file of 200 MB', ['verify', sparse], '200 MB'],
    ['a binary file', ['verify', file('binary', Buffer.from([0xff, 0xfe, 0x01]))], 'is binary'],
    ['a folder with nothing', ['verify', join(folder, 'empty')], 'there is no file in'],
    ['what nobody can recognise', ['verify', file('prose.txt', 'It was a dark night.')], '--as KIND'],
    ['an address', ['verify', 'https://issuer.example/'], 'is neither a file nor an artefact'],
    ['a key that is none', ['verify', good, '--key', key], 'is not a JSON object'],
    ['a key set without keys', ['verify', good, '--jwks', file('none.json', '{}')], 'contains no key'],
    ['anchors that are none', ['verify', good, '--anchors', key], 'holds no PEM certificate'],
    ['a time that is none', ['verify', good, '--now', 'noon'], 'is not a time'],
    ['milliseconds', ['verify', good, '--now', '1795000000000'], 'milliseconds'],
    ['a kind that is none', ['verify', good, '--as', 'credental'], 'did you mean `credential`?'],
    ['a profile that is none', ['verify', good, '--profile', 'rfc9901'], '`rfc9901` is now called `document-rfc9901`'],
    ['a decision that is none', ['verify', good, '--decision', 'sd.digst=parts'], 'did you mean `sd.digest`?'],
    ['an answer that is none', ['verify', good, '--decision', 'sd.digest=disclosur'], 'did you mean `disclosure`?'],
    ['an unknown flag', ['verify', good, '--jwk', 'x'], 'did you mean `--jwks`?'],
    ['a flag without its value', ['verify', good, '--jwks'], '--jwks needs a value'],
    ['a flag that is given twice', ['verify', good, '--now', '1', '--now', '2'], 'is given 2 times'],
    ['an unknown command', ['verfy'], 'did you mean `verify`?'],
    ['an unknown id', ['explain', 'SD-DIGST'], 'did you mean `SD-DIGEST`?'],
    ['an unknown list', ['list', 'requirement'], 'did you mean `requirements`?'],
  ])('such as %s is an error with a hint', async (_, argv, words) => {
    const { code, out, err } = await assay(argv)

    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err).toContain(words)
    expect(err).toMatch(/^assay: error: [^\n]+[^\n.]\nassay: hint: [^\n]+[^\n.]$/)
  })
})

describe('a key set', () => {
  it('may be given as one key', async () => {
    const [key] = listKeys(known.jwks)
    const one = file('one.json', JSON.stringify(key))

    expect(await assay(['verify', good, ...context.slice(2), '--jwks', one])).toMatchObject({ code: 0 })
  })
})

describe('a signed text of another specification', () => {
  const sign = (typ: string, payload: object = { sub: 'https://wallet.example' }): string =>
    writeJws({ typ, alg: 'ES256', x5c: ['MIIB'] }, { ...payload }, keys.stranger)

  it.each([
    [
      'oauth-client-attestation+jwt',
      'a wallet attestation, for which profile document has no requirements; no profile has',
    ],
    ['application/oauth-client-attestation-pop+jwt', 'the proof of possession of a wallet attestation'],
    [
      'oauth-authz-req+jwt',
      'a request object, for which profile document has no requirements; --profile openid4vp-1.0 has',
    ],
    [
      'openidvci-issuer-metadata+jwt',
      'signed issuer metadata, for which profile document has no requirements; --profile openid4vci-1.0 has',
    ],
    ['openid4vci-proof+jwt', 'a key proof'],
  ])('is called what it is, and no key attestation: %s', async (typ, words) => {
    const { code, out, err } = await assay(['verify', sign(typ)])

    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(`argument is ${words}`)
  })

  it('is a key attestation if it attests keys, or if its type is of none', async () => {
    const [attesting, plain] = [sign('dpop+jwt', { attested_keys: [] }), sign('JWT')]

    for (const text of [attesting, plain]) expect((await assay(['verify', text])).out).toContain('ATT-TYP')
  })

  it('is judged by the profile that has requirements for it', async () => {
    const { out } = await assay(['verify', sign('openidvci-issuer-metadata+jwt'), '--profile', 'openid4vci-1.0'])

    expect(out).toContain('vci-signed-metadata')
  })
})
