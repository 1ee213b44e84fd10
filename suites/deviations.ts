import { createCipheriv, createHash } from 'node:crypto'
import type { Cast, CredentialDraft, Deviation, JwsDraft } from '../src/model/actors.ts'
import type { Asked, Endpoint, Replied } from '../src/model/wire.ts'
import { isObject, type JsonObject, type JsonValue, RawJson, type Writable, writeJson } from '../src/protocol/json.ts'
import { type JweDraft, writeJwe } from '../src/protocol/jwe.ts'
import { type Jwk, keysOf } from '../src/protocol/jwk.ts'
import { readSigned, sign } from '../src/protocol/jws.ts'

type Step<R extends keyof Cast, S extends keyof Cast[R]> = Extract<Cast[R][S], (...given: never[]) => unknown>

/** Lets an actor do a step honestly, and then changes what came of it. */
export const after = <R extends keyof Cast, S extends keyof Cast[R]>(
  role: R,
  step: S,
  change: (made: ReturnType<Step<R, S>>, given: Parameters<Step<R, S>>) => ReturnType<Step<R, S>>,
): Deviation =>
  instead(role, step, (honest) => {
    const bent = (...given: Parameters<Step<R, S>>) => change((honest as (...g: unknown[]) => never)(...given), given)
    return bent as unknown as Step<R, S> // the same parameters, the same result
  })

/** Replaces one step of an actor by another that may use the honest one. */
export const instead = <R extends keyof Cast, S extends keyof Cast[R]>(
  role: R,
  step: S,
  make: (honest: Step<R, S>) => Step<R, S>,
): Deviation => ({ [role]: (honest: Cast[R]) => ({ ...honest, [step]: make(honest[step] as Step<R, S>) }) })

/** Two deviations in one cast; of two in one actor the second is put on top of the first. */
export const both = (first: Deviation, second: Deviation): Deviation => {
  const roles = new Set([...Object.keys(first), ...Object.keys(second)]) as Set<keyof Deviation>
  const merged = [...roles].map((role) => {
    const [one, two] = [first[role], second[role]] as ((honest: unknown) => unknown)[]
    return [role, (honest: unknown) => two?.(one?.(honest) ?? honest) ?? one?.(honest)]
  })
  return Object.fromEntries(merged) as Deviation // each role bends what the other bent
}

export type Edit = (content: Writable) => Writable

const object = (content: Writable): JsonObject => {
  if (!isObject(content) || content instanceof RawJson) throw new TypeError('only an object can be edited')
  return content as JsonObject // checked just now
}

/** Puts a value where a pointer leads, or takes away what is there if the value is undefined. */
export const put =
  (pointer: string, value: JsonValue | undefined): Edit =>
  (content) =>
    replaceAt(object(content), pointer.split('/').slice(1), () => value)

/** Changes the value to which a pointer leads. */
export const change =
  (pointer: string, how: (value: JsonValue) => JsonValue | undefined): Edit =>
  (content) =>
    replaceAt(object(content), pointer.split('/').slice(1), (value) => how(value ?? null))

function replaceAt(
  holder: JsonValue | undefined,
  [first, ...rest]: readonly string[],
  how: (value: JsonValue | undefined) => JsonValue | undefined,
): JsonValue {
  if (first === undefined) return how(holder) ?? null
  if (Array.isArray(holder)) {
    return holder.map((element, i) => (String(i) === first ? replaceAt(element, rest, how) : element))
  }
  const entries = isObject(holder) ? holder : {}
  const value = rest.length > 0 ? replaceAt(entries[first], rest, how) : how(entries[first])
  const others = Object.entries(entries).filter(([name]) => name !== first)
  return Object.fromEntries(value === undefined ? others : [...others, [first, value]])
}

export const drop = (pointer: string): Edit => put(pointer, undefined)

/** Renames a member. */
export const rename =
  (from: string, to: string): Edit =>
  (content) =>
    Object.fromEntries(Object.entries(object(content)).map(([name, value]) => [name === from ? to : name, value]))

/** Says one member twice, the second time with another value. */
export const repeat =
  (name: string, value: JsonValue): Edit =>
  (content) => {
    const text = writeJson(content)
    return new RawJson(`${text.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`)
  }

