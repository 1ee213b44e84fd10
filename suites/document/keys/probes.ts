import keys from '../../../fixtures/keys.json' with { type: 'json' }
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { unrelatedKey } from '../../kit/unrelated-keys.ts'
import { CRED } from '../credential/requirements.ts'
import { signAgain } from '../kit/compact-text.ts'
import { put } from '../kit/edits.ts'
import { changeResult } from '../kit/mutations.ts'
import type { Message } from '../model/endpoints.ts'
import type { ProbeContext, ProbeSession, StatefulProbe } from '../model/probe.ts'
import { statefulProbe } from '../model/probe.ts'
import { CACHE } from './decisions.ts'
import { JWKS } from './requirements.ts'

/** A key that no earlier key set had. */
const newKey: Jwk = { ...unrelatedKey, kid: 'issuer-2028', alg: 'ES256' }

/** The issuer signs with a new key, and still publishes the one of before. */
const added: ProbeSession = { issuerKeys: { issuer: newKey, issuerNext: keys.issuer } }

/** The issuer no longer publishes the key of before, and a credential is signed with it all the same. */
const withdrawn: ProbeSession = {
  issuerKeys: { issuer: newKey, issuerNext: keys.issuerNext },
  mutation: changeResult('issuer', 'signCredential', signAgain(keys.issuer, put('/kid', keys.issuer.kid))),
}

/** Runs a session with the usual keys, and another with these. */
const changeKeys =
  (changed: ProbeSession, answers: readonly string[]): StatefulProbe['run'] =>
  async ({ decide, runSession, readSessionAnswer }) => {
    if (!answers.includes(decide(CACHE))) return undefined
    if (readSessionAnswer(await runSession()) !== 'accepted') return 'inconclusive'
    return readSessionAnswer(await runSession(changed))
  }

const readKeySet = (messages: readonly Message[]): Message['response'] =>
  messages.findLast(({ endpoint }) => endpoint === 'jwks')?.response

/** Has the keys changed between two sessions. The credential of the first is judged with the key set of the second. */
async function askForChange({ rotateKeys, runSession, findBroken }: ProbeContext) {
  if (!rotateKeys) return undefined
  const before = await runSession()
  const reason = await rotateKeys()
  if (reason !== undefined) return { answer: 'inconclusive', reason } as const
  const after = await runSession()
  const [old, response] = [before, after].map(readKeySet)
  if (!old || !response) return { answer: 'inconclusive', reason: 'no key set was returned' } as const
  if (old.body === response.body) return { answer: 'inconclusive', reason: 'the key set did not change' } as const
  const withNewKeys = before.map((message) => (message.endpoint === 'jwks' ? { ...message, response } : message))
  if (findBroken(withNewKeys).includes(CRED.RESOLVED.id))
    return { answer: 'accepted', wrong: 'with a key set that lacks the key of a valid credential' } as const
  const isResolved = !findBroken(after).includes(CRED.RESOLVED.id)
  return isResolved
    ? 'accepted'
    : ({ answer: 'accepted', wrong: 'with a credential of a key that is in no key set' } as const)
}

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(JWKS.ROTATED, 'issuer', 'changes its keys between two sessions', 'accepted', askForChange, { isAlone: true }),
  statefulProbe(JWKS.FOLLOWED, 'verifier', 'presents a credential that is signed with a new key', 'accepted', changeKeys(added, ['until-unknown', 'none']), { isAlone: true }),
  statefulProbe(JWKS.WITHDRAWN, 'verifier', 'presents a credential that is signed with a withdrawn key', 'refused', changeKeys(withdrawn, ['none']), { isAlone: true }),
]
