import { decisions } from '../../suites/registry.ts'
import { validateAnswers } from '../harness/answers.ts'
import { presets } from '../model/decision.ts'
import { HarnessError } from '../model/errors.ts'
import { kinds } from '../protocol/evidence.ts'
import { isObject, type JsonObject, parseJsonObject } from '../protocol/json.ts'
import { attempt as attemptReading } from '../protocol/problem.ts'
import type { VerifyOptions } from '../verify.ts'
import { anchorsIn, keyTextIn } from './anchors.ts'
import type { Arguments } from './arguments.ts'
import { oneOf, pairOf, timeOf } from './values.ts'

/** What `assay verify` was told, read and validated. */
export function optionsOf(args: Arguments): VerifyOptions {
  const given = Object.fromEntries(args.texts('decision').map((text) => pairOf('--decision', text)))
  validateAnswers(given, decisions)
  return {
    as: mapped(args.text('as'), (word) => oneOf('--as', word, kinds)),
    profile: mapped(args.text('profile'), (word) => oneOf('--profile', word, presets)),
    given,
    strictness: args.has('strict') ? 'all' : 'required',
    privacy: args.has('reveal') ? 'reveal' : 'redact',
    now: mapped(args.text('now'), (text) => timeOf('--now', text)),
    jwks: mapped(args.text('jwks'), keySetIn),
    keys: args.texts('key').flatMap((path) => keysIn(path)),
    nonce: args.text('nonce'),
    issuer: args.text('issuer'),
    statusBase: args.text('status')?.replace(/\/$/, ''),
    credentialId: args.text('credential-id'),
    anchors: mapped(args.text('anchors'), anchorsIn),
    responseEncryption: mapped(args.text('request'), responseEncryptionIn),
  }
}

const mapped = <T>(text: string | undefined, read: (text: string) => T): T | undefined =>
  text === undefined ? undefined : read(text)

const refuse = (message: string): never => {
  throw new HarnessError('ERR_CONTEXT', message)
}

function objectIn(path: string): JsonObject {
  const read = attemptReading(() => parseJsonObject(keyTextIn(path).trim()))
  return 'value' in read ? read.value : refuse(`${path} is not a JSON object: ${read.problem.message}`)
}

/** The keys in a file: of a set, or the one that it is. */
function keysIn(path: string): readonly JsonObject[] {
  const content = objectIn(path)
  if (typeof content.kty === 'string') return [content]
  const keys = Array.isArray(content.keys) ? content.keys.filter(isObject) : []
  return keys.length > 0 ? keys : refuse(`${path} holds no key`)
}

const keySetIn = (path: string): JsonObject => {
  const content = objectIn(path)
  return Array.isArray(content.keys) ? content : { keys: keysIn(path) }
}

function responseEncryptionIn(path: string): JsonObject {
  const content = objectIn(path)
  if (isObject(content.credential_response_encryption)) return content.credential_response_encryption
  return isObject(content.jwk) ? content : refuse(`${path} has no \`credential_response_encryption\``)
}
