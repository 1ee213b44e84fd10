import type { Artefact } from '../../../protocol/artefacts/artefact.ts'
import {
  type ChangedPlace,
  compareArtefacts,
  compareTexts,
  type Excerpt,
  listDifferences,
  show,
} from '../../../reporters/text/difference.ts'
import type { Message } from '../model/endpoints.ts'
import type { ParsedMessage } from '../model/exchange.ts'

/** The first step in which an exchange differs from the valid one of the same sessions, and the places in its message. */
export function compareExchanges(
  valid: readonly ParsedMessage[],
  changed: readonly ParsedMessage[],
): Excerpt | undefined {
  const bySession = Map.groupBy(valid, ({ message }) => message.session)
  for (const [session, own] of Map.groupBy(changed, ({ message }) => message.session)) {
    const usual = bySession.get(session) ?? []
    for (let i = 0; i < Math.max(own.length, usual.length); i++) {
      const excerpt = compareSteps(usual[i], own[i], usual[i - 1])
      if (excerpt) return excerpt
    }
  }
  return undefined
}

/** Compares two messages at the same place of a session, after the one before them. */
function compareSteps(
  valid: ParsedMessage | undefined,
  changed: ParsedMessage | undefined,
  before: ParsedMessage | undefined,
): Excerpt | undefined {
  if (valid && changed && valid.message.endpoint === changed.message.endpoint) {
    const differences = compareMessages(valid, changed)
    return differences.length > 0 ? { where: describeMessage(changed.message), differences } : undefined
  }
  const where = before ? `after ${describeMessage(before.message)}` : 'at the start of the session'
  const describe = (step: ParsedMessage | undefined): string => (step ? describeMessage(step.message) : 'no message')
  return { where, differences: [{ at: 'next step', valid: describe(valid), changed: describe(changed) }] }
}

function compareMessages(valid: ParsedMessage, changed: ParsedMessage): readonly ChangedPlace[] {
  return [
    ...compareSide('request', [valid.message.request, valid.request], [changed.message.request, changed.request]),
    ...compareSide('response', [valid.message.response, valid.response], [changed.message.response, changed.response]),
  ]
}

type Side = readonly [sent: Message['request'] | Message['response'], layers: readonly Artefact[]]

/** What one side differs in: the innermost layer of its body, else the rest of it. */
function compareSide(
  name: string,
  [valid, validLayers]: Side,
  [changed, changedLayers]: Side,
): readonly ChangedPlace[] {
  const { body: validBody, ...validHead } = valid ?? {}
  const { body: changedBody, ...changedHead } = changed ?? {}
  const head = listDifferences(validHead, changedHead).map((each) => ({ ...each, at: `${name} ${each.at}` }))
  if (validBody === changedBody) return head
  for (const layer of validLayers.toReversed()) {
    const other = changedLayers.find(({ kind, at }) => kind === layer.kind && at === layer.at)
    const inside = other ? compareArtefacts(layer, other) : []
    if (inside.length > 0) return [...head, ...inside.map((each) => ({ ...each, at: `${layer.kind} ${each.at}` }))]
  }
  return [...head, ...compareTexts(validBody, changedBody).map((each) => ({ ...each, at: `${name} body ${each.at}` }))]
}

/** A message as a step: what is sent, from which actor to which, and how it is answered. */
export function describeMessage({ from, to, request, response, session, number }: Message): string {
  const status = response === undefined ? 'no response' : `status ${response.status}`
  const url = show(request.url).slice(1, -1)
  return `${request.method} ${url} from ${from} to ${to}, ${status} (message ${number}, session ${session})`
}
