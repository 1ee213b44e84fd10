import { expect, it } from 'vitest'
import { ask, reaching } from './calls.ts'
import { serving } from './servers.ts'

it('sends the values of a field in a field each, if the request wants that', async () => {
  const url = await serving(({ rawHeaders }, response) => response.end(JSON.stringify(rawHeaders)))
  const transport = await reaching({ url })
  const headers = { dpop: 'one, other', accept: 'a, b' }
  const list = async (separate: readonly string[]) => {
    const { body } = await ask(transport, { url, headers, separate })
    return (JSON.parse(body) as string[]).filter((text) => /one|other|a, b/.test(text))
  }

  expect(await list(['dpop'])).toEqual(['one', 'other', 'a, b'])
  expect(await list([])).toEqual(['one, other', 'a, b'])
})