/** Where each message is made, for edits of it. */
export const message = {
  configRequest: (edit: Edit) => after('identityApp', 'ask', edit),
  configResponse: (edit: Edit) => after('issuer', 'configure', edit),
  offer: (edit: Edit) => after('issuer', 'offer', edit),
  metadata: (edit: Edit) => after('issuer', 'metadata', edit),
  nonce: (edit: Edit) => after('issuer', 'nonce', edit),
  request: (edit: Edit) => after('wallet', 'request', edit),
  validationRequest: (edit: Edit) =>
    after('identityApp', 'validate', ({ headers, body }) => ({ headers, body: edit(body) })),
  validationResponse: (edit: Edit) => after('issuer', 'answer', edit),
  response: (edit: Edit) => after('issuer', 'respond', edit),
  callback: (edit: Edit) => after('identityApp', 'callBack', edit),
  jwks: (edit: Edit) => after('issuer', 'keys', edit),
  attestationHeader: (edit: Edit) => after('wallet', 'attest', inHeader(edit)),
  attestationPayload: (edit: Edit) => after('wallet', 'attest', inPayload(edit)),
  credentialHeader: (edit: Edit) =>
    after('issuer', 'draft', (draft) => ({ ...draft, header: object(edit(draft.header)) })),
  credentialPayload: (edit: Edit) =>
    after('issuer', 'draft', (draft) => ({ ...draft, payload: object(edit(draft.payload)) })),
  /** The payload with its digests in it. */
  embedded: (edit: Edit) => after('issuer', 'embed', edit),
  statusHeader: (edit: Edit) => after('statusService', 'draft', inHeader(edit)),
  statusPayload: (edit: Edit) => after('statusService', 'draft', inPayload(edit)),
}

const inHeader =
  (edit: Edit) =>
  (draft: JwsDraft): JwsDraft => ({ ...draft, header: edit(draft.header) })
const inPayload =
  (edit: Edit) =>
  (draft: JwsDraft): JwsDraft => ({ ...draft, payload: edit(draft.payload) })

/** Another status in a credential, made from its id and from the base address of the service, wherever that is. */
export const statusAt = (of: (id: string, base: string) => JsonValue): Deviation =>
  message.credentialPayload((all) => {
    const { id, status } = object(all)
    const base = typeof status === 'string' ? status.slice(0, -`/credentials/status/${id}`.length) : ''
    return put('/status', of(String(id), base))(all)
  })

/** Another id for a credential, and the address of its status with that. */
export const renamed = (of: (id: string) => string): Deviation =>
  message.credentialPayload((all) => {
    const { id, status } = object(all)
    const other = of(String(id))
    const moved =
      typeof status === 'string' ? put('/status', status.replace(String(id), other)) : put('/status', status)
    return moved(put('/id', other)(all))
  })

/** The claims of a credential before they are concealed. */
export const claims = (how: (claims: CredentialDraft['claims']) => CredentialDraft['claims']): Deviation =>
  after('issuer', 'draft', (draft) => ({ ...draft, claims: how(draft.claims) }))

/** The disclosures of a credential on their way into it, after their digests were made. */
export const disclosures = (how: (texts: readonly string[]) => readonly string[]): Deviation =>
  instead('issuer', 'bundle', (honest) => (jws, texts) => honest(jws, how(texts)))

/** The parts of a text that is joined with dots. */
export const parts =
  (how: (parts: readonly string[]) => readonly string[]) =>
  (text: string): string =>
    how(text.split('.')).join('.')

/** Changes one part of a compact text. */
export const part = (index: number, how: (part: string) => string) =>
  parts((all) => all.map((each, i) => (i === index ? how(each) : each)))

/** Changes the octets of a part in base64url. */
export const octets = (how: (octets: Buffer) => Uint8Array) => (text: string) =>
  Buffer.from(how(Buffer.from(text, 'base64url'))).toString('base64url')

/** Changes the last bit of the octets: a different value that is still well encoded. */
export const flipped = octets((all) => {
  const copy = Buffer.from(all)
  copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1
  return copy
})

/** Signs a compact text anew with another key, its header as it was or edited. */
export const resigned =
  (key: Jwk, edit: Edit = (header) => header) =>
  (text: string): string => {
    const { header, body } = readSigned(text)
    return sign(edit(header), body, key)
  }

/** Octets that are anything but random. */
export const fixed = (octets: number): Uint8Array => Buffer.alloc(octets, 0x5a)

/** Octets that are others for every text and every call: a lie about one thing does not repeat an initialisation vector. */
function octetsFor(text: string): (octets: number) => Uint8Array {
  let calls = 0 // within one message
  return (octets) => {
    const seed = createHash('sha256').update(`${calls++} ${text}`).digest()
    return createCipheriv('aes-256-ctr', seed, Buffer.alloc(16)).update(Buffer.alloc(octets))
  }
}

