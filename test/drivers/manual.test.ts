import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { DriverCommand, DriverReply } from '../../model/driver.ts'
import type { RunReport } from '../../model/run-report.ts'
import { renderQrLines, renderQrSvg } from '../../src/drivers/manual/qr-code.ts'
import { readForm } from '../../src/drivers/manual/read-form.ts'
import { describeStep } from '../../src/drivers/manual/step.ts'
import type { ManualTask } from '../../src/drivers/manual/task.ts'
import { createManualDriver, type ManualDriver } from '../../src/drivers/manual-driver.ts'
import { callInProcess, type FetchHandler } from '../../src/wire/server/app.ts'
import type { Message } from '../../suites/document/model/endpoints.ts'
import { sessionPlan } from '../../suites/document/model/session-plan.ts'
import { run } from '../../suites/document/run/run.ts'
import { outcomesOf, quiet, time } from '../e2e/playing.ts'
import { settings as usual } from '../whole-run.ts'
import { phone } from './at-hand.ts'
import { lossOf, offering, waiting } from './orders.ts'

/** A person who looks at their page without a browser. */
function atTable(): { readonly person: ManualDriver; readonly tasks: ManualTask[]; readonly at: string } {
  const tasks: ManualTask[] = []
  const person = createManualDriver({
    clock: () => time * 1000,
    token: 'a-token',
    announce: (task) => void tasks.push(task),
    sessions: sessionPlan,
  })
  return { person, tasks, at: `http://127.0.0.1:1${person.path}` }
}

const fill = (person: ManualDriver, fields: Readonly<Record<string, string>>): Promise<Response> =>
  person.page(new Request(`http://127.0.0.1:1${person.path}`, { method: 'POST', body: new URLSearchParams(fields) }))

const look = async (person: ManualDriver, place = ''): Promise<string> =>
  (await person.page(new Request(`http://127.0.0.1:1${person.path}${place}`))).text()

const link = 'identityapp://open?encryptedRequest=abc'

const opened: DriverCommand = { ...offering(), verb: 'open', link }

describe('a person who is handed an offer', () => {
  it('is shown the code, the link and the session', async () => {
    const { person, tasks } = atTable()
    const ordered = person.driverFor('wallet', 300).execute(offering('second'), waiting())

    const page = await look(person)

    expect(tasks).toMatchObject([{ number: 1, role: 'wallet', session: 'second', until: (time + 300) * 1000 }])
    expect(page).toContain('<svg class="code"')
    expect(page).toContain(tasks[0]?.step.link?.replaceAll('&', '&amp;'))
    await fill(person, { task: '1', act: 'link', link })
    await ordered
  })

  it('brings the link back', async () => {
    const { person } = atTable()
    const ordered = person.driverFor('wallet', 300).execute(offering(), waiting())

    const { status, headers } = await fill(person, { task: '1', act: 'link', link: `\n ${link} ` })

    expect(await ordered).toEqual({ links: [link] })
    expect([status, headers.get('location')]).toEqual([303, person.path])
    expect(await look(person)).toContain('Nothing to do now')
  })

  it('has nothing to bring where the link comes to the door', async () => {
    const { person } = atTable()

    expect(
      await person.driverFor('wallet', 300).execute(offering(), waiting({ arrival: Promise.resolve(link) })),
    ).toEqual({ links: [link] })
  })

  it('skips it, with a reason', async () => {
    const { person } = atTable()
    const ordered = person.driverFor('wallet', 300).execute(offering(), waiting())

    const without = await fill(person, { task: '1', act: 'skip', reason: '  ' })
    await fill(person, { task: '1', act: 'skip', reason: 'the phone\nis <b>empty</b>' })

    expect(without.status).toBe(422)
    expect(await ordered).toEqual({ refused: 'skipped by hand: the phone is <b>empty</b>' })
  })

  it('is reported if nothing arrives in time', async () => {
    const { person } = atTable()

    expect(await person.driverFor('wallet', 0.05).execute(offering(), waiting())).toEqual({
      refused: 'nothing came within 0.05 s',
    })
  })

  it('tries again with the same order, and all of the time', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { person, tasks } = atTable()
    const ordered = person.driverFor('wallet', 300).execute(offering(), waiting())

    vi.advanceTimersByTime(299_000)
    await fill(person, { task: '1', act: 'again' })
    vi.advanceTimersByTime(299_000)
    await fill(person, { task: '1', act: 'link', link: 'identityapp://stale' })
    await fill(person, { task: '2', act: 'link', link })

    expect(await ordered).toEqual({ links: [link] })
    expect(tasks.map(({ number, step }) => [number, step.link === tasks[0]?.step.link])).toEqual([
      [1, true],
      [2, true],
    ])
  })

  it('is lost with the run', async () => {
    const { person } = atTable()
    const interruption = new AbortController()
    const ordered = person.driverFor('wallet', 300).execute(offering(), waiting({ signal: interruption.signal }))

    interruption.abort()

    expect(await lossOf(ordered)).toEqual({ kind: 'interrupted', message: 'wallet: interrupted' })
  })
})

