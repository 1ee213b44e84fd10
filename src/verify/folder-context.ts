import { type ArtefactProfile, isStandardProfile } from '../../model/decision.ts'
import type { KnownFacts } from '../../model/finding.ts'
import {
  isIssuerMetadata,
  isVcIssuerMetadata,
  readIssuedNonce,
  readIssuerName,
  readWantedEncryption,
} from '../../protocol/artefacts/issuance-facts.ts'
import { recogniseArtefact } from '../../protocol/artefacts/recognise-artefact.ts'
import { type JsonObject, parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readJws } from '../../protocol/jose/jws.ts'
import { readPresentationRequest, readWalletNonce } from '../../protocol/openid4vp/read-request.ts'
import { recogniseStatusArtefact } from '../../protocol/status-list/recognise.ts'
import { suites } from '../../suites/suites.ts'
import type { InputText, SkippedFile } from '../files/inputs.ts'

/** What the files of a folder tell about one another. */
export interface FolderContext {
  readonly facts: Pick<
    KnownFacts,
    | 'jwks'
    | 'issuer'
    | 'keys'
    | 'anchors'
    | 'responseEncryption'
    | 'typeMetadata'
    | 'issuerMetadata'
    | 'statusList'
    | 'nonce'
    | 'presentationRequest'
    | 'walletNonce'
  >
  /** The statuses that status tokens give, by the ids of credentials. */
  readonly statuses: ReadonlyMap<string, string>
  /** The files from which something was taken. */
  readonly sources: ReadonlySet<string>
  /** What was taken from which file, in words. */
  readonly remarks: readonly string[]
}

/** A value that a file gives. */
interface Given<T> {
  readonly source: string
  readonly value: T
}

/** Reads from the files of a folder what the others are judged with. What two files give differently is not taken. */
export function readFolderContext(
  inputs: readonly (InputText | SkippedFile)[],
  profile?: ArtefactProfile,
): FolderContext {
  const texts = inputs.flatMap((input) => ('text' in input ? [input] : []))
  const objects = texts.flatMap(({ source, text }) => {
    const read = attempt(() => parseJsonObject(text.trim()))
    return 'value' in read ? [{ source, text, value: read.value }] : []
  })
  const keySets = objects.filter(({ value }) => Array.isArray(value.keys))
  const keys = objects.filter(({ value }) => typeof value.kty === 'string' && value.d !== undefined)
  const issuers = takeFrom(objects, readIssuerName)
  const requests = objects.filter(({ value }) => (value.proof ?? value.proofs) !== undefined)
  const encryptions = takeFrom(requests, readWantedEncryption)
  const types = objects.filter(({ value }) => typeof value.vct === 'string' && value.payload === undefined)
  const beside = profile && isStandardProfile(profile) ? (suites[profile].beside ?? []) : []
  const nonce = beside.includes('nonce') ? takeOne(takeFrom(objects, readIssuedNonce)) : undefined
  const session = beside.includes('session') ? readSession(texts) : []
  const isIssuerDocument = beside.includes('issuer metadata') ? isIssuerMetadata : isVcIssuerMetadata
  const issuerDocuments = objects.filter(({ value }) => isIssuerDocument(value))
  const certificates = texts.filter(({ text }) => text.startsWith('-----BEGIN CERTIFICATE'))
  const lists = texts.filter(({ text }) => recogniseStatusArtefact(text)?.kind === 'status-list-token')
  const [issuer, encryption, metadata] = [takeOne(issuers), takeOne(encryptions), takeOne(issuerDocuments)]
  return {
    facts: {
      ...(keySets.length > 0 && { jwks: { keys: keySets.flatMap(({ value }) => value.keys as JsonObject[]) } }), // arrays
      ...(keys.length > 0 && { keys: keys.map(({ value }) => value) }),
      ...(issuer && { issuer: issuer.value }),
      ...(encryption && { responseEncryption: encryption.value }),
      ...(types.length > 0 && { typeMetadata: types.map(({ text }) => ({ text })) }),
      ...(metadata && { issuerMetadata: metadata.value }),
      ...(nonce && { nonce: nonce.value }),
      ...Object.fromEntries(session.map(({ value }) => value)),
      ...(lists.length > 0 && { statusList: lists.map(({ text }) => text) }),
      ...(certificates.length > 0 && { anchors: certificates.flatMap(({ text }) => splitPem(text)) }),
    },
    statuses: new Map(texts.flatMap(({ text }) => readStatus(text))),
    sources: new Set(
      [keySets, keys, certificates, types, session, lists, [issuer, encryption, metadata, nonce]]
        .flat()
        .flatMap((given) => given?.source ?? []),
    ),
    remarks: [
      ...describe('the key set', keySets),
      ...describe('private keys', keys),
      ...describe('the issuer', issuer ? [issuer] : []),
      ...describe('the response encryption', encryption ? [encryption] : []),
      ...describe('type metadata', types),
      ...describe('the metadata of the issuer', metadata ? [metadata] : []),
      ...describe('the nonce', nonce ? [nonce] : []),
      ...describe('the session of the presentation', session),
      ...describe('trusted roots', certificates),
      ...describe('status lists', lists),
    ],
  }
}

type SessionMember = Given<readonly ['presentationRequest' | 'walletNonce', JsonObject | string]>

/** The request of a presentation, and the nonce of the wallet, if there is one of each. */
function readSession(texts: readonly InputText[]): readonly SessionMember[] {
  const requests = texts.flatMap(({ source, text }): Given<JsonObject>[] => {
    const value = readPresentationRequest(text.trim())
    return value ? [{ source, value }] : []
  })
  const nonces = texts.flatMap(({ source, text }): Given<string>[] => {
    const value = readWalletNonce(text.trim())
    return value === undefined ? [] : [{ source, value }]
  })
  const [request, nonce] = [takeOne(requests), takeOne(nonces)]
  return [
    ...(request ? [{ source: request.source, value: ['presentationRequest', request.value] as const }] : []),
    ...(nonce ? [{ source: nonce.source, value: ['walletNonce', nonce.value] as const }] : []),
  ]
}

const takeFrom = <T>(
  objects: readonly Given<JsonObject>[],
  read: (value: JsonObject) => T | undefined,
): readonly Given<T>[] =>
  objects.flatMap(({ source, value: object }) => {
    const value = read(object)
    return value === undefined ? [] : [{ source, value }]
  })

const takeOne = <T>(given: readonly Given<T>[]): Given<T> | undefined =>
  new Set(given.map(({ value }) => JSON.stringify(value))).size === 1 ? given[0] : undefined

const describe = (what: string, from: readonly { readonly source: string }[]): readonly string[] =>
  from.length === 0 ? [] : [`${what} from ${from.map(({ source }) => source).join(', ')}`]

const splitPem = (text: string): readonly string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []

/** The status in a status token, if it names the credential. */
function readStatus(text: string): readonly (readonly [string, string])[] {
  const read = attempt(() => {
    const seen = recogniseArtefact(text)
    return seen?.kind === 'status-token' ? readJws(seen.text.trim()).payload : {}
  })
  const { id, sub, status } = 'value' in read ? (read.value as JsonObject) : {}
  const about = id ?? sub
  return typeof about === 'string' && typeof status === 'string' ? [[about, status]] : []
}
