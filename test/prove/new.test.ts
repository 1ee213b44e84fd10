import { describe, expect, it } from 'vitest'
import { assay } from '../cli/console.ts'

describe('assay new', () => {
  it.each<[string, readonly string[], string, string]>([
    ['nothing to write', [], 'needs what to write', 'assay help'],
    ['something else', ['new', 'section', 'NONCE'], 'needs what to write', 'assay help'],
    ['no id', ['new', 'requirement'], 'needs what to write', 'assay help'],
    ['two ids', ['new', 'requirement', 'NONCE-A', 'NONCE-B'], 'needs what to write', 'assay help'],
    ['an id that is none', ['new', 'requirement', 'nonce'], '`nonce` is no id', 'such as NONCE-LENGTH'],
    [
      'an id that exists',
      ['new', 'requirement', 'NONCE-ONCE', '--exchange'],
      'NONCE-ONCE exists in suites/document/nonce/requirements.ts',
      'assay explain NONCE-ONCE',
    ],
    [
      'a table that does not exist',
      ['new', 'requirement', 'NONSE-LENGTH', '--exchange'],
      'no section has a table `NONSE`; did you mean `NONCE`?',
      'NONCE (nonce)',
    ],
    ['no place', ['new', 'requirement', 'NONCE-LENGTH'], 'either --kind KIND or --exchange', 'nonce-response'],
    [
      'two places',
      ['new', 'requirement', 'NONCE-LENGTH', '--exchange', '--kind', 'offer'],
      'either --kind KIND or --exchange',
      'nonce-response',
    ],
    [
      'an unknown kind',
      ['new', 'requirement', 'NONCE-LENGTH', '--kind', 'ofer'],
      'there is no kind `ofer`; did you mean `offer`?',
      'pass one of',
    ],
    [
      'an unknown role',
      ['new', 'requirement', 'NONCE-LENGTH', '--exchange', '--role', 'walet'],
      'there is no role `walet`',
      'pass one of issuer',
    ],
    [
      'an unknown force',
      ['new', 'requirement', 'NONCE-LENGTH', '--exchange', '--force', 'may'],
      'there is no force `may`',
      'pass one of must',
    ],
  ])('refuses %s', async (_, args, error, hint) => {
    const { code, out, err } = await assay(args.length === 0 ? ['new'] : [...args])

    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/error: .*\n.*hint: /)
    expect(err.split('hint: ')[0]).toContain(error)
    expect(err.split('hint: ')[1]).toContain(hint)
  })
})
