import { describe, expect, it } from 'vitest'
import type { HandedSession } from '../src/harness/wallet/handed-session.ts'
import { createHolds } from '../src/harness/wallet/holds.ts'
import { takeTogether } from '../src/harness/wallet/take-together.ts'
import type { WalletWord } from '../src/harness/wallet/tested-wallet.ts'

const places = ['offer', 'token', 'credential'] as const

/** Sessions of a wallet that asks for one thing after the other, and a list of what was answered. */
function openSessions(count: number) {
  const answered: string[] = []
  const sessions = Array.from({ length: count }, (_, i) => {
    const { holdAt, pass } = createHolds()
    const calls: { at: number }[] = []
    const name = `s${i + 1}`
    const session: HandedSession = {
      ...{ name, link: '', calls, holdAt },
      command: { verb: 'open', link: '', session: name, issuer: '', statusService: '', walletBackend: '' },
      findProgress: () => 'open',
      handle: async ({ url }) => {
        calls.push({ at: 0 })
        await pass(url)
        answered.push(`${name} ${url}`)
        return { status: 200, headers: {}, body: '' }
      },
    }
    return session
  })
  return { sessions, answered }
}

async function take({ handle, name }: HandedSession): Promise<WalletWord> {
  for (const url of places) await handle({ method: 'GET', url, headers: {} })
  return { accepted: true, reason: name }
}

/** A wallet that begins nothing before it is done with the last. */
function takeInTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return (session: HandedSession): Promise<WalletWord> => {
    const word = last.then(() => take(session))
    last = word
    return word
  }
}

describe('sessions that are open at the same time', () => {
  it('are held at their places, and go on in their order', async () => {
    const { sessions, answered } = openSessions(3)
    const held = sessions.map((session, i) => ({ session, ...(i < 2 && { place: i === 0 ? 'token' : 'credential' }) }))
    const words = await takeTogether(take, held, () => 0)

    expect(words.map(({ reason }) => reason)).toEqual(['s1', 's2', 's3'])
    expect(answered).toEqual([
      ...['s1 offer', 's2 offer', 's2 token', 's3 offer', 's3 token', 's3 credential'],
      ...['s1 token', 's1 credential', 's2 credential'],
    ])
  })

  it('are begun as long as the wallet begins them', async () => {
    const { sessions, answered } = openSessions(3)
    let now = 0
    const clock = (): number => (now += 1_000)
    const words = await takeTogether(
      takeInTurns(),
      sessions.map((session) => ({ session, place: 'token' })),
      clock,
    )

    expect(words.map(({ reason }) => reason)).toEqual(['s1', 's2'])
    expect(answered.slice(0, 3)).toEqual(['s1 offer', 's1 token', 's1 credential'])
    expect(answered.some((each) => each.startsWith('s3'))).toBe(false)
  })

  it('let go on what waits where another one cannot be handed over', async () => {
    const { sessions } = openSessions(2)
    const lose = async (session: HandedSession): Promise<WalletWord> => {
      if (session.name === 's2') throw new Error('lost')
      return take(session)
    }

    await expect(
      takeTogether(
        lose,
        sessions.map((session) => ({ session, place: 'token' })),
        () => 0,
      ),
    ).rejects.toThrow('lost')
  })
})
