import type { Scene, Standing, Validation } from '../model/actors.ts'
import type { Role } from '../model/requirement.ts'
import type { Terms } from '../model/terms.ts'

const isJson = (type: string | undefined): boolean => /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type ?? '')

/** What an actor looks up in its books, and turns a message away for: one row for each requirement. */
export const rulesOf = ({ uses, unasked, inClear }: Terms): { readonly [R in Role]?: readonly Validation[] } => ({
  issuer: [
    standing('VAL-AUTHENTICATES', ({ token }) => token === 'unknown' || token === 'absent'),
    standing('VAL-AUTHORIZES', ({ holder }) => holder === 'another'),
    standing('NONCE-BOUND', ({ nonce }) => nonce === 'unknown'),
    standing('NONCE-ONCE', ({ nonce }) => uses.nonce === 'once' && nonce === 'spent'),
    standing('NONCE-STALE', ({ nonce }) => nonce === 'stale'),
    standing('ENC-INTACT', ({ request }) => request === 'shut'),
    standing('REQ-NO-KEY', ({ encryption }) => unasked === 'refused' && encryption === 'unasked'),
    standing('REQ-ERRORS', ({ dataset }) => dataset === 'unknown'),
    standing('CFG-CORRELATES', ({ code }) => code === 'unknown'),
    standing('OFFER-SINGLE-USE', ({ code }) => uses.code === 'once' && code === 'spent'),
    standing('OFFER-SHORT', ({ code }) => code === 'stale'),
    rule('VAL-JSON', ({ asked }) => asked?.body !== undefined && !isJson(asked.headers['content-type'])),
  ],
  wallet: [standing('OFFER-MEDIA-TYPE', ({ endpoint, mediaType }) => endpoint === 'offer' && !isPlainJson(mediaType))],
  'identity app': [standing('ENC-NOT-CLEAR', ({ response }) => inClear === 'refused' && response === 'clear')],
  verifier: [standing('STATUS-OBEYED', ({ status }) => status !== undefined && status !== 'active')],
})

const isPlainJson = (type = ''): boolean => /^application\/json\s*(?:;|$)/i.test(type)

const rule = (requirement: string, refuses: (scene: Scene) => boolean): Validation => ({ requirement, refuses })

const standing = (requirement: string, refuses: (standing: Standing) => boolean): Validation =>
  rule(requirement, (scene) => refuses(scene.standing))
