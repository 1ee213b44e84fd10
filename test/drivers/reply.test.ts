import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TransportError } from '../../model/errors.ts'
import { readReply, replyLimits } from '../../src/drivers/reply.ts'
import { attempt } from './attempts.ts'

const push = { offer: '{}', credentialIdentifier: 'credential-0001' }

const read = (reply: unknown) => readReply(typeof reply === 'string' ? reply : JSON.stringify(reply), 'first', 'wallet')

describe('a reply', () => {
  it.each([
    [{}, {}],
    ['', {}],
    [{ links: [] }, { links: [] }],
    [{ links: ['app://open?r=a'], session: 'first' }, { links: ['app://open?r=a'] }],
    [{ pushed: [push, push] }, { pushed: [push, push] }],
    [
      { pushed: [{ ...push, beside: { redirect_uri: 'app://open', 'no name': { a: 1 } } }] },
      { pushed: [{ ...push, beside: { redirect_uri: 'app://open', 'member-1': '{"a":1}' } }] },
    ],
    [{ pushed: ['{}', { offer: { a: 1 } }] }, { pushed: [{ offer: '{}' }, { offer: '{"a":1}' }] }],
    [
      { accepted: true, claims: { Name: 'A' } },
      { accepted: true, claims: { Name: 'A' } },
    ],
    [{ refused: 'no', id: 7, took: 3 }, { refused: 'no' }],
  ])('is parsed, and unknown members are ignored: %j', (text, reply) => {
    expect(read(text)).toEqual(reply)
  })

  it('limits the length of `refused`', () => {
    expect(read({ refused: 'no '.repeat(1_000) }).refused).toHaveLength(replyLimits.words)
  })
})

describe('a malformed reply is a transport error:', () => {
  it.each([
    ['null', 'not a JSON object'],
    ['[]', 'not a JSON object'],
    ['{', 'not a JSON object'],
    ['{"links":[],"links":[]}', 'not a JSON object'],
    [`{"links":[],"rest":"${' '.repeat(replyLimits.octets)}"}`, 'more than 1000000 characters'],
    [{ session: 'second' }, 'another session'],
    [{ session: null }, 'another session'],
    [{ links: 'app://open' }, '`links` is not a list of strings'],
    [{ links: null }, '`links` is not a list of strings'],
    [{ links: [1] }, '`links` is not a list of strings'],
    [{ links: ['a'.repeat(replyLimits.link + 1)] }, '`links` is not a list of strings'],
    [{ links: ['a', 'b', 'c', 'd', 'e'] }, 'more than 4'],
    [{ pushed: [{ credentialIdentifier: 'a' }] }, '`pushed` is not a list'],
    [{ pushed: [{ offer: '{}', credentialIdentifier: 7 }] }, '`pushed` is not a list'],
    [{ pushed: [['{}']] }, '`pushed` is not a list'],
    [{ pushed: [{ ...push, beside: 'uid' }] }, '`pushed` is not a list'],
    [{ pushed: {} }, '`pushed` is not a list'],
    [{ accepted: 'yes' }, '`accepted` is neither'],
    [{ claims: [] }, '`claims` is not an object'],
    [{ refused: ['no'] }, '`refused` is not a string'],
    [{ error: 'the phone is locked' }, 'could not carry out the command; the reason given: the phone is locked'],
    [{ error: null, links: [] }, 'could not carry out the command; the reason given: null'],
    [{ error: '\u001b[2J\n' }, 'could not carry out the command; the reason given: \\u{1b}[2J\\u{a}'],
  ])('%j', (told, why) => {
    const error = attempt(() => read(told))

    expect(error).toBeInstanceOf(TransportError)
    expect(error).toMatchObject({ kind: 'protocol', message: expect.stringContaining(why) })
  })

  it('whatever else a driver may write', () => {
    const names = fc.constantFrom('links', 'pushed', 'accepted', 'claims', 'refused', 'error', 'session', 'other')

    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (told) => {
        const error = attempt(() => read(told))

        expect(error === undefined || error instanceof TransportError).toBe(true)
      }),
    )
  })
})
