import { HarnessError } from '../../../../model/errors.ts'
import { isObject, parseJsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { isSuccess, type Send } from '../../../../src/harness/calls.ts'
import { commandPrefix, runCommand } from '../../../../src/harness/run-command.ts'
import { type GivenOffer, isOfferSource, readGiven } from './read-offer.ts'

/** How often a source is called, and the seconds for its answer. */
const limits = { offers: 500, seconds: 60 } as const

/** Gives one offer after the other: those that were given as text once each, and then what sources give. */
export function createOfferSource(given: readonly string[], txCode: string | undefined, send: Send) {
  const texts = given.filter((each) => !isSource(each))
  const source = given.find(isSource)
  let count = 0
  return async (): Promise<GivenOffer | undefined> => {
    const text = texts.shift()
    if (text === undefined && (source === undefined || count++ >= limits.offers)) return undefined
    const read = readGiven(text ?? (await askSource(source ?? '', send)))
    return { ...(txCode !== undefined && { txCode }), ...read }
  }
}

const isSource = (text: string): boolean => text.startsWith(commandPrefix) || isOfferSource(text)

async function askSource(source: string, send: Send): Promise<string> {
  if (source.startsWith(commandPrefix)) return readOutput(source.slice(commandPrefix.length))
  const response = await send({ method: 'GET', url: source, headers: { accept: 'application/json' } }, 'configured')
  if (isSuccess(response)) return response.body
  throw new HarnessError('ERR_TARGET', `${source.replace(/\?.*/s, '')} gives no offer: it answers ${response.status}`)
}

/** What a command prints. */
async function readOutput(line: string): Promise<string> {
  const { ok, how, output } = await runCommand(line, { flag: '--offer', seconds: limits.seconds })
  if (ok) return output
  throw new HarnessError('ERR_TARGET', `the command that gives offers ${how}`)
}

/** The address of the party that an offer is about, or that gives it: all calls are on its behalf. */
export function findHome(given: readonly string[]): string | undefined {
  const [first = ''] = given
  if (isOfferSource(first)) return first
  const query = new URLSearchParams(first.slice(first.indexOf('?') + 1))
  const json = first.startsWith('{') ? first : (query.get('credential_offer') ?? '')
  const read = attempt(() => parseJsonObject(json))
  const issuer = 'value' in read && isObject(read.value) ? readText(read.value.credential_issuer) : ''
  const home = issuer || query.get('credential_offer_uri') || ''
  return URL.canParse(home) ? home : undefined
}
