import { describe, expect, it } from 'vitest'
import keys from '../fixtures/keys.json' with { type: 'json' }
import { openArtefact } from '../protocol/artefacts/open.ts'
import { recogniseArtefact } from '../protocol/artefacts/recognise-artefact.ts'
import { encodeBase64url } from '../protocol/encoding/base64url.ts'
import { type JsonObject, parseJsonObject, type Writable } from '../protocol/encoding/json.ts'
import { limits } from '../protocol/encoding/limits.ts'
import { attempt } from '../protocol/encoding/problem.ts'
import { writeJwe } from '../protocol/jose/jwe.ts'
import { computeThumbprint } from '../protocol/jose/jwk.ts'
import { readJws, writeJws } from '../protocol/jose/jws.ts'
import { type Construction, computeClaimDigest } from '../protocol/sd-jwt/claim.ts'
import { type ClaimDraft, writeDisclosure } from '../protocol/sd-jwt/disclosure.ts'
import { collectBoundaryTraces, findMovedBoundary } from '../protocol/sd-jwt/moved-boundary.ts'
import { writeSdJwt } from '../protocol/sd-jwt/sd-jwt.ts'
import { redactResults } from '../src/privacy/redact-findings.ts'
import { type Verdict, verify } from '../src/verify/verify.ts'
import { claimSet } from '../suites/document/claims/claim-set.ts'
import { put } from '../suites/document/kit/edits.ts'
import { mutate } from '../suites/document/kit/message-mutations.ts'
import { staged } from './artefacts.ts'
import { measureCpuTime } from './cpu-time.ts'

/** Seconds of CPU time: far above what any of these takes, and far below what an algorithm of higher order takes. */
const maxSeconds = 20

const outcomeOf = ({ results }: Verdict, id: string) =>
  results.find(({ requirement }) => requirement.id === id)?.outcome

const defects = ({ results }: Verdict) => results.filter(({ outcome }) => outcome === 'harnessError')

const tiny = (count: number): string =>
  JSON.stringify({ credentials: Array.from({ length: count }, () => ({ Credential: 'e30.e30.~' })) })

describe('an attestation of very many keys', () => {
  it('is not tried against all of them', () => {
    const seconds = measureCpuTime(() => {
      const { text, known } = staged('attestation')
      const { payload } = readJws(text)
      const attested = (payload.attested_keys as readonly JsonObject[])[0] ?? {} // the honest wallet attests some
      const [header, , signature] = text.split('.')
      const body = JSON.stringify({ ...payload, attested_keys: Array.from({ length: 5_000 }, () => ({ ...attested })) })

      const verdict = verify([header, encodeBase64url(body), signature].join('.'), { ...known, as: 'attestation' })

      expect(outcomeOf(verdict, 'ATT-SIGNED')).toBe('failed')
      expect(defects(verdict)).toEqual([])
    })

    expect(seconds).toBeLessThan(maxSeconds)
  })
})

describe('an artefact of very many layers', () => {
  const many = openArtefact('response', tiny(5_000))

  it('is opened so far and no further', () => {
    expect(many).toHaveLength(limits.message.layers + 2)
    expect(many.at(-1)).toMatchObject({ kind: 'credential', at: `/credentials/${limits.message.layers}/Credential` })
    expect(many.at(-1)?.withheld).toMatch(/more than 64/)
  })

  it('is opened whole where it is just small enough', () => {
    expect(
      openArtefact('response', tiny(limits.message.layers)).filter(({ withheld }) => withheld !== undefined),
    ).toEqual([])
  })

  it('is never green', () => {
    const { text, known } = staged('credential')
    const credentials = Array.from({ length: limits.message.layers + 1 }, () => ({ Credential: text }))

    const { results, conclusion } = verify(JSON.stringify({ credential_identifier: 'x', credentials }), {
      ...known,
      as: 'callback',
    })

    expect(conclusion).not.toBe('conformant')
    expect(results.filter(({ requirement }) => requirement.id === 'CRED-TYP')).toMatchObject([{ outcome: 'cantTell' }])
  })

  it('costs no more for being compressed', () => {
    const seconds = measureCpuTime(() => {
      const text = writeJwe({
        plaintext: tiny(30_000),
        header: { alg: 'RSA-OAEP-256', enc: 'A256GCM', zip: 'DEF' },
        key: keys.walletSeal,
        random: (octets) => Buffer.alloc(octets, 5),
      })
      const { known } = staged('validation-response')

      const verdict = verify(JSON.stringify({ credential_response: text }), { ...known, as: 'validation-response' })

      expect(verdict.layers.length).toBeLessThan(limits.message.layers + 3)
      expect(verdict.results.every(({ findings }) => findings.length <= limits.findings)).toBe(true)
      expect(defects(verdict)).toEqual([])
    })

    expect(seconds).toBeLessThan(maxSeconds)
  })
})

