import type { HttpResponse } from '../../model/wire.ts'
import type { JsonObject, JsonValue } from '../../protocol/encoding/json.ts'
import type { ClaimPath } from '../../protocol/sd-jwt-vc/claim-path.ts'
import { makeIntegrity } from '../../protocol/sd-jwt-vc/integrity.ts'

/** The same address without TLS, at the same port. */
export function writePlain(address: string): string {
  const { hostname, port, pathname, search } = new URL(address)
  return `http://${hostname}:${port || 443}${pathname}${search}`
}

/** What the type metadata of a credential is otherwise, or how it is given. */
export const typeChanges = [
  'type-other-vct',
  'type-error',
  'type-other-digest',
  'type-unknown-digest',
  'type-strong-digest',
  'type-weaker-digest',
  'type-several-digests',
  'type-extended-vct',
  'type-extended-digest',
  'type-malformed',
  'type-mandatory',
  'type-always',
  'type-never',
  'type-path',
  'type-extended-mandatory',
  'type-circular',
  'type-noted',
  'type-hidden-mandatory',
  'type-moved-plain',
  'type-extended-plain',
] as const
export type TypeChange = (typeof typeChanges)[number]

/** Whether a change is one of type metadata. */
export const isOfType = (change?: string): change is TypeChange => typeChanges.some((each) => each === change)

/** The type of a credential, which extends another, which extends a third. */
export interface ServedType {
  readonly uri: string
  /** The address below which the others are. */
  readonly base: string
  /** A claim that the receiver sees, and that is in a disclosure. */
  readonly disclosed?: ClaimPath
  /** A claim in a disclosure that the receiver does not get. */
  readonly hidden?: ClaimPath
  /** What tells the documents of one session from those of another: some are kept by their digests. */
  readonly serial: number
}

type Name = 'own' | 'middle' | 'root'

interface Draft {
  readonly documents: Readonly<Record<Name, JsonObject>>
  readonly vctIntegrity?: (text: string) => string
  readonly middleIntegrity?: (text: string) => string
  readonly status?: number
  /** Where the first document redirects to. */
  readonly location?: string
}

const nameType = ({ uri, base }: ServedType, name: Name): string => (name === 'own' ? uri : `${base}/${name}`)

const usualClaim = { path: ['iss'], mandatory: true, sd: 'never' }

function makeDraft(served: ServedType): Draft {
  const name = (each: Name): string => nameType(served, each)
  return {
    documents: {
      own: { vct: name('own'), name: 'Membership', extends: name('middle'), claims: [usualClaim] },
      middle: { vct: name('middle'), name: 'Document', extends: name('root') },
      root: { vct: name('root'), name: `Thing ${served.serial}` },
    },
  }
}

type Change = (draft: Draft, served: ServedType) => Draft

const setMembersAt =
  (name: Name, makeMembers: (served: ServedType) => JsonObject): Change =>
  (draft, served) => ({
    ...draft,
    documents: { ...draft.documents, [name]: { ...draft.documents[name], ...makeMembers(served) } },
  })

const addClaim = (name: Name, makeClaim: (served: ServedType) => JsonObject): Change =>
  setMembersAt(name, (served) => ({ claims: [usualClaim, makeClaim(served)] }))

const setIntegrity =
  (make: (text: string) => string): Change =>
  (draft) => ({ ...draft, vctIntegrity: make })

const toJson = (path: ClaimPath = []): JsonValue[] => [...path]

const another = '{"vct":"another document"}'
const note = { 'x-note': 'a' }

/** `cnf` is in no disclosure: what it lacks is not in the credential. */
const mandatory = { path: ['cnf', 'x_note'], mandatory: true }

const changes: Readonly<Record<TypeChange, Change>> = {
  'type-other-vct': setMembersAt('own', ({ uri }) => ({ vct: `${uri}-of-another` })),
  'type-error': (draft) => ({ ...draft, status: 404 }),
  'type-other-digest': setIntegrity(() => makeIntegrity(another)),
  'type-unknown-digest': setIntegrity((text) => makeIntegrity(text).replace('sha256', 'sha999')),
  'type-strong-digest': setIntegrity((text) => makeIntegrity(text, 'sha512')),
  'type-weaker-digest': setIntegrity((text) => `${makeIntegrity(text)} ${makeIntegrity(another, 'sha512')}`),
  'type-several-digests': setIntegrity((text) => `${makeIntegrity(another)} ${makeIntegrity(text)}`),
  'type-extended-vct': setMembersAt('middle', ({ base }) => ({ vct: `${base}/middle-of-another` })),
  'type-extended-digest': (draft) => ({ ...draft, middleIntegrity: () => makeIntegrity(another) }),
  'type-malformed': setMembersAt('own', () => ({ claims: [usualClaim, { path: 'iss' }] })),
  'type-mandatory': addClaim('own', () => mandatory),
  'type-always': setMembersAt('own', () => ({ claims: [{ path: ['iss'], sd: 'always' }] })),
  'type-never': addClaim('own', ({ disclosed }) => ({ path: toJson(disclosed), sd: 'never' })),
  'type-path': addClaim('own', () => ({ path: ['iss', 'name'] })),
  'type-extended-mandatory': addClaim('root', () => mandatory),
  'type-circular': setMembersAt('root', ({ uri }) => ({ extends: uri })),
  'type-noted': setMembersAt('own', () => ({ ...note, claims: [{ ...usualClaim, ...note }] })),
  'type-moved-plain': (draft, { uri }) => ({ ...draft, status: 302, location: writePlain(uri) }),
  'type-extended-plain': setMembersAt('own', ({ base }) => ({ extends: writePlain(`${base}/middle`) })),
  'type-hidden-mandatory': addClaim('own', ({ hidden }) => ({ path: toJson(hidden), mandatory: true, sd: 'always' })),
}

/** The document that a receiver fetches only if it uses the one that is wrong. */
export const findNextDocument = (change?: TypeChange): Name =>
  change === undefined || change.startsWith('type-extended') ? 'root' : 'middle'

/** Type metadata as it is served. */
export interface WrittenTypes {
  /** What the credential has of it. */
  readonly claims: JsonObject
  readonly documents: ReadonlyMap<string, HttpResponse>
  /** The address of the document that is fetched after the one that was changed. */
  readonly next: string
}

/** Documents change from session to session: none may be kept. */
const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', 'access-control-allow-origin': '*' }

/** Writes the type metadata of a credential, as it should be or with one change. */
export function writeTypes(served: ServedType, change?: TypeChange): WrittenTypes {
  const usual = makeDraft(served)
  const draft = change ? changes[change](usual, served) : usual
  const { documents, vctIntegrity, middleIntegrity, status = 200, location } = draft
  const root = JSON.stringify(documents.root)
  const middle = JSON.stringify({ ...documents.middle, 'extends#integrity': makeIntegrity(root) })
  const own = JSON.stringify({
    ...documents.own,
    'extends#integrity': (middleIntegrity ?? makeIntegrity)(middle),
  })
  const respond = (name: Name, body: string): readonly [string, HttpResponse] => [
    nameType(served, name),
    { status: 200, headers, body },
  ]
  const moved = location === undefined ? {} : { location }
  const first: HttpResponse = { status, headers: { ...headers, ...moved }, body: own }
  return {
    claims: { 'vct#integrity': (vctIntegrity ?? makeIntegrity)(own) },
    documents: new Map([[served.uri, first], respond('middle', middle), respond('root', root)]),
    next: nameType(served, findNextDocument(change)),
  }
}
