import type { Decide } from '../../../../model/decision.ts'
import type { KnownFacts } from '../../../../model/finding.ts'
import type { Artefact } from '../../../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../../../protocol/artefacts/artefact-kinds.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../protocol/encoding/json.ts'
import type { ParsedMessage } from '../../model/exchange.ts'
import { selectArtefacts } from '../../model/parse-message.ts'
import { readNonce } from '../../nonce/reading.ts'
import { anchors, decryptionKeys } from '../../reference/actors.ts'
import { isStatusKnown, listSessionUrls } from '../routes/addresses.ts'
import type { EarlierSessions } from './earlier-sessions.ts'
import type { RunEnvironment } from './run-environment.ts'
import { isPlanned } from './wrong-sessions.ts'

/** Creates the collector of what is known beside the messages of a session, by the settings of the run. */
export const createFactCollector =
  ({ settings, options, decide, addresses, now, isTarget }: RunEnvironment, earlier: EarlierSessions) =>
  (messages: readonly ParsedMessage[]): KnownFacts => {
    const session = messages[0]?.message.session
    const { issuer, status } = session === undefined ? addresses : listSessionUrls(session, addresses)
    const ended = session === undefined ? undefined : earlier.findEnd(session)
    const always = {
      ...listTrusted(isTarget, options.anchors),
      now: settings.now ?? ended ?? (session === undefined || isPlanned(session) ? now() : findEnd(messages)),
      issuer,
      ...(isStatusKnown(settings) && { statusBase: status }),
    }
    return collectKnownFacts(messages, always, decide)
  }

/** When the last message of a session was answered, in seconds since 1970. */
export const findEnd = (messages: readonly ParsedMessage[]): number =>
  Math.floor(Math.max(...messages.map(({ message: { sentAt, milliseconds } }) => sentAt + milliseconds)) / 1000)

/**
 * The certificates at which a chain may end, ours and those that were given, and our keys. The devices of a wallet under test may have an
 * authority of their own: if none was given, it is unknown. So are the private keys of an issuer under test.
 */
export const listTrusted = (
  isTested: (role: 'wallet' | 'issuer') => boolean,
  given: readonly string[] = [],
): Pick<KnownFacts, 'anchors' | 'hasOtherAnchors' | 'keys' | 'hasOtherKeys'> => ({
  anchors: [...anchors, ...given],
  hasOtherAnchors: isTested('wallet') && given.length === 0,
  keys: decryptionKeys,
  hasOtherKeys: isTested('issuer'),
})

/** Collects what the messages of one session say of one another. */
export function collectKnownFacts(messages: readonly ParsedMessage[], always: KnownFacts, decide: Decide): KnownFacts {
  const artefacts = selectArtefacts(messages, () => true)
  const findObject = (kind: ArtefactKind): JsonObject | undefined => {
    const content = artefacts.find((each) => each.kind === kind)?.content
    return isObject(content) ? (content as JsonObject) : undefined // the kinds that are looked up are JSON objects
  }
  const nonce = findAttestedNonce(artefacts, decide)
  const request = findObject('request')
  const responseEncryption = request?.credential_response_encryption
  const credential = artefacts.find((each): each is Artefact<'credential'> => each.kind === 'credential')?.content
  const id = credential?.jws.payload.id
  return {
    ...always,
    jwks: findObject('jwks'),
    ...(typeof nonce === 'string' && { nonce }),
    ...(typeof id === 'string' && { credentialId: id }),
    ...(request && { isEncryptionRequested: responseEncryption !== undefined }),
    ...(isObject(responseEncryption) && { responseEncryption }),
  }
}

/** The nonce of the attestation if the endpoint returned it, or the last one: a wallet may ask again, and use either. */
function findAttestedNonce(artefacts: readonly Artefact[], decide: Decide): JsonValue | undefined {
  const isKind =
    <K extends ArtefactKind>(kind: K) =>
    (each: Artefact): each is Artefact<K> =>
      each.kind === kind
  const returned = artefacts
    .filter(isKind('nonce-response'))
    .map(({ content }) => content && readNonce(content, decide))
  const attested = artefacts.find(isKind('attestation'))?.content
  return returned.findLast((nonce) => nonce === attested?.jws.payload.nonce) ?? returned.at(-1)
}