describe('a requirement that is broken very often', () => {
  it('fails with a hundred findings', () => {
    const seconds = measureCpuTime(() => {
      const set = { keys: Array.from({ length: 20_000 }, (_, i) => ({ kty: 'EC', d: `secret${i}`, kid: `kid${i}` })) }

      const { conclusion, results } = verify(JSON.stringify(set), { as: 'jwks' })

      expect(conclusion).toBe('nonconformant')
      expect(Math.max(...results.map(({ findings }) => findings.length))).toBe(limits.findings)
    })

    expect(seconds).toBeLessThan(maxSeconds)
  })
})

describe('what is hidden', () => {
  const [broken] = verify('{"keys":[{}]}', { as: 'jwks', reveal: true }).results.filter(
    ({ outcome }) => outcome === 'failed',
  )
  const told = (content: JsonObject, at: string, actual = 'nothing'): string => {
    const finding = { at, expected: 'a key', actual, kind: 'jwks', in: '' } as const
    const results = broken ? [{ ...broken, findings: [finding] }] : []
    return JSON.stringify(redactResults(results, [{ kind: 'jwks', at: '', text: '', content }], new Set())[0]?.findings)
  }
  const secrets = (count: number): JsonObject => ({
    list: Array.from({ length: count }, (_, i) => `secret${String(i).padStart(6, '0')}`),
  })

  it('is hidden among thousands of secrets', () => {
    expect(told(secrets(50_000), '/x/secret049999/y')).toContain('/x/<text of 12 characters>/y')
  })

  it('is all but harmless words where there are too many to look for', () => {
    const seconds = measureCpuTime(() => {
      expect(told(secrets(150_000), '/x/secret149999/y')).not.toContain('secret')
    })

    expect(seconds).toBeLessThan(maxSeconds)
  })

  it('is hidden where two secrets overlap', () => {
    expect(told({ one: 'qwertzui', other: 'tzuiopas' }, '/x/qwertzuiopas/y')).toContain('/x/<text of 12 characters>/y')
  })

  it('is a place that is long beyond measure', () => {
    expect(told({}, `/${'a'.repeat(1e6)}`)).toContain('<text of 1000001 characters>')
  })
})

describe('a text of dots', () => {
  const dots = '.'.repeat(3e6)

  it.each([dots, '.a'.repeat(3e6), `${dots}~`, `${'.a'.repeat(3e6)}~`, `${dots}!`])('is recognised or not', (text) => {
    expect(() => recogniseArtefact(text)).not.toThrow()
  })

  it.each([dots, `${dots}!`])('is opened', (text) => {
    expect(defects(verify(JSON.stringify({ credentials: [{ Credential: text }] }), { as: 'callback' }))).toEqual([])
    expect(defects(verify(JSON.stringify({ credential_response: text }), { as: 'validation-response' }))).toEqual([])
    expect(defects(verify(`identityapp://x?token=${text}`, { as: 'deeplink' }))).toEqual([])
  })

  it('is no body of a signed text', () => {
    expect(() => recogniseArtefact(`e30.${encodeBase64url(`a${dots}`)}.AAAA`)).not.toThrow()
  })
})

describe('an object with members of its own in place of a text', () => {
  const bad: JsonObject = { toString: 1, valueOf: 1 }

  it('breaks no reading of an offer', () => {
    const verdict = verify(`${encodeBase64url(JSON.stringify({ alg: bad }))}.e30.x`, { as: 'offer' })

    expect(verdict.layers[0]?.reason).toMatch(/signed/)
  })

  it('breaks no thumbprint', () => {
    expect(computeThumbprint({ kty: bad })).toBeUndefined()
  })

  it('breaks no check of a type', () => {
    const { text, known } = staged('credential', mutate.credentialHeader(put('/typ', bad)))
    const verdicts = (['document', 'document-rfc9901'] as const).map((profile) => verify(text, { ...known, profile }))
    const any = verify(text, { ...known, as: 'credential', decisions: { 'credential.typ': 'any' } })

    expect([...verdicts, any].flatMap(defects)).toEqual([])
    expect(outcomeOf(any, 'CRED-TYP')).toBe('failed')
  })

  it('breaks no check of key ids', () => {
    const set = { keys: [{ kid: 7 }, { kid: 7 }, { kid: bad }] }
    const text = JSON.stringify({ credential_request_encryption: { jwks: set } })

    expect(defects(verify(text, { as: 'metadata', profile: 'document-openid4vci' }))).toEqual([])
  })
})

