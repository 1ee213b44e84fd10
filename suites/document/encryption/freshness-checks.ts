import type { ExchangeCheck } from '../../../model/check.ts'
import { collectContents, selectMessagesTo } from '../../../model/exchange.ts'
import { finding, inconclusive, notApplicable } from '../../../model/finding.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { Role } from '../../../model/role.ts'
import type { Artefact, ArtefactContents, EncryptedContent } from '../../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../../protocol/artefacts/artefact-kinds.ts'
import type { Signed } from '../../../protocol/jose/jws.ts'
import { checkExchange } from '../model/check.ts'
import type { EncryptionKeys, Exchange, ParsedMessage } from '../model/exchange.ts'
import { readEncryptionKeys } from './encryption-keys.ts'
import { ENC } from './requirements.ts'

/** An encrypted message, who encrypted it, and its keys. */
interface EncryptedMessage extends EncryptionKeys {
  readonly by: Role
  readonly session: string
}

/** How two messages must differ, and in which part of them. */
interface Difference {
  readonly expected: string
  readonly part: string
  /** What must not occur twice; `undefined` if a message has no such part. */
  readonly identify: (message: EncryptedMessage) => string | undefined
}

/** Checks that no two messages have a part in common. */
const checkDifference = (requirement: Requirement, { expected, part, identify }: Difference): ExchangeCheck =>
  checkExchange(requirement, function* (exchange) {
    if (!exchange.tested.has('wallet') && !exchange.tested.has('issuer'))
      return notApplicable('the target encrypts nothing')
    const messages = collectEncrypted(exchange)
    if (messages.length < 2) return inconclusive('fewer than two encrypted messages were seen')
    const withPart = messages.filter((each) => identify(each) !== undefined)
    if (withPart.length === 0) return notApplicable(`no message has ${part}`)
    for (const [first, ...others] of Map.groupBy(withPart, identify).values()) {
      const [other] = others
      if (!first || !other) continue
      const actual = `that of the session ${first.session}, in the session ${other.session}`
      yield finding(`encrypted by the ${other.by}`, expected, actual)
    }
    return undefined
  })

const fresh = checkDifference(ENC.FRESH, {
  expected: 'a new pair of content encryption key and initialization vector',
  part: 'an initialization vector',
  identify: ({ contentKey, iv }) => `${contentKey} ${iv}`,
})

const newContentKey = checkDifference(ENC['CONTENT-KEY'], {
  expected: 'a new content encryption key',
  part: 'a content encryption key',
  identify: ({ contentKey }) => contentKey,
})

const newEphemeralKey = checkDifference(ENC['EPHEMERAL-ONCE'], {
  expected: 'a new ephemeral key',
  part: 'an ephemeral key',
  identify: ({ ephemeralKey }) => ephemeralKey,
})

/** The messages that targets encrypted, those of probes included. A forwarded or repeated message counts once. */
function collectEncrypted({ messages, tested, population }: Exchange): readonly EncryptedMessage[] {
  const linkedBy = new Map(messages.flatMap(listLinked))
  const encrypted = messages.flatMap(({ message: { session, from, to }, request, response }) => [
    ...selectEncrypted(request).map((content) => ({ by: linkedBy.get(content.jwe.text) ?? from, session, content })),
    ...selectEncrypted(response).map((content) => ({ by: to, session, content })),
  ])
  const own = encrypted
    .filter(({ by }) => tested.has(by))
    .map(({ by, session, content }) => ({ by, session, ...readEncryptionKeys(content) }))
  const issued = (population?.encryptions ?? []).map((each) => ({ by: 'issuer' as const, ...each }))
  return [...Map.groupBy([...own, ...issued], ({ text }) => text).values()].flatMap(([first]) => first ?? [])
}

/** The parameters of a deeplink and its sender: a request is decrypted at a later message than the one that carries it first. */
const listLinked = (parsed: ParsedMessage): readonly (readonly [text: string, by: Role])[] =>
  collectContents(selectMessagesTo([parsed], 'deeplink'), 'deeplink').flatMap(({ parameters }) =>
    parameters.map(([, text]) => [text, parsed.message.from] as const),
  )

const selectEncrypted = (artefacts: readonly Artefact[]): readonly EncryptedContent[] =>
  artefacts.flatMap(({ kind, content }) =>
    (kind === 'encrypted-request' || kind === 'encrypted-response') && content ? [content as EncryptedContent] : [],
  ) // of these kinds

/** A signature: who made it, in which session, over which text. Its first half is the same where the secret number is. */
interface Signature {
  readonly by: Role
  readonly session: string
  readonly input: string
  readonly number: string
}

const signedOnce = checkExchange(ENC['SIGNED-ONCE'], function* (exchange) {
  const isSigner = Object.keys(signers).some((role) => exchange.tested.has(role as Role)) // the keys of the table
  if (!isSigner) return notApplicable('the target signs nothing')
  const signatures = collectSignatures(exchange)
  if (signatures.length < 2) return inconclusive('fewer than two signatures were seen')
  for (const same of Map.groupBy(signatures, ({ number }) => number).values()) {
    const [first, other] = new Map(same.map((each) => [each.input, each])).values()
    if (!first || !other) continue
    const actual = `that of the session ${first.session}, in the session ${other.session}`
    yield finding(`signed by the ${other.by}`, 'a new secret number for each text', actual)
  }
  return undefined
})

const signedKinds = {
  attestation: ({ jws }: ArtefactContents['attestation']) => jws,
  credential: ({ jws }: ArtefactContents['credential']) => jws,
  'signed-response': (signed: ArtefactContents['signed-response']) => signed,
  'status-token': (signed: ArtefactContents['status-token']) => signed,
} as const satisfies { readonly [K in ArtefactKind]?: (content: ArtefactContents[K]) => Signed }

/** The kinds of artefact that each role signs. */
const signers: { readonly [R in Role]?: readonly (keyof typeof signedKinds)[] } = {
  wallet: ['attestation'],
  issuer: ['credential', 'signed-response'],
  'status service': ['status-token'],
}

/** Whether octets may be a signature by ES256: two numbers of 32 octets, which are neither 0 nor the largest. */
const isEs256 = (signature: Buffer): boolean => signature.length === 64 && new Set(signature.subarray(0, 32)).size > 1

/** The signatures of targets. */
const collectSignatures = ({ messages, tested }: Exchange): readonly Signature[] =>
  Object.entries(signers).flatMap(([role, kinds]) =>
    tested.has(role as Role) // the keys of the table
      ? kinds.flatMap((kind) => messages.flatMap((each) => readSignatures(each, kind, role as Role)))
      : [],
  )

const readSignatures = (parsed: ParsedMessage, kind: keyof typeof signedKinds, by: Role): readonly Signature[] =>
  collectContents([parsed], kind)
    .map(signedKinds[kind] as (content: unknown) => Signed) // of this kind
    .filter(({ signature }) => isEs256(signature))
    .map(({ signature, signingInput }) => ({
      ...{ by, session: parsed.message.session, input: signingInput },
      number: signature.subarray(0, 32).toString('hex'),
    }))

export const freshnessChecks: readonly ExchangeCheck[] = [fresh, newContentKey, newEphemeralKey, signedOnce]
