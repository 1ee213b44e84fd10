import type { LiveRun, RunChange } from './live-run.ts'
import { commonHeaders } from './pages/layout.ts'
import {
  describeState,
  type RunPage,
  renderChangedBegin,
  renderChangedResult,
  renderChangingParts,
  renderMessagesPart,
  renderShown,
} from './pages/run-page.ts'

/** What the page gets when something changed: parts of it to put in place, and words for a screen reader. */
interface Update {
  readonly title?: string
  readonly news?: string
  readonly parts: readonly { readonly part: string; readonly html: string }[]
}

/** Milliseconds between two updates about the state of a run. */
const interval = 150

/** Milliseconds between two signs of life: a connection without any may be cut. */
const alive = 15_000

/** What a page has: the messages up to one, and which run in which phase it was made of. */
export interface PageState {
  readonly after: number
  readonly state: string
}

/** Names the run of a page, and its phase. */
export const nameState = ({ state: { phase, choice } }: RunPage): string => `${phase}-${choice?.name ?? ''}`

/** The open pages of a console. */
export interface Updates {
  /** Answers with server-sent events about everything after a message. */
  readonly follow: (known: PageState) => Response
  /** Ends all connections. */
  readonly close: () => void
}

/** Creates the updates of a run, for as many pages as are open. */
export function createUpdates(live: LiveRun, read: () => RunPage): Updates {
  const open = new Set<() => void>()

  function follow(known: PageState): Response {
    let end = (): void => {}
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const write = (text: string): void => controller.enqueue(Buffer.from(text))
        const send = (update: Update, id = live.getSerial()): void =>
          write(`id: ${id}\ndata: ${JSON.stringify(update)}\n\n`)
        const page = read()
        send(describeMissed(page, known))
        const stop = sendChanges(live, read, send)
        const timer = setInterval(write, alive, ':\n\n')
        end = () => {
          clearInterval(timer)
          stop()
          open.delete(close)
        }
        const close = (): void => {
          end()
          controller.close()
        }
        open.add(close)
      },
      cancel: () => end(),
    })
    return new Response(stream, { headers: { ...commonHeaders, 'content-type': 'text/event-stream' } })
  }

  return {
    follow,
    close: () => {
      for (const close of open) close()
    },
  }
}

const describeAll = (page: RunPage): Pick<Update, 'title' | 'news'> => ({
  title: `${describeState(page)} · Assay`,
  news: describeState(page),
})

/** What changes when a run begins or ends. */
const renderAll = (page: RunPage) => [...renderChangingParts(page), renderChangedResult(page), renderChangedBegin(page)]

/** Describes what a page lacks that has everything up to a message. One of an earlier run gets everything. */
function describeMissed(page: RunPage, { after, state }: PageState): Update {
  const { messages } = page.state
  const [first] = messages
  const parts = nameState(page) === state ? renderChangingParts(page) : renderAll(page)
  if (first === undefined || after < first.serial - 1) {
    return { ...describeAll(page), parts: [...parts, renderMessagesPart(page)] }
  }
  const missed = messages.filter(({ serial }) => serial > after)
  return {
    ...describeAll(page),
    parts: [...parts, ...missed.map((each) => ({ part: 'message', html: renderShown(each, page.context).text }))],
  }
}

/** Sends every change: messages at once, the state now and then. */
function sendChanges(live: LiveRun, read: () => RunPage, send: (update: Update, id?: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const sendStatus = (): void => {
    timer = undefined
    const page = read()
    send({ ...describeAll(page), parts: renderChangingParts(page) })
  }
  const onChange = (change: RunChange): void => {
    if (change === 'status') {
      timer ??= setTimeout(sendStatus, interval)
      return
    }
    const page = read()
    if (change === 'all') {
      clearTimeout(timer)
      timer = undefined
      send({ ...describeAll(page), parts: [...renderAll(page), renderMessagesPart(page)] })
      return
    }
    send({ parts: [{ part: 'message', html: renderShown(change, page.context).text }] }, change.serial)
    timer ??= setTimeout(sendStatus, interval)
  }
  const unfollow = live.follow(onChange)
  return () => {
    clearTimeout(timer)
    unfollow()
  }
}
