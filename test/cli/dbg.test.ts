import { it, expect } from 'vitest'
import { serving, session } from './serving.ts'
it('x', async () => {
  const { facts, lines } = await serving()
  const said = await session(facts)
  for (const [e, { asked, replied }] of said) console.log(e, asked.url, replied.status, replied.body.slice(0, 300))
  console.log(lines)
  expect(1).toBe(1)
})
