import { createRefusal, type Refuse } from '../../model/errors.ts'
import { keyBindingPolicies } from '../../model/finding.ts'
import { gates } from '../../model/gate.ts'
import { artefactKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { readWantedEncryption } from '../../protocol/artefacts/issuance-facts.ts'
import { isObject, type JsonObject, parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt as attemptReading } from '../../protocol/encoding/problem.ts'
import { readPresentationRequest } from '../../protocol/openid4vp/read-request.ts'
import type { TypeDocument } from '../../protocol/sd-jwt-vc/type-document.ts'
import { defaultSuite } from '../../suites/default-suite.ts'
import { parseArtefactProfile } from '../config/profile-choice.ts'
import { readAnchorFile, readKeyText } from '../files/anchors.ts'
import { readFirstText } from '../files/inputs.ts'
import { validateAnswers } from '../judge/decisions.ts'
import type { Arguments } from '../terminal/arguments.ts'
import { parseChoice, parsePair, parseTime } from '../terminal/values.ts'
import type { VerifyOptions } from './verdict.ts'

/** Reads and checks the options of `assay verify`. */
export function readVerifyOptions(args: Arguments): VerifyOptions {
  const given = Object.fromEntries(args.texts('decision').map((text) => parsePair('--decision', text)))
  validateAnswers(given, defaultSuite.decisions)
  return {
    as: mapText(args.text('as'), (word) => parseChoice('--as', word, artefactKinds)),
    profile: mapText(args.text('profile'), (word) => parseArtefactProfile('--profile', word)),
    decisions: given,
    strict: args.has('strict'),
    gate: mapText(args.text('gate'), (word) => parseChoice('--gate', word, gates)),
    reveal: args.has('reveal'),
    ...readKnown(args),
    keys: args.texts('key').flatMap((path) => readKeys(path)),
    nonce: args.text('nonce'),
    issuer: args.text('issuer'),
    statusBase: args.text('status-base')?.replace(/\/$/, ''),
    credentialId: args.text('credential-id'),
    audience: args.text('audience'),
    keyBinding: mapText(args.text('key-binding'), (word) => parseChoice('--key-binding', word, keyBindingPolicies)),
    typeMetadata: readTypeMetadata(args.texts('type-metadata')),
    issuerMetadata: mapText(args.text('issuer-metadata'), readJsonObject),
    statusList: mapText(args.text('status-list'), readFirstText),
    request: mapText(args.text('request'), readRequest),
    presentationRequest: mapText(args.text('presentation-request'), readRequestFile),
    origin: args.text('origin'),
    walletNonce: args.text('wallet-nonce'),
    responseEncryption: mapText(args.text('response-encryption'), readResponseEncryption),
  }
}

/** What is known where messages come from an implementation, and not from files. */
export const readKnown = (args: Arguments): Pick<VerifyOptions, 'now' | 'jwks' | 'anchors'> => ({
  now: mapText(args.text('now'), (text) => parseTime('--now', text)),
  jwks: mapText(args.text('jwks'), readKeySet),
  anchors: mapText(args.text('anchors'), readAnchorFile),
})

const readTypeMetadata = (paths: readonly string[]): readonly TypeDocument[] | undefined =>
  paths.length === 0 ? undefined : paths.map((path) => ({ text: readKeyText(path) }))

const mapText = <T>(text: string | undefined, read: (text: string) => T): T | undefined =>
  text === undefined ? undefined : read(text)

/** The header fields of a request, in lower case. */
const readRequest = (path: string): JsonObject =>
  Object.fromEntries(Object.entries(readJsonObject(path)).map(([name, value]) => [name.toLowerCase(), value]))

const readRequestFile = (path: string): JsonObject =>
  readPresentationRequest(readKeyText(path).trim()) ??
  refuse(`${path} contains no request of OpenID4VP with its parameters`)

const refuse: Refuse = createRefusal('ERR_CONTEXT')

function readJsonObject(path: string): JsonObject {
  const read = attemptReading(() => parseJsonObject(readKeyText(path).trim()))
  return 'value' in read ? read.value : refuse(`${path} is not a JSON object: ${read.problem.message}`)
}

/** The keys in a file: a JWK, or the members of a JWK Set. */
export function readKeys(path: string): readonly JsonObject[] {
  const content = readJsonObject(path)
  if (typeof content.kty === 'string') return [content]
  const keys = Array.isArray(content.keys) ? content.keys.filter(isObject) : []
  return keys.length > 0 ? keys : refuse(`${path} contains no key`)
}

const readKeySet = (path: string): JsonObject => {
  const content = readJsonObject(path)
  return Array.isArray(content.keys) ? content : { keys: readKeys(path) }
}

function readResponseEncryption(path: string): JsonObject {
  const content = readJsonObject(path)
  const wanted = readWantedEncryption(content)
  if (wanted) return wanted
  return isObject(content.jwk) ? content : refuse(`${path} contains no \`credential_response_encryption\``)
}
