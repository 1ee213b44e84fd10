import type { ActorMutation, Actors } from '../../model/actors.ts'
import type { Endpoint, HttpRequest, HttpResponse } from '../../model/wire.ts'

type ActorStep<R extends keyof Actors, S extends keyof Actors[R]> = Extract<
  Actors[R][S],
  (...decisions: never[]) => unknown
>

/** Lets an actor do a step honestly, and then changes what came of it. */
export const changeResult = <R extends keyof Actors, S extends keyof Actors[R]>(
  role: R,
  step: S,
  change: (made: ReturnType<ActorStep<R, S>>, args: Parameters<ActorStep<R, S>>) => ReturnType<ActorStep<R, S>>,
): ActorMutation =>
  replaceStep(role, step, (honest) => {
    const bent = (...args: Parameters<ActorStep<R, S>>) => change((honest as (...g: unknown[]) => never)(...args), args)
    return bent as unknown as ActorStep<R, S> // the same parameters, the same result
  })

/** Replaces one step of an actor by another that may use the honest one. */
export const replaceStep = <R extends keyof Actors, S extends keyof Actors[R]>(
  role: R,
  step: S,
  make: (honest: ActorStep<R, S>) => ActorStep<R, S>,
): ActorMutation => ({ [role]: (honest: Actors[R]) => ({ ...honest, [step]: make(honest[step] as ActorStep<R, S>) }) })

/** Two deviations in one cast; of two in one actor the second is put on top of the first. */
export const combineMutations = (first: ActorMutation, second: ActorMutation): ActorMutation => {
  const roles = new Set([...Object.keys(first), ...Object.keys(second)]) as Set<keyof ActorMutation>
  const merged = [...roles].map((role) => {
    const [one, two] = [first[role], second[role]] as ((honest: unknown) => unknown)[]
    return [role, (honest: unknown) => two?.(one?.(honest) ?? honest) ?? one?.(honest)]
  })
  return Object.fromEntries(merged) as ActorMutation // each role bends what the other bent
}
/** Sends an answer with other header fields; `undefined` leaves one out. */
export const changeHeaders = (
  role: 'issuer' | 'statusService' | 'walletBackend' | 'verifier',
  endpoint: Endpoint,
  fields: Readonly<Record<string, string | undefined>>,
): ActorMutation =>
  changeResponse(role, endpoint, (replied) => {
    const all = Object.entries({ ...replied.headers, ...fields })
    return {
      ...replied,
      headers: Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined)),
    }
  })

/** Answers otherwise at one endpoint, after everything was done as it should be. */
export const changeResponse = (
  role: 'issuer' | 'statusService' | 'walletBackend' | 'verifier',
  endpoint: Endpoint,
  change: (replied: HttpResponse) => HttpResponse,
): ActorMutation => ({
  [role]: (honest: Actors[typeof role]) => ({
    ...honest,
    adjustResponse: (replied: HttpResponse, where: Endpoint) =>
      where === endpoint ? change(honest.adjustResponse(replied, where)) : honest.adjustResponse(replied, where),
  }),
})

/** Calls otherwise at one endpoint, after everything was done as it should be. */
export const changeRequest = (
  role: 'wallet' | 'identityApp',
  endpoint: Endpoint,
  change: (asked: HttpRequest) => HttpRequest,
): ActorMutation => ({
  [role]: (honest: Actors[typeof role]) => ({
    ...honest,
    adjustRequest: (asked: HttpRequest, where: Endpoint) =>
      where === endpoint ? change(honest.adjustRequest(asked, where)) : honest.adjustRequest(asked, where),
  }),
})

/** Does something else than what is to be done next in the flow: nothing, or the same twice. */
export const changeAction = (
  role: 'wallet' | 'identityApp',
  endpoint: Endpoint,
  how: (deed: () => Promise<void>) => Promise<void>,
): ActorMutation => ({
  [role]: (honest: Actors[typeof role]) => ({
    ...honest,
    perform: (deed: () => Promise<void>, where: Endpoint) =>
      where === endpoint ? how(() => honest.perform(deed, where)) : honest.perform(deed, where),
  }),
})
