import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import keys from '../fixtures/keys.json' with { type: 'json' }
import { toPublicKey } from '../suites/document/actors/steps/environment.ts'
import type { CredentialDraft } from '../suites/document/model/actors.ts'
import { issueEach } from '../suites/document/reference/issue-population.ts'

// Writes credentials for `assay audit`, of which ten are wrong in ten ways and three are right only by themselves:
//
//   npm run issue-credentials -- 1000000 FOLDER

/** What is wrong with a credential, by the requirement that it breaks. */
const wrong: Readonly<Record<string, (draft: CredentialDraft) => CredentialDraft>> = {
  'CRED-TYP': (draft) => ({ ...draft, header: { ...draft.header, typ: 'JWT' } }),
  'CRED-KID': ({ header: { kid: _, ...header }, ...draft }) => ({ ...draft, header }),
  'CRED-ISS': ({ payload: { iss: _, ...payload }, ...draft }) => ({ ...draft, payload }),
  'CRED-ISSUER': (draft) => ({ ...draft, payload: { ...draft.payload, iss: 'https://another.example' } }),
  'CRED-EXP': ({ payload: { exp: _, ...payload }, ...draft }) => ({ ...draft, payload }),
  'CRED-LASTS': (draft) => ({ ...draft, payload: { ...draft.payload, exp: Number(draft.payload.iat) - 1 } }),
  'CRED-SD-ALG': (draft) => ({ ...draft, payload: { ...draft.payload, _sd_alg: 'SHA-512' } }),
  'CNF-KTY': (draft) => ({ ...draft, payload: { ...draft.payload, cnf: changeKey(draft, { kty: 'OKP' }) } }),
  'CNF-ALG': (draft) => ({ ...draft, payload: { ...draft.payload, cnf: changeKey(draft, { alg: 'RS256' }) } }),
  'SD-SALTED': ({ claims, ...draft }) => ({
    ...draft,
    claims: claims.map((claim, i) => (i === 1 ? { ...claim, salt: claims[0]?.salt ?? '' } : claim)),
  }),
}

/** What only a comparison with the first credential shows. */
const shared: Readonly<Record<string, (draft: CredentialDraft, first: CredentialDraft) => CredentialDraft>> = {
  'CRED-UNIQUE': (draft, first) => withId(draft, first.payload.id),
  'AUDIT-JTI': (draft) => ({ ...draft, payload: { ...draft.payload, jti: 'urn:example:0' } }),
  'SD-SALT-ONCE': ({ claims, ...draft }, first) => ({
    ...draft,
    claims: claims.map((claim, i) => (i === 2 ? { ...claim, salt: first.claims[5]?.salt ?? '' } : claim)),
  }),
}

function changeKey({ payload: { cnf } }: CredentialDraft, change: object) {
  const { jwk } = Object(cnf)
  return { jwk: { ...jwk, ...change } }
}

/** Another `id`, with the status URL that belongs to it. */
const withId = (draft: CredentialDraft, id: unknown): CredentialDraft => ({
  ...draft,
  payload: { ...draft.payload, id: String(id), status: `https://status.example/credentials/status/${id}` },
})

const [count = '1000', folder = 'credentials'] = process.argv.slice(2)
const credentials = Number(count)

/** Wrong credentials are spread over the whole. */
const names = [...Object.keys(wrong), ...Object.keys(shared)]
const places = new Map(names.map((name, i) => [Math.floor(((i + 1) * credentials) / (names.length + 1)), name]))
const expected: { readonly requirement: string; readonly line: number }[] = []

function change(draft: CredentialDraft, place: number, first: CredentialDraft): CredentialDraft {
  const name = places.get(place)
  if (place === 0) return { ...draft, payload: { ...draft.payload, jti: 'urn:example:0' } }
  if (name === undefined) return draft
  expected.push({ requirement: name, line: place + 1 })
  return wrong[name]?.(draft) ?? shared[name]?.(draft, first) ?? draft
}

mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'jwks.json'), JSON.stringify({ keys: [toPublicKey(keys.issuer)] }))
const file = openSync(join(folder, 'credentials.ndjson'), 'w')
const settings = { profile: 'document', decisions: {} } as const
let lines: string[] = []
for (const text of issueEach({ settings, seed: 'audit', credentials, change: { draft: change }, isSigned: true })) {
  lines.push(text)
  if (lines.length < 500) continue
  writeSync(file, `${lines.join('\n')}\n`)
  lines = []
}
if (lines.length > 0) writeSync(file, `${lines.join('\n')}\n`)
closeSync(file)
writeFileSync(join(folder, 'expected.json'), JSON.stringify(expected, null, 2))
