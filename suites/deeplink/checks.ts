import { type Check, checkArtefact, checkExchange } from '../../model/check.ts'
import { finding, inconclusive, passedLeniently } from '../../model/finding.ts'
import { DISCOVERY, PARAMETER, URI } from './decisions.ts'
import { LINK } from './requirements.ts'
import { collectTargets, isSameTarget } from './targets.ts'

/** Five parts, the first of which begins like a JSON object. Other checks find out whether it can be decrypted. */
const isJwe = (value: string): boolean => value.startsWith('eyJ') && value.split('.', 6).length === 5

const oneParameter = checkArtefact(LINK.ONE, 'deeplink', function* ({ parameters, fragment }, { decide }) {
  const wanted = decide(PARAMETER)
  const named = parameters.filter(([name]) => name === wanted)
  const encrypted = parameters.filter(([, value]) => isJwe(value))
  const [request] = encrypted
  const expected = 'one parameter with the encrypted request'
  if (encrypted.length > 1 || named.length > 1) yield finding('query', expected, 'more than one')
  else if (!request)
    yield finding('query', expected, named.length > 0 ? 'a parameter with another value' : 'none', locate(fragment))
  else if (request[0] !== wanted) {
    const diagnosis = `the parameter is called ${request[0]}, as under deeplink.parameter = ${request[0]}`
    if (named.length === 0 && wanted === PARAMETER.default)
      return passedLeniently(`the document does not name the parameter; ${diagnosis}`)
    yield finding('query', `the encrypted request in \`${wanted}\``, 'it is in another parameter', diagnosis)
  }
  return undefined
})

const locate = (fragment: string | undefined): string | undefined =>
  fragment !== undefined && isJwe(fragment.slice(fragment.indexOf('=') + 1)) ? 'it is in the fragment' : undefined

const privateNames = /^(c_)?nonce$|^(pre-authorized_)?code$|^uid$|^((session|access|id)_)?token$|^(client_)?secret$/i

const noPlaintext = checkArtefact(LINK.CLOSED, 'deeplink', function* ({ parameters }) {
  for (const [name, value] of parameters) {
    if (isJwe(value)) continue
    const isPrivate = /^\s*(\{|eyJ)/.test(value) || privateNames.test(name) || /^\d{12}$/.test(value)
    if (isPrivate) yield finding(`?${name}`, 'no private value in plaintext', 'one')
  }
  return undefined
})

const target = checkExchange(LINK.TARGET, function* ({ messages }, { decide }) {
  if (decide(DISCOVERY) !== 'configured')
    return inconclusive('the document does not say in which member the URI of the deeplink is announced')
  const targets = collectTargets(messages)
  if (targets.length === 0) return inconclusive('no deeplink was opened')
  const uri = decide(URI)
  for (const each of targets) {
    if (!isSameTarget(each, uri)) yield finding('deeplink', 'the configured URI', 'another URI')
  }
  return undefined
})

export const checks: readonly Check[] = [oneParameter, noPlaintext, target]
