import { check, finding, leniently } from '../../src/model/check.ts'
import { PARAMETER } from './decisions.ts'
import { LINK } from './requirements.ts'

/** Five parts, the first of which begins like a JSON object: whether it can be read is asked elsewhere. */
const isJwe = (value: string): boolean => value.startsWith('eyJ') && value.split('.', 6).length === 5

const one = check(LINK.ONE, 'deeplink', function* ({ parameters, fragment }, { decide }) {
  const wanted = decide(PARAMETER)
  const named = parameters.filter(([name]) => name === wanted)
  const carrying = parameters.filter(([, value]) => isJwe(value))
  const [carrier] = carrying
  const expected = 'one parameter with the encrypted request'
  if (carrying.length > 1 || named.length > 1) yield finding('query', expected, 'more than one')
  else if (!carrier)
    yield finding('query', expected, named.length > 0 ? 'one with something else' : 'none', whereElse(fragment))
  else if (carrier[0] !== wanted) {
    const diagnosis = `it is called ${carrier[0]}: deeplink.parameter = ${carrier[0]}`
    if (named.length === 0 && wanted === PARAMETER.default) return leniently(`the text does not name it; ${diagnosis}`)
    yield finding('query', `the encrypted request in \`${wanted}\``, 'it is in another parameter', diagnosis)
  }
  return undefined
})

const whereElse = (fragment: string | undefined): string | undefined =>
  fragment !== undefined && isJwe(fragment.slice(fragment.indexOf('=') + 1)) ? 'it stands in the fragment' : undefined

const telling = /^(c_)?nonce$|^(pre-authorized_)?code$|^uid$|^((session|access|id)_)?token$|^(client_)?secret$/i

const closed = check(LINK.CLOSED, 'deeplink', function* ({ parameters }) {
  for (const [name, value] of parameters) {
    if (isJwe(value)) continue
    const clear = /^\s*(\{|eyJ)/.test(value) || telling.test(name) || /^\d{12}$/.test(value)
    if (clear) yield finding(`?${name}`, 'nothing private in clear', 'a value that can be read')
  }
  return undefined
})

export const checks = [one, closed]
