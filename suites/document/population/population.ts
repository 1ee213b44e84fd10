import { hash } from 'node:crypto'
import { collectContents, hasSucceeded } from '../../../model/exchange.ts'
import { type CheckContext, deriveDirectly } from '../../../model/finding.ts'
import { readClaims } from '../disclosure/reading.ts'
import { readEncryptionKeys } from '../encryption/encryption-keys.ts'
import type {
  Exchange,
  IssuedCredential,
  IssuedValue,
  IssuingMessage,
  ParsedMessage,
  Population,
} from '../model/exchange.ts'
import { NONCE_RELATION } from '../nonce/decisions.ts'
import { readNonce } from '../nonce/reading.ts'
import { readCode } from '../offer/offers.ts'

/** A population without values. */
export const emptyPopulation: Population = {
  nonces: [],
  configNonces: [],
  codes: [],
  credentials: [],
  issuances: [],
  encryptions: [],
  leaks: [],
}

/** Reads what an issuer issued in one message. */
export function readIssued(
  parsed: ParsedMessage,
  holder: string,
  { decide, derive = deriveDirectly }: Pick<CheckContext, 'decide'> & Partial<Pick<CheckContext, 'derive'>>,
): Population {
  if (!hasSucceeded(parsed)) return emptyPopulation
  const { message } = parsed
  const { session, number, sentAt, milliseconds, endpoint } = message
  // Requests are not opened: to decrypt one takes as long as all the rest.
  const answered: ParsedMessage = {
    ...{ message, request: [] },
    get response() {
      return parsed.response
    },
  }
  const event = { session, number, sentAt, milliseconds, holder }
  const issue = (value: unknown): readonly IssuedValue[] =>
    typeof value === 'string' && value !== '' ? [{ ...event, value }] : []
  switch (endpoint) {
    case 'nonce':
      return {
        ...emptyPopulation,
        nonces: collectContents([answered], 'nonce-response').flatMap((each) => issue(readNonce(each, decide))),
      }
    case 'issuerConfig': {
      const configs = collectContents([answered], 'issuer-config-response')
      const isNonceCode = decide(NONCE_RELATION) !== 'all-separate'
      return {
        ...emptyPopulation,
        configNonces: configs.flatMap(({ nonce }) => issue(nonce)),
        codes: configs.flatMap(({ nonce, 'pre-authorized_code': code }) => issue(isNonceCode ? nonce : code)),
      }
    }
    case 'offer':
      return {
        ...emptyPopulation,
        codes: collectContents([answered], 'offer').flatMap((each) => issue(readCode(each))),
      }
    case 'validate': {
      const credentials = collectContents([answered], 'credential').map((credential): IssuedCredential => {
        const { text, payload } = credential.jws
        const { claims } = readClaims(credential, { decide, derive })
        const salts = claims.map(({ name, salt }) => ({ name, salt }))
        return { ...event, jws: hash('sha256', text), salts, ...(typeof payload.id === 'string' && { id: payload.id }) }
      })
      return { ...emptyPopulation, credentials, issuances: [event], encryptions: readEncryptions(answered, event) }
    }
    default:
      return emptyPopulation
  }
}

const readEncryptions = (answered: ParsedMessage, event: IssuingMessage): Population['encryptions'] =>
  collectContents([answered], 'encrypted-response').map((content) => ({
    ...event,
    ...readEncryptionKeys(content),
  }))

/** Joins populations. */
export const joinPopulations = (all: readonly Population[]): Population => ({
  nonces: all.flatMap(({ nonces }) => nonces),
  configNonces: all.flatMap(({ configNonces }) => configNonces),
  codes: all.flatMap(({ codes }) => codes),
  credentials: all.flatMap(({ credentials }) => credentials),
  issuances: all.flatMap(({ issuances }) => issuances),
  encryptions: all.flatMap(({ encryptions }) => encryptions),
  leaks: all.flatMap(({ leaks }) => leaks),
})

/** Collects what was issued in all sessions of a run, those of probes included. A credential that was delivered again is one. */
export function collectPopulation(
  { messages, uids, population = emptyPopulation }: Exchange,
  context: CheckContext,
): Population {
  const { credentials, ...all } = joinPopulations([...readOwn({ messages, uids }, context), population])
  const distinct = [...Map.groupBy(credentials, ({ jws }) => jws).values()].flatMap(([first]) => first ?? [])
  return { ...all, credentials: distinct }
}

const readOwn = ({ messages, uids }: Pick<Exchange, 'messages' | 'uids'>, context: CheckContext) =>
  messages.map((each) => readIssued(each, uids[each.message.session] ?? '', context))

/** Finds the sessions in which a credential was delivered that another holder had received before. */
export function findSharedCredentials(exchange: Exchange, context: CheckContext): readonly IssuedCredential[] {
  const { credentials } = joinPopulations([...readOwn(exchange, context), exchange.population ?? emptyPopulation])
  return [...Map.groupBy(credentials, ({ jws }) => jws).values()].flatMap(([first, ...others]) =>
    others.filter(({ holder }) => first && holder !== '' && first.holder !== '' && holder !== first.holder).slice(0, 1),
  )
}

/** A value that was issued again. */
export interface RepeatedValue {
  readonly before: IssuedValue
  readonly again: IssuedValue
}

/**
 * Finds values that were issued once more: to another holder, or after a credential was issued in the session before. An
 * issuer may continue a session that has not succeeded yet, with the same values.
 */
export function findRepeated(
  values: readonly IssuedValue[],
  issuances: Population['issuances'],
): readonly RepeatedValue[] {
  return [...Map.groupBy(values, ({ value }) => value).values()].flatMap((same) => {
    const [before, ...others] = same.toSorted((a, b) => a.number - b.number)
    const again = others.find((other) => before && isRepetition(before, other, issuances))
    return before && again ? [{ before, again }] : []
  })
}

const isRepetition = (before: IssuedValue, again: IssuedValue, issuances: Population['issuances']): boolean =>
  before.holder !== again.holder ||
  (before.session !== again.session &&
    issuances.some(
      ({ session, number }) => session === before.session && number > before.number && number < again.number,
    ))
