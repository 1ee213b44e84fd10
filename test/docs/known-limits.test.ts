import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import found from '../../strangers/found.json' with { type: 'json' }
import { decisions } from '../../suites/document/all/decisions.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { listProbes } from '../../suites/document/explain/list-probes.ts'

const page = readFileSync('docs/known-limits.md', 'utf8')
const probes = listProbes()

/** Mistakes that the page lists as not found or not counted, each with what a probe for it would be called. */
const limits: readonly (readonly [listed: string, receiver: string, probe: RegExp])[] = [
  [
    'A receiver accepts padding or white space in the signature of a JWT, or in the ciphertext of a JWE.',
    'verifier',
    /pads-the-signature|white-space-in-the-signature/,
  ],
  ['A verifier accepts a claim named `__proto__`.', 'verifier', /proto__/],
  ['An issuer accepts a key with `use` `sig`', 'issuer', /^CRE-USE\//],
  ['or the usual spelling of `encryted_credential_request`', 'issuer', /encrypted_credential_request/],
  ['A verifier accepts a credential without `id` or `cnf`', 'verifier', /^CRED-(ID|CNF|HOLDER)\//],
  ['An issuer accepts a session token under another authentication scheme', 'issuer', /another-scheme|in-the-url/],
  [
    'A JSON parser ignores a byte order mark, comments or trailing commas.',
    'issuer',
    /byte-order|comment|trailing-comma/,
  ],
  ['A wallet backend accepts an SD-JWT with a Key Binding JWT.', 'wallet backend', /^SD-NO-BINDING\//],
  ['A wallet accepts metadata without a key for requests.', 'wallet', /^META-[A-Z]*KEY[A-Z-]*\/leaves-out/],
]

describe('the page of known limits', () => {
  it('names requirements and decisions that exist', () => {
    const ids = new Set(requirements.map(({ id }) => id))
    const keys = new Set(decisions.map(({ id }) => id))
    const named = page.match(/\b[A-Z]{2,}(?:-[A-Z]+)+\b/g) ?? []

    expect(named.filter((id) => !ids.has(id) && !/^SHA-|^SD-JWT$/.test(id))).toEqual([])
    expect((page.match(/`[a-z]+\.[a-zA-Z]+`/g) ?? []).filter((key) => !keys.has(key.slice(1, -1)))).toEqual([])
  })

  it('has no figure that no test makes', () => {
    const text = page.replaceAll(
      /RFC \d+|sections? [\d.]+(?: and [\d.]+)?|`[^`]*`|base\d+(?:url)?|OpenID4V(?:CI|P)(?: 1\.0)?/gi,
      '',
    )

    expect(text.match(/\d+/g)).toBeNull()
  })

  it.each(limits)('lists nothing that a probe finds now: %s', (listed, receiver, probe) => {
    const receivers = new Set(probes.map((each) => each.receiver))
    const sent = probes.filter((each) => each.receiver === receiver && probe.test(each.id))

    expect(receivers).toContain(receiver)
    expect(page).toContain(listed)
    expect(sent).toEqual([])
  })
})

describe('the figures of the README', () => {
  const readme = readFileSync('README.md', 'utf8')
  const rows = [...readFileSync('strangers/README.md', 'utf8').matchAll(/\| (\d+) of (\d+) \| (\d+) of (\d+) \|/g)]
  const sum = (column: number): number => rows.reduce((total, row) => total + Number(row[column]), 0)

  it('are those of the implementations in Python, which CI runs', () => {
    expect([sum(4), sum(3)]).toEqual([Object.keys(found).length, Object.keys(found).length])
    expect(readme).toContain(`${sum(4)} of ${sum(4)} faults found`)
    expect(readme).toContain(`no false failures in ${sum(2)} runs`)
  })
})