type Redraft = (draft: JweDraft) => JweDraft

/** Where messages are encrypted, for changes of what is encrypted, how, and what the header says of it. */
export const sealed = {
  request: (redraft: Redraft) =>
    instead('wallet', 'encrypt', () => (request, { credential_request_encryption: encryption }) => {
      const key = (isObject(encryption) ? keysOf(encryption.jwks)[0] : undefined) ?? {}
      const header = { alg: key.alg ?? '', enc: 'A256GCM', kid: key.kid ?? '', zip: 'DEF' }
      const plaintext = writeJson(request)
      return writeJwe(redraft({ plaintext, header, key, random: octetsFor(plaintext) }))
    }),
  response: (redraft: Redraft) =>
    instead('issuer', 'encrypt', () => (plaintext, { jwk, alg = '', enc = '', zip }) => {
      const key = isObject(jwk) ? jwk : {}
      const header = { alg: key.alg ?? alg, enc, kid: key.kid ?? '', ...(zip === 'DEF' && { zip }) }
      return writeJwe(redraft({ plaintext, header, key, random: octetsFor(plaintext) }))
    }),
}

/** Writes other members into the header of a message; what is done to it stays the same. */
export const heading =
  (members: Readonly<Record<string, JsonValue | undefined>>): Redraft =>
  ({ header, steps, ...draft }) => {
    const all = Object.entries({ ...header, ...members }).filter(([, value]) => value !== undefined)
    const done = {
      alg: String(header.alg),
      enc: String(header.enc),
      zip: header.zip === 'DEF' ? 'DEF' : 'none',
    } as const
    return { ...draft, header: Object.fromEntries(all) as JsonObject, steps: { ...done, ...steps } }
  }

/** Other wishes of a wallet for its response. */
export const asks = {
  /** An elliptic curve in place of RSA. */
  onCurve: {
    jwk: {
      kty: 'EC',
      crv: 'P-256',
      x: 'Y87SDBloItzP_pDtXAdm4R6yGXg6y05O6rrI2e6t_QY',
      y: 'FZ80dhgT7GJvzdoAOKf_ZnL7xpI75IuWtmezULbHPMQ',
      kid: 'response-2',
      use: 'enc',
      alg: 'ECDH-ES+A256KW',
    },
  },
  uncompressed: { zip: 'none' },
} as const

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The same octets under another spelling: the last sign of a signature has bits that a lax reader drops. */
export const respelled = (text: string): string =>
  text.slice(0, -1) + (alphabet[alphabet.indexOf(text.slice(-1)) + 1] ?? '')

/** Sends an answer with other header fields; `undefined` leaves one out. */
export const headersOf = (
  role: 'issuer' | 'statusService' | 'walletBackend' | 'verifier',
  endpoint: Endpoint,
  fields: Readonly<Record<string, string | undefined>>,
): Deviation =>
  answering(role, endpoint, (replied) => {
    const all = Object.entries({ ...replied.headers, ...fields })
    return {
      ...replied,
      headers: Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined)),
    }
  })

/** Answers otherwise at one endpoint, after everything was done as it should be. */
export const answering = (
  role: 'issuer' | 'statusService' | 'walletBackend' | 'verifier',
  endpoint: Endpoint,
  change: (replied: Replied) => Replied,
): Deviation => ({
  [role]: (honest: Cast[typeof role]) => ({
    ...honest,
    reply: (replied: Replied, where: Endpoint) =>
      where === endpoint ? change(honest.reply(replied, where)) : honest.reply(replied, where),
  }),
})

/** Calls otherwise at one endpoint, after everything was done as it should be. */
export const calling = (
  role: 'wallet' | 'identityApp',
  endpoint: Endpoint,
  change: (asked: Asked) => Asked,
): Deviation => ({
  [role]: (honest: Cast[typeof role]) => ({
    ...honest,
    post: (asked: Asked, where: Endpoint) =>
      where === endpoint ? change(honest.post(asked, where)) : honest.post(asked, where),
  }),
})

/** Does something else than what is to be done next in the flow: nothing, or the same twice. */
export const acting = (
  role: 'wallet' | 'identityApp',
  endpoint: Endpoint,
  how: (deed: () => Promise<void>) => Promise<void>,
): Deviation => ({
  [role]: (honest: Cast[typeof role]) => ({
    ...honest,
    act: (deed: () => Promise<void>, where: Endpoint) =>
      where === endpoint ? how(() => honest.act(deed, where)) : honest.act(deed, where),
  }),
})