describe('a claim that was cut again', () => {
  const known = Object.keys(claimSet)
  const cutOf = (name: string, salt: string, others: readonly string[] = [], bareSalt = false) => {
    const claims = [salt, ...others].map((each) => ({ name, salt: each, value: 'x', json: '"x"', text: '' }))
    return (
      claims[0] &&
      findMovedBoundary(claims[0], { claims, bareSalt, traces: collectBoundaryTraces(known, bareSalt) })?.from
    )
  }
  const honest = 'abcdefghijklmnopqrstuvwxyz0123456789'

  it.each([
    ['the only one', []],
    ['one of others of its length', [honest.slice(0, 30)]],
    ['one of many', [honest.slice(0, 24), honest.slice(0, 24)]],
  ])('shows in its salt, being %s', (_, others) => {
    expect(cutOf('Mobile', `${honest.slice(0, 24)}Masked`, others)).toBe('MaskedMobile')
    expect(cutOf('ResidentName', `${honest.slice(0, 24)}CareOfabc`, others)).toBe('CareOf')
  })

  it.each([18, 21, 24, 27, 30, 33, 36])('shows behind a salt of %i characters', (length) => {
    expect(cutOf('Email', `${honest.slice(0, length)}Masked`)).toBe('MaskedEmail')
    expect(cutOf('District', `${honest.slice(0, length)}Sub`)).toBe('SubDistrict')
  })

  it.each([16, 17, 22, 43])('shows behind a bare salt of %i characters', (length) => {
    const salt = honest.repeat(2).slice(0, length)

    expect(cutOf('Email', `${salt}${encodeBase64url('Masked')}`, [], true)).toBe('MaskedEmail')
    expect(cutOf('Email', `${salt}${encodeBase64url('CareOfabc')}`, [], true)).toBe('CareOf')
  })

  it('is not seen in a salt that holds three such letters by chance', () => {
    const salt = `${honest.slice(0, 18)}Dobx`
    const aligned = `${honest.slice(0, 21)}Dob`

    expect(cutOf('Gender', salt)).toBeUndefined()
    expect(cutOf('Gender', aligned, [honest.slice(0, 24), honest.slice(6, 30)])).toBeUndefined()
    expect(cutOf('Gender', aligned, [honest.slice(0, 21), honest.slice(6, 27)])).toBe('Dob')
  })

  it('is not seen where hardly a salt would be left', () => {
    expect(cutOf('Email', 'abcdefghijklMasked')).toBeUndefined()
    expect(cutOf('Email', 'abcdefghijklMasked', ['abcdefghijkm'])).toBe('MaskedEmail')
  })

  it('is looked for in a salt of any length', () => {
    const seconds = measureCpuTime(() => {
      expect(cutOf('Gender', 'D'.repeat(5e6))).toBeUndefined()
      expect(cutOf('Vtc', 'a'.repeat(5e6), ['b'.repeat(22)])).toBeUndefined()
      expect(cutOf('Gender', 'Dob'.repeat(1.5e6))).toBe('Dob')
      expect(cutOf('Gender', 'Dob'.repeat(1.5e6), ['a'.repeat(4.5e6), 'b'.repeat(4.5e6)])).toBeUndefined()
    })

    expect(seconds).toBeLessThan(maxSeconds)
  })
})

describe('a credential of which only claims cut anew are shown', () => {
  const construction: Construction = 'parts'
  const { text, known } = staged('credential')
  const { header, payload } = readJws(text.slice(0, text.indexOf('~')))

  const shown = (drafts: readonly ClaimDraft[], presented: readonly ClaimDraft[]): Verdict => {
    const write = (draft: ClaimDraft) => writeDisclosure(draft, 'name-value-salt')
    const _sd: Writable = drafts.map(write).map((claim) => computeClaimDigest(claim, construction))
    const jws = writeJws(header, { ...payload, _sd }, keys.issuer)
    return verify(
      writeSdJwt(
        jws,
        presented.map(write).map((claim) => claim.text),
      ),
      { ...known, as: 'credential' },
    )
  }
  const salt = (sign: string) => sign.repeat(24)

  it('fails', () => {
    const drafts = ['Mobile', 'Email'].map((name) => ({
      name: `Masked${name}`,
      value: 'x',
      salt: salt(name.charAt(0)),
    }))
    const moved = drafts.map(({ name, ...rest }) => ({ ...rest, name: name.slice(6), salt: `${rest.salt}Masked` }))

    expect(outcomeOf(shown(drafts, drafts), 'SD-RECUT')).toBe('passed')
    expect(outcomeOf(shown(drafts, moved), 'SD-RECUT')).toBe('failed')
    expect(outcomeOf(shown(drafts, moved.slice(1)), 'SD-RECUT')).toBe('failed')
  })
})