describe('a person who opens a link with an identity app', () => {
  const hop = { session: 'first', endpoint: 'walletCallback', from: 'identity app', to: 'wallet backend' } as Message

  it('is done when the wallet backend was called, or when they say so', async () => {
    const { person } = atTable()
    const driver = person.driverFor('identity-app', 300)

    const called = driver.execute(opened, waiting())
    person.noteMessage({ ...hop, session: 'second' }, true)
    person.noteMessage(hop, true)
    expect(await called).toEqual({})

    const said = driver.execute(opened, waiting())
    await fill(person, { task: '2', act: 'done' })
    expect(await said).toEqual({})
  })

  it('cannot be a verifier', async () => {
    const { person } = atTable()
    const order: DriverCommand = { ...offering(), verb: 'verify', presentation: 'a.b.c~' }

    expect(await lossOf(person.driverFor('verifier', 1).execute(order, waiting()))).toMatchObject({
      kind: 'configuration',
    })
  })
})

describe('what is pasted', () => {
  const acts: readonly (readonly [
    string,
    Parameters<typeof readForm>[1],
    Readonly<Record<string, string>>,
    DriverReply | string,
  ])[] = [
    ['a link', 'link', { act: 'link', link }, { links: [link] }],
    ['nothing', 'link', { act: 'link' }, 'link'],
    ['a text that is no link', 'link', { act: 'link', link: 'see above' }, 'link'],
    ['a link that is too long', 'link', { act: 'link', link: `a:${'b'.repeat(65_536)}` }, 'link'],
    ['what another step wants', 'link', { act: 'done' }, 'link'],
    [
      'an offer',
      'push',
      { act: 'push', push: '{}', identifier: 'x' },
      { pushed: [{ offer: '{}', credentialIdentifier: 'x' }] },
    ],
    ['a text that is not an offer', 'push', { act: 'push', push: 'no' }, 'push'],
  ]

  it.each(acts)('is taken or refused: %s', (_, wanted, fields, expected) => {
    const act = readForm(new URLSearchParams(fields), wanted)

    expect('reply' in act ? act.reply : 'field' in act && act.field).toEqual(expected)
  })

  it('is still there after it was refused', async () => {
    const { person } = atTable()
    const ordered = person.driverFor('wallet', 300).execute(offering(), waiting())

    const page = await (await fill(person, { task: '1', act: 'link', link: '"><script>alert(1)</script>' })).text()

    expect(page).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</textarea>')
    expect(page).toContain('aria-invalid="true" aria-describedby="link-problem"')
    await fill(person, { task: '1', act: 'skip', reason: 'over' })
    await ordered
  })
})

