import { check, finding } from '../../src/model/check.ts'
import { PARAMETER } from './decisions.ts'
import { LINK } from './requirements.ts'

const isJwe = (value: string): boolean => value.split('.').length === 5

const one = check(LINK.ONE, 'deeplink', function* ({ parameters, fragment }, { decide }) {
  const wanted = decide(PARAMETER)
  const named = parameters.filter(([name, value]) => name === wanted && value !== '')
  const carrying = parameters.filter(([, value]) => isJwe(value))
  const count = Math.max(named.length, carrying.length)
  if (count === 1) return undefined
  const place =
    fragment !== undefined && isJwe(fragment.slice(fragment.indexOf('=') + 1)) ? 'it stands in the fragment' : undefined
  yield finding('query', 'one parameter with the encrypted request', count === 0 ? 'none' : `${count}`, place)
  return undefined
})

const telling = /nonce|code|uid|token|secret|claim|jwt|key/i

const closed = check(LINK.CLOSED, 'deeplink', function* ({ parameters }) {
  for (const [name, value] of parameters) {
    if (isJwe(value)) continue
    const clear = value.startsWith('{') || value.startsWith('eyJ') || telling.test(name) || /^\d{12}$/.test(value)
    if (clear) yield finding(`?${name}`, 'nothing private in clear', 'a value that can be read')
  }
  return undefined
})

export const checks = [one, closed]
