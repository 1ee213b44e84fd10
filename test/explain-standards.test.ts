import { describe, expect, it } from 'vitest'
import { standardProfiles } from '../model/decision.ts'
import { standardProofs } from '../suites/proofs.ts'
import { assay } from './cli/console.ts'

/** One fault of every standard and role that whole exchanges show; two of wallets, which obtain and present. */
const played = standardProfiles.flatMap((profile) => {
  const faults = standardProofs[profile].exchange?.faults ?? []
  const roles = Map.groupBy(faults, ({ breaks }) => breaks.binds)
  return [...roles].flatMap(([role, some]) =>
    [some[0], some.findLast(() => role === 'wallet')]
      .flatMap((fault) => fault ?? [])
      .map((fault) => ({ profile, role, id: fault.id, row: fault.breaks.id })),
  )
})

const readCommand = (out: string, id: string): readonly string[] =>
  out
    .split('\n')
    .flatMap((line) => /(?:see|to see) +assay (test .+)$/.exec(line)?.[1] ?? [])
    .find((command) => command.endsWith(` ${id}`))
    ?.split(' ') ?? []

describe('the explanation of what a whole exchange shows', () => {
  it.each(played)('has a command that shows the fault: $profile, $role', async ({ id, row }) => {
    const [ofRow, ofFault] = [await assay(['explain', row]), await assay(['explain', id])]
    const command = readCommand(ofFault.out, id)

    // A requirement on what another standard calls an artefact has a message as its example.
    expect([command, row.startsWith('TSL-') ? [] : command]).toContainEqual(readCommand(ofRow.out, id))
    const { code, out } = await assay([...command, '--now', '1795000000'])
    expect({ code, isNamed: out.includes(`✖ ${row}`) }).toEqual({ code: 1, isNamed: true })
  })
})

describe('the explanation of a requirement', () => {
  it.each(['VCIOFFER-IDS', 'SDJWT-SIGNED', 'DCQL-ID', 'MDOC-SPACES', 'TSL-TYP'])(
    'of a standard has a passing and a failing example: %s',
    async (id) => {
      const { out } = await assay(['explain', id])

      expect(out).toMatch(/✔ a valid message\n {4}shown in .*\n {4}valid /)
      expect(out).toMatch(/ {4}actual .*\n(?: {4}diagnosis .*\n)? {4}shown in .*\n {4}valid .*\n {4}with fault /)
    },
  )

  it.each(['VCIHTTP-NO-STORE', 'VCIHTTP-ERROR', 'VPPOST-OBJECT', 'VCUSE-SNIFF'])(
    'of a standard has a whole response that passes, if the fault is around the message: %s',
    async (id) => {
      const { out } = await assay(['explain', id])

      expect(out).toMatch(/✔ a valid message\n {4}where .*\n {4}status +\d{3}\n {4}content-type .*\n/i)
    },
  )

  it.each(['KBJWT-NOT-ISSUED', 'SDVC-TYPE-CIRCULAR', 'MDAUTH-TRUSTED'])(
    'of a standard has a whole message that passes, if the fault is in what is known beside it: %s',
    async (id) => {
      expect((await assay(['explain', id])).out).toMatch(/✔ a valid message\n {4}where .*\n {4}message /)
    },
  )

  it('of the document shows what a fault changes, and not the signature that differs for it', async () => {
    const { out } = await assay(['explain', 'SD-DIGEST'])

    expect(out).toContain('with fault    /jws/payload/_sd/0:')
    expect(out).not.toContain('/jws/signature')
  })
})

describe('the explanation of a fault or a variant of a standard', () => {
  it('shows what is found in a message that has the fault', async () => {
    const { code, out } = await assay(['explain', 'sdjwt-signed/has-a-signature-in-der'])

    expect(code).toBe(0)
    expect(out).toContain('breaks      SDJWT-SIGNED  The signature was made with a key of the issuer.')
    expect(out).toContain('actual        it is written in DER')
  })

  it('says that a variant is legal', async () => {
    expect((await assay(['explain', 'SDJWT/has-fifty-decoys'])).out).toContain('a variant: legal and unusual')
  })
})

describe('the probes of a standard', () => {
  it('are listed by the requirement that they are for, with what is sent', async () => {
    const { out } = await assay(['list', 'probes', '--profile', 'haip-1.0'])

    expect(out).toMatch(/^HAIPAS-PKCE +issuer: {2}authorization requests without `code_challenge`/m)
  })

  it('are absent where there is no exchange, and the message names no place', async () => {
    const { code, err } = await assay(['list', 'probes', '--profile', 'mdoc'])

    expect([code, err]).toEqual([2, expect.stringContaining('error: there are no probes\n')])
  })
})
