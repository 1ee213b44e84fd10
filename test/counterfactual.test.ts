import { describe, expect, it } from 'vitest'
import type { Result } from '../model/report.ts'
import { drop, put } from '../suites/document/kit/edits.ts'
import { mutate } from '../suites/document/kit/message-mutations.ts'
import type { ActorMutation } from '../suites/document/model/actors.ts'
import { runLive } from '../suites/document/prove/live-run.ts'
import { exchangeFaults } from './catalogue.ts'

const judged = async (
  id: string,
  deviation: ActorMutation,
  given: Readonly<Record<string, string>> = {},
): Promise<Result | undefined> => {
  const results = await runLive(deviation, { profile: 'document', decisions: given })
  return results.find(({ requirement }) => requirement.id === id)
}

const faultOf = (id: string): ActorMutation => {
  const found = exchangeFaults.find((each) => each.id === id)
  if (!found || !('mutation' in found)) throw new TypeError(`there is no fault ${id}`)
  return found.mutation
}

describe('a requirement on artefacts that failed', () => {
  it('says under which answers and presets it would pass', async () => {
    const result = await judged('CRED-TYP', mutate.credentialHeader(put('/typ', 'dc+sd-jwt')))

    expect(result?.outcome).toBe('failed')
    expect(result?.passesUnder).toContain('credential.typ = dc+sd-jwt')
    expect(result?.passesUnder).toContain('--profile document-sd-jwt-vc')
    expect(result?.passesUnder).not.toContain('--profile document')
  })

  it('names no answer where none helps', async () => {
    const result = await judged('CRED-ID', mutate.credentialPayload(drop('/id')))

    expect(result?.passesUnder).toEqual([])
  })
})

describe('a requirement on a whole exchange that failed', () => {
  it('says under which answers it would pass, without a further message', async () => {
    const result = await judged('VAL-TOKEN', faultOf('VAL-TOKEN/sends-the-session-token-without-its-scheme'))

    expect(result?.outcome).toBe('failed')
    expect(result?.passesUnder).toContain('auth.sessionToken.format = bare')
  })

  it('names a preset under which its check passes', async () => {
    const result = await judged(
      'RESP-SAME-ID',
      faultOf('RESP-SAME-ID/returns-another-credential-id-than-was-requested'),
    )

    expect(result?.outcome).toBe('failed')
    expect(result?.passesUnder).toBeInstanceOf(Array)
  })
})

describe('a requirement that could not be told', () => {
  it('says under which answers it would pass', async () => {
    const result = await judged('LINK-TARGET', {}, { 'deeplink.discovery': 'offer' })

    expect(result?.outcome).toBe('cantTell')
    expect(result?.passesUnder).toContain('deeplink.discovery = configured')
  })
})
