import { describe, expect, it } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { requireObject } from '../../suites/document/kit/edits.ts'
import type { ActorMutation } from '../../suites/document/model/actors.ts'
import { createProbeCatalogue } from '../../suites/document/run/probes/catalogue.ts'
import { sendProbes } from '../../suites/document/run/probes/send-probes.ts'
import type { Hooks } from '../../suites/document/run/sessions/options.ts'
import type { SessionStore } from '../../suites/document/run/sessions/session-store.ts'
import { playIssuer } from './evading.ts'
import type { Surroundings, Verify } from './verifiers/profiles.ts'
import { runVerifier } from './verifiers/run-verifier.ts'
import { correctSteps, createVerifier } from './verifiers/steps.ts'

const readOutcome = ({ results }: RunReport, wanted: string): string | undefined =>
  results.find(({ id }) => id === wanted)?.outcome

const verify = createVerifier(correctSteps)

/** A verifier that changes what it fetched as the key set. */
const withKeySet =
  (change: (text: string) => string): Verify =>
  (command, surroundings) => {
    const get: Surroundings['get'] = async (url) => {
      const text = await surroundings.get(url)
      return url.includes('jwks') ? change(text) : text
    }
    return verify(command, { ...surroundings, get })
  }

function keepFirstSet(): Verify {
  let first: string | undefined
  return withKeySet((text) => {
    first ??= text
    return first
  })
}

function keepEveryKey(): Verify {
  const known = new Map<unknown, JsonObject>()
  return withKeySet((text) => {
    const set: { readonly keys: readonly JsonObject[] } = JSON.parse(text)
    for (const key of set.keys) known.set(key.kid, known.get(key.kid) ?? key)
    return JSON.stringify({ keys: [...known.values()] })
  })
}

async function outcomesOfVerifier(verifier: Verify, cache: string) {
  const decisions = { 'jwks.cache': cache }
  const report = await runVerifier(verifier, 'document', { decisions })
  return ['JWKS-FOLLOWED', 'JWKS-WITHDRAWN'].map((id) => readOutcome(report, id))
}

describe('a verifier, after the keys of the issuer changed', () => {
  it('passes if it fetches them again', async () => {
    expect(await outcomesOfVerifier(verify, 'none')).toEqual(['passed', 'passed'])
  })

  it('is found if it keeps the first key set for ever', async () => {
    expect(await outcomesOfVerifier(keepFirstSet(), 'until-unknown')).toEqual(['failed', 'inapplicable'])
  })

  it('is found if it keeps every key for ever', async () => {
    expect(await outcomesOfVerifier(keepEveryKey(), 'none')).toEqual(['passed', 'failed'])
  })

  it('may keep a key set if no lifetime is given', async () => {
    expect(await outcomesOfVerifier(keepFirstSet(), 'unknown')).toEqual(['inapplicable', 'inapplicable'])
  })
})

const [old, next] = ['issuer-2026', 'issuer-2028']

/** An issuer that gives its key another id when it is asked to, and publishes it under these. */
function createRotation(published: readonly string[]) {
  let kid = old
  const rename = (header: JsonObject): JsonObject => (header.kid === old ? { ...header, kid } : header)
  const mutation: ActorMutation = {
    issuer: (original) => ({
      ...original,
      keys: () => {
        const { keys } = original.keys() as { readonly keys: readonly JsonObject[] }
        const ids = kid === old ? [old] : published
        return { keys: ids.map((each) => ({ ...keys[0], kid: each })) }
      },
      responseHeader: () => rename(requireObject(original.responseHeader())),
      draft: (session, key) => {
        const draft = original.draft(session, key)
        return { ...draft, header: rename(requireObject(draft.header)) }
      },
    }),
  }
  const rotate = async (): Promise<void> => {
    kid = next
  }
  return { mutation, rotate }
}

const askForRotation = (store: SessionStore) => {
  const catalogue = createProbeCatalogue(store, { members: 1, seed: 1 })
  const statefulProbes = catalogue.statefulProbes.filter(({ requirement }) => requirement.id === 'JWKS-ROTATED')
  return sendProbes(store, { ...catalogue, faults: [], statefulProbes })
}

async function outcomeOfIssuer(published: readonly string[], hook?: Hooks['keys.rotate']) {
  const { mutation, rotate } = createRotation(published)
  const hooks: Hooks = { 'keys.rotate': hook ?? rotate }
  const { report } = await playIssuer({ mutation }, { hooks, sendProbes: askForRotation, tampers: [] })
  return readOutcome(report, 'JWKS-ROTATED')
}

describe('an issuer that is asked to change its keys', () => {
  it('passes if the key set has both', async () => {
    expect(await outcomeOfIssuer([old, next])).toBe('passed')
  })

  it('is found if the key of earlier credentials is gone', async () => {
    expect(await outcomeOfIssuer([next])).toBe('failed')
  })

  it('is found if the new key is not published', async () => {
    expect(await outcomeOfIssuer([old, 'issuer-2029'])).toBe('failed')
  })

  it('cannot be judged if nothing changes', async () => {
    expect(await outcomeOfIssuer([old, next], async () => {})).toBe('cantTell')
  })
})
