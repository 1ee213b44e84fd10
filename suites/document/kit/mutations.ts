import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import type { ActorMutation, Actors } from '../model/actors.ts'
import type { Endpoint } from '../model/endpoints.ts'

type ActorStep<R extends keyof Actors, S extends keyof Actors[R]> = Extract<
  Actors[R][S],
  (...decisions: never[]) => unknown
>

/** Changes the result of one step of an actor. */
export const changeResult = <R extends keyof Actors, S extends keyof Actors[R]>(
  role: R,
  step: S,
  change: (made: ReturnType<ActorStep<R, S>>, args: Parameters<ActorStep<R, S>>) => ReturnType<ActorStep<R, S>>,
): ActorMutation =>
  replaceStep(role, step, (original) => {
    const changed = (...args: Parameters<ActorStep<R, S>>) =>
      change((original as (...g: unknown[]) => never)(...args), args)
    return changed as unknown as ActorStep<R, S> // the same parameters, the same result
  })

/** Replaces one step of an actor; the replacement may call the original. */
export const replaceStep = <R extends keyof Actors, S extends keyof Actors[R]>(
  role: R,
  step: S,
  make: (original: ActorStep<R, S>) => ActorStep<R, S>,
): ActorMutation => ({
  [role]: (original: Actors[R]) => ({ ...original, [step]: make(original[step] as ActorStep<R, S>) }),
})

/** Combines two mutations; if both change one actor, the second is applied to the result of the first. */
export const combineMutations = (first: ActorMutation, second: ActorMutation): ActorMutation => {
  const roles = new Set([...Object.keys(first), ...Object.keys(second)]) as Set<keyof ActorMutation>
  const merged = [...roles].map((role) => {
    const [one, two] = [first[role], second[role]] as ((original: unknown) => unknown)[]
    return [role, (original: unknown) => two?.(one?.(original) ?? original) ?? one?.(original)]
  })
  return Object.fromEntries(merged) as ActorMutation // each mutation has the type of its role
}

/** Changes header fields of a response; `undefined` removes one. */
export const changeHeaders = (
  role: 'issuer' | 'statusService' | 'walletBackend' | 'verifier',
  endpoint: Endpoint,
  fields: Readonly<Record<string, string | undefined>>,
): ActorMutation =>
  changeResponse(role, endpoint, (response) => {
    const all = Object.entries({ ...response.headers, ...fields })
    return {
      ...response,
      headers: Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined)),
    }
  })

/** Changes the response of one endpoint. */
export const changeResponse = (
  role: 'issuer' | 'statusService' | 'walletBackend' | 'verifier',
  endpoint: Endpoint,
  change: (response: HttpResponse, request: HttpRequest) => HttpResponse,
): ActorMutation => ({
  [role]: (original: Actors[typeof role]) => ({
    ...original,
    adjustResponse: (response: HttpResponse, to: Endpoint, request: HttpRequest) => {
      const adjusted = original.adjustResponse(response, to, request)
      return to === endpoint ? change(adjusted, request) : adjusted
    },
  }),
})

/** Changes the request to one endpoint. */
export const changeRequest = (
  role: 'wallet' | 'identityApp',
  endpoint: Endpoint,
  change: (request: HttpRequest) => HttpRequest,
): ActorMutation => ({
  [role]: (original: Actors[typeof role]) => ({
    ...original,
    adjustRequest: (request: HttpRequest, to: Endpoint) =>
      to === endpoint ? change(original.adjustRequest(request, to)) : original.adjustRequest(request, to),
  }),
})

/** Replaces an action of the flow, for example by none or by the same action twice. */
export const changeAction = (
  role: 'wallet' | 'identityApp',
  endpoint: Endpoint,
  how: (act: () => Promise<void>) => Promise<void>,
): ActorMutation => ({
  [role]: (original: Actors[typeof role]) => ({
    ...original,
    perform: (act: () => Promise<void>, to: Endpoint) =>
      to === endpoint ? how(() => original.perform(act, to)) : original.perform(act, to),
  }),
})
