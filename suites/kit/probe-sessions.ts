import type { ActorMutation } from '../../model/actors.ts'
import type { ProbeContext, StatefulProbe } from '../../model/probe.ts'
import type { Endpoint, HttpRequest, Message } from '../../model/wire.ts'
import { type JsonObject, parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
/** A whole session with one actor bent. */
export const runSession =
  (deviation: ActorMutation | ((director: ProbeContext) => ActorMutation | undefined)): StatefulProbe['run'] =>
  async (director) => {
    const bent = typeof deviation === 'function' ? deviation(director) : deviation
    return bent && director.readSessionAnswer(await director.runSession({ mutation: bent }))
  }

/** A session that is played as it should be, and then something with what was said in it. */
export const afterSession =
  (
    then: (hops: readonly Message[], director: ProbeContext) => ReturnType<StatefulProbe['run']>,
  ): StatefulProbe['run'] =>
  async (director) => {
    const hops = await director.runSession()
    return director.readSessionAnswer(hops) === 'accepted' ? then(hops, director) : 'inconclusive'
  }

/** The last call to an endpoint. */
export const findRequest = (hops: readonly Message[], endpoint: Endpoint): HttpRequest | undefined =>
  hops.findLast((hop) => hop.endpoint === endpoint)?.request

/** The last answer of an endpoint, as an object. */
export function readResponse(hops: readonly Message[], endpoint: Endpoint): JsonObject {
  const body = hops.findLast((hop) => hop.endpoint === endpoint)?.response?.body ?? ''
  const read = attempt(() => parseJsonObject(body))
  return 'value' in read ? read.value : {}
}

/** A text of an answer; empty if it is not there. */
export function readText(hops: readonly Message[], endpoint: Endpoint, ...names: readonly string[]): string {
  const answer = readResponse(hops, endpoint)
  return names.map((name) => answer[name]).find((value): value is string => typeof value === 'string') ?? ''
}