describe('the page', () => {
  it('is found only by its path', async () => {
    const { person, at } = atTable()
    const statuses = await Promise.all(
      [`${at}x`, at.replace('a-token', ''), `${at}/else`, `${at}/news/more`].map(
        async (url) => (await person.page(new Request(url))).status,
      ),
    )

    expect(statuses).toEqual([404, 404, 404, 404])
  })

  it('obeys its own script and nothing else', async () => {
    const { person, at } = atTable()
    const { headers } = await person.page(new Request(at))

    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('shows an offer of somebody who means harm, and makes no link of a script', async () => {
    const { person } = atTable()
    const evil = 'javascript:alert(1)//?credential_offer_uri="><img src=x>'
    const ordered = person.driverFor('wallet', 300).execute(offering('first', evil), waiting())
    const scripted = 'javascript:alert(1)?credential_offer_uri=https://issuer.example'
    const other = person.driverFor('wallet', 300).execute(offering('first', scripted), waiting())

    expect(await look(person)).not.toContain('<img')
    await fill(person, { task: '1', act: 'skip', reason: 'over' })
    await ordered
    expect(await look(person)).not.toContain('href="javascript:')
    await fill(person, { task: '2', act: 'skip', reason: 'over' })
    await other
  })

  it('tells of messages what they were and how they were answered, and nothing that is in them', async () => {
    const { person } = atTable()
    const asked = { method: 'GET', url: 'http://127.0.0.1:1/secret-path', headers: {}, body: 'secret-body' }
    const replied = { status: 401, headers: {}, body: 'secret-answer' }
    person.noteMessage(
      {
        number: 1,
        session: 'first',
        endpoint: 'nonce',
        from: 'wallet',
        to: 'issuer',
        sentAt: 0,
        milliseconds: 1,
        request: asked,
        response: replied,
      },
      false,
    )

    const page = await look(person)

    expect(page).toMatch(/nonce.*wallet to issuer.*401/)
    expect(page).not.toContain('secret')
  })

  it('is told what is new as soon as it is', async () => {
    const { person } = atTable()
    const news = look(person, '/news?after=1')

    person.noteRunEnd('The run is over: conformant.')

    expect(JSON.parse(await news)).toEqual({ version: 2, over: 'The run is over: conformant.' })
  })

  it('closes every connection when the run is over', async () => {
    const { person } = atTable()
    const news = look(person, '/news?after=1')

    await person.driverFor('wallet', 1).close()

    expect(JSON.parse(await news)).toEqual({ version: 1 })
  })
})

describe('a code', () => {
  it('is there for what fits into one', () => {
    expect([renderQrLines(link)?.length, renderQrSvg(link)?.text.slice(0, 4)]).toEqual([expect.any(Number), '<svg'])
    expect([renderQrLines('x'.repeat(3_000)), renderQrSvg('x'.repeat(3_000))]).toEqual([undefined, undefined])
  })

  it('holds an offer as a link', () => {
    expect(describeStep(offering())?.link).toBe(
      'openid-credential-offer://?credential_offer=%7B%22an%22%3A%22offer%22%7D',
    )
  })
})

const targets = { wallet: { url: 'manual' }, 'identity-app': { url: 'manual' } }

/** Plays a run in which somebody follows every step, with a phone and without a socket. */
async function playedBy(
  follow: (task: ManualTask, person: ManualDriver) => void,
  earlier?: readonly Message[],
): Promise<{ readonly report: RunReport; readonly hops: readonly Message[]; readonly asked: readonly string[] }> {
  const asked: string[] = []
  const hops: Message[] = []
  const person: ManualDriver = createManualDriver({
    clock: () => time * 1000,
    token: 'a-token',
    announce: (task) => {
      asked.push(`${task.session} ${task.step.wanted}`)
      queueMicrotask(() => follow(task, person))
    },
    sessions: sessionPlan,
  })
  const settings = { ...usual, now: time, targets, listen: { host: '127.0.0.1', port: 8080 } }
  const { report } = await run(settings, {
    ...quiet,
    routes: {},
    drivers: { wallet: person.driverFor('wallet', 10), 'identity app': person.driverFor('identity-app', 10) },
    listen: async (handler) => {
      door = handler
      return async () => {}
    },
    record: ({ message }) => {
      hops.push(message)
      person.noteMessage(message, message.endpoint === 'walletCallback')
    },
    ...(earlier && { earlier }),
  })
  return { report, hops, asked }
}

let door: FetchHandler = async () => new Response(null, { status: 503 })

/** Somebody who does everything, with the reference apps on their phone. */
function dutiful(): (task: ManualTask, person: ManualDriver) => void {
  const { take, open, share } = phone((asked) => callInProcess(door)(asked))
  return async ({ number, session, step }, person) => {
    const read = { session, link: step.link ?? '', facts: step.facts }
    const task = String(number)
    if (step.wanted === 'link') await fill(person, { task, act: 'link', link: await take(read) })
    if (step.wanted === 'done') await open(read)
    if (step.wanted === 'push') {
      const { offer, identifier } = await share(read, session === 'second' ? 1 : 0)
      await fill(person, { task, act: 'push', push: offer, identifier })
    }
  }
}

describe('a run by hand', () => {
  it('comes to what the reference comes to', async () => {
    const { report } = await playedBy(dutiful())
    const tested = new Set(['wallet', 'identity app'] as const)
    const here = 'http://127.0.0.1:8080'
    const addresses = { ...usual.addresses, issuer: here, 'status-service': here, 'wallet-backend': here }
    const twin = await run({ ...usual, now: time, addresses }, { ...quiet, routes: {}, tested })

    expect(report.sessions.map(({ ended }) => ended)).toEqual(['completed', 'completed', 'completed'])
    // Nobody tells a wallet which key to ask for: where it is ours, one session is for a key on a curve.
    expect(outcomesOf(report)).toEqual({
      ...outcomesOf(twin.report),
      'CRE-POINT': 'inapplicable',
    })
  })

  it('tells nothing of a wallet that was skipped, and says why', async () => {
    const skipping = (task: ManualTask, person: ManualDriver): void =>
      void fill(person, { task: String(task.number), act: 'skip', reason: 'the phone fell into the lake' })

    const { report } = await playedBy(skipping)

    expect(report.verdict).toMatchObject({ result: 'inconclusive', exitCode: 3 })
    expect(report.sessions[0]).toMatchObject({
      ended: 'stopped',
      reason: 'nothing happened; the reason given: skipped by hand: the phone fell into the lake',
    })
    expect(report.results.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  })

  it('is gone on with where it was left, and is whole then', async () => {
    const able = dutiful()
    const absent = (task: ManualTask, person: ManualDriver): void =>
      task.session === 'second'
        ? void fill(person, { task: String(task.number), act: 'skip', reason: 'lunch' })
        : able(task, person)
    const before = await playedBy(absent)
    const earlier = before.hops.filter(({ session }) => session !== 'second')

    const { report, asked } = await playedBy(dutiful(), earlier)

    expect(before.report.verdict.exitCode).toBe(3)
    expect(asked).toEqual(['second push', 'second link', 'second done'])
    expect(report.sessions.map(({ ended }) => ended)).toEqual(['completed', 'completed', 'completed'])
    expect(outcomesOf(report)).toEqual(outcomesOf((await playedBy(dutiful())).report))
  })
})