describe('a claim that was edited so that its digest is the same', () => {
  const construction: Construction = 'parts'
  const { text, known } = staged('credential')
  const { header, payload } = readJws(text.slice(0, text.indexOf('~')))
  const salt = (sign: string) => sign.repeat(24)
  const issued: readonly ClaimDraft[] = [
    { name: 'ResidentName', value: 'Asha', salt: salt('a') },
    { name: 'AgeAbove18', value: false, salt: salt('b') },
    { name: 'Pincode', value: '560001', salt: salt('c') },
    { name: 'Vtc', value: 'Samepur', salt: salt('d') },
    { name: 'Gender', value: 'F', salt: salt('e') },
  ]
  const write = (draft: ClaimDraft) => writeDisclosure(draft, 'name-value-salt')

  /** Judges the credential with one claim edited. */
  const edited = (name: string, changes: Partial<ClaimDraft>): Verdict => {
    const _sd: Writable = issued.map(write).map((claim) => computeClaimDigest(claim, construction))
    const presented = issued.map((draft) => write(draft.name === name ? { ...draft, ...changes } : draft))
    const digests = presented.map((claim) => computeClaimDigest(claim, construction))
    expect(digests).toEqual(_sd)
    const jws = writeJws(header, { ...payload, _sd: [...digests].sort() }, keys.issuer)
    return verify(
      writeSdJwt(
        jws,
        presented.map((claim) => claim.text),
      ),
      { ...known, as: 'credential' },
    )
  }

  it.each<readonly [string, string, Partial<ClaimDraft>]>([
    ['the end of the salt is in the name', 'ResidentName', { name: 'aaaResidentName', salt: salt('a').slice(3) }],
    ['more of the salt is in the name', 'Vtc', { name: 'ddddddVtc', salt: salt('d').slice(6) }],
    ['the beginning of the name is in the salt', 'ResidentName', { name: 'identName', salt: `${salt('a')}Res` }],
    ['the whole name is in the salt', 'Gender', { name: '', salt: `${salt('e')}Gender` }],
    ['the end of the name is in the value', 'ResidentName', { name: 'Resident'.slice(0, 6), value: 'ntNameAsha' }],
  ])('is found where %s', (_, name, changes) => {
    expect(outcomeOf(edited(name, changes), 'SD-RECUT')).toBe('failed')
  })

  it('is no finding where an issuer has a claim of its own whose name begins with a known one', () => {
    const own = { name: 'VtcOld', value: 'Oldpur', salt: salt('f') }
    const disclosures = [...issued, own].map(write)
    const _sd = disclosures.map((claim) => computeClaimDigest(claim, construction)).sort()
    const jws = writeJws(header, { ...payload, _sd }, keys.issuer)
    const all = writeSdJwt(
      jws,
      disclosures.map((claim) => claim.text),
    )

    expect(outcomeOf(verify(all, { ...known, as: 'credential' }), 'SD-RECUT')).toBe('passed')
  })

  it.each<readonly [string, unknown]>([
    ['AgeAbove18', 'false'],
    ['Pincode', 560001],
  ])('is remarked on where the type of %s is another', (name, value) => {
    const verdict = edited(name, { value: value as ClaimDraft['value'] })

    expect(outcomeOf(verdict, `CLAIM-${name}`)).toBe('passedNonStrict')
    expect(outcomeOf(edited('Vtc', {}), `CLAIM-${name}`)).toBe('passed')
  })
})

describe('a reading', () => {
  it('ends with a problem and not with a defect, whatever the algorithm is', () => {
    for (const alg of ['none', 'None', 'ES256', null, 1, [], {}]) {
      const read = attempt(() => openArtefact('offer', `${encodeBase64url(JSON.stringify({ alg }))}.e30.`))
      expect('value' in read && read.value[0]?.problem?.code).toBe(
        typeof alg === 'string' && alg !== 'ES256' ? 'unsecured' : 'signed',
      )
    }
    expect(parseJsonObject('{"toString":1}')).toEqual({ toString: 1 })
  })
})
