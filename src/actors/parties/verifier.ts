import type { Verifier } from '../../model/actors.ts'
import type { Role } from '../../model/requirement.ts'
import { claimIn } from '../../protocol/disclosure.ts'
import type { Exhibit } from '../../protocol/evidence.ts'
import { type JsonObject, type JsonValue, parseJsonObject } from '../../protocol/json.ts'
import { open } from '../../protocol/open.ts'
import { attempt } from '../../protocol/problem.ts'
import type { SdJwt } from '../../protocol/sd-jwt.ts'
import { type Answers, contentOf, type Desk, type Ports, refusalsOf, replying } from './desk.ts'
import { addressed, answered, called, refused, succeeded } from './http.ts'

/** A verifier at work: it takes a presentation, fetches keys and status, and says whether it accepts. */
export function verifierAtWork(verifier: Verifier, desk: Desk, ports: Ports): Answers {
  const { world } = desk
  return replying(verifier, {
    presentation: async (asked) => {
      const body = attempt(() => parseJsonObject(asked.body ?? ''))
      const text = 'value' in body ? body.value.presentation : undefined
      if (typeof text !== 'string') return refused(['CRED-COMPACT'])
      const exhibits = open('credential', text)
      const jwks = await keysOfIssuer('verifier', desk, ports)
      const status = await statusOf(exhibits, desk, ports)
      const known = { now: world.now, jwks, issuer: world.issuer, statusBase: world.status, ...status.known }
      const refusals = refusalsOf(verifier.validations, {
        asked,
        exhibits: [...exhibits, ...status.exhibits],
        known,
        standing: contentOf(exhibits, 'credential') ? { status: status.value } : {},
      })
      const claims = refusals.length > 0 ? {} : claimsIn(contentOf(exhibits, 'credential'), desk)
      return answered(verifier.decide(claims, refusals))
    },
  })
}

/** The key set of the issuer, empty if it cannot be had: then nothing verifies. */
export async function keysOfIssuer(from: Role, { terms }: Desk, { call }: Ports): Promise<JsonObject> {
  const replied = await call('jwks', from, called(terms.addresses.jwks)).catch(() => undefined)
  const read = attempt(() => parseJsonObject(replied && succeeded(replied) ? replied.body : ''))
  return 'value' in read ? read.value : { keys: [] }
}

interface StatusSeen {
  readonly value: string
  readonly exhibits: readonly Exhibit[]
  readonly known: { readonly credentialId?: string }
}

/** What the status service says of a credential. Silence counts as no status, and no status is not active. */
async function statusOf(exhibits: readonly Exhibit[], { terms }: Desk, { call }: Ports): Promise<StatusSeen> {
  const { status: pointer, id } = contentOf(exhibits, 'credential')?.jws.payload ?? {}
  if (typeof id !== 'string') return { value: 'unknown', exhibits: [], known: {} }
  const known = { credentialId: id }
  const usual = addressed(terms.addresses.status, id)
  const asked = called({ ...usual, url: typeof pointer === 'string' ? pointer : usual.url })
  const replied = await call('status', 'verifier', asked, 'message').catch(() => undefined)
  const answers = replied && succeeded(replied) ? open('status-token', replied.body) : []
  const value = contentOf(answers, 'status-token')?.payload.status
  return { value: typeof value === 'string' ? value : 'unknown', exhibits: answers, known }
}

function claimsIn(credential: SdJwt | undefined, { world }: Desk): JsonObject {
  const claims = credential?.disclosures.flatMap((disclosure) => claimIn(disclosure, world.dialect.order) ?? []) ?? []
  return Object.fromEntries(claims.map(({ name, value }) => [name, value as JsonValue]))
}
