import type { Browser, BrowserContext, Page } from 'playwright-core'
import { isObject, type JsonObject, parseJsonObject } from '../../protocol/encoding/json.ts'
import { serve } from '../../src/wire/server/server.ts'

/** What a page asks the platform for, and where the page is, as the browser has it. */
interface Asked {
  readonly options: JsonObject
  readonly origin: string
}

/** The stub of the platform in a page: this browser has no wallet. */
const stub = `
  class DigitalCredential {
    constructor({ protocol, data }) {
      Object.assign(this, { protocol, data })
    }
  }
  const { credentials } = navigator
  credentials.get = async (options) => new DigitalCredential(await platform(JSON.stringify(options)))
`

/** A page of a verifier: gets a request from its server, puts it to the API, and gives its server what the API returns. */
const verifierPage = `<!doctype html><title>A verifier</title><script type="module">
  const { request, response, result } = await (await fetch('/vp/new')).json()
  try {
    const { protocol, data } = await navigator.credentials.get(request.digital ? request : { digital: { requests: [request] } })
    const body = JSON.stringify({ protocol, data })
    const answer = await fetch(new URL(response).pathname, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { accepted } = await (await fetch(new URL(result).pathname)).json()
    document.body.dataset.accepted = accepted === true
    document.body.dataset.status = answer.status
  } catch {
    document.body.dataset.status = 499
  }
</script>`

/** A page that puts a request to the API which it is handed. */
const emptyPage = '<!doctype html><title>A verifier</title>'

/** Opens pages, which stand before TLS that ends here, and whose platform hands requests over to `ask`, which gives what the wallet returns, or fails. */
async function openPages(browser: Browser, html: string, ask: (page: Page, asked: Asked) => Promise<JsonObject>) {
  const context: BrowserContext = await browser.newContext()
  await context.route(
    (url) => url.protocol === 'https:',
    async (route) => {
      const url = route.request().url().replace('https:', 'http:')
      await route.fulfill({ response: await route.fetch({ url }) })
    },
  )
  await context.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await context.exposeBinding('platform', ({ page, frame }, text: string) =>
    ask(page, { options: parseJsonObject(text), origin: new URL(frame.url()).origin }),
  )
  await context.addInitScript(stub)
  return context
}

const place = { host: '127.0.0.1', port: 0 }

/** A source of requests for `assay test verifier`: a page of the verifier opens in the browser for each of them. */
export async function serveVerifierPages(browser: Browser, verifier: string) {
  const opened = new Map<string, PromiseWithResolvers<JsonObject>>()
  const asked = new Map<Page, PromiseWithResolvers<Asked & { readonly id: string }>>()
  const pages = new Map<string, Page>()
  const accepted = new Map<string, boolean>()
  const context = await openPages(browser, verifierPage, async (page, given) => {
    const id = `${opened.size}`
    const answer = Promise.withResolvers<JsonObject>()
    opened.set(id, answer)
    pages.set(id, page)
    asked.get(page)?.resolve({ ...given, id })
    return answer.promise
  })

  const begin = async (base: string): Promise<Response> => {
    const page = await context.newPage()
    const request = Promise.withResolvers<Asked & { readonly id: string }>()
    asked.set(page, request)
    await page.goto(new URL('/page', verifier.replace('http:', 'https:')).href)
    const { options, origin, id } = await request.promise
    const place = `${base}/${id}`
    return Response.json({ request: { digital: options.digital ?? null }, origin, response: place, result: place })
  }

  const end = async (id: string, returned: JsonObject): Promise<Response> => {
    opened.get(id)?.resolve(returned)
    const body = pages.get(id)?.locator('body[data-status]')
    const status = Number(await body?.getAttribute('data-status'))
    accepted.set(id, (await body?.getAttribute('data-accepted')) === 'true')
    await pages.get(id)?.close()
    return Response.json({}, { status })
  }

  const server = await serve(
    (base) => async (request) => {
      const id = new URL(request.url).pathname.slice(1)
      if (request.method === 'POST') return end(id, parseJsonObject(await request.text()))
      return id === '' ? begin(base) : Response.json({ accepted: accepted.get(id) ?? false })
    },
    place,
  )
  return {
    url: `${server.url}/`,
    close: async () => {
      await context.close()
      await server.close()
    },
  }
}

/** A driver for `assay test wallet --dc-api`: a page puts each request to the API, and its platform asks the wallet. */
export async function serveWalletPages(browser: Browser, wallet: string) {
  const commands = new Map<Page, JsonObject>()
  const tell = async (command: JsonObject): Promise<JsonObject> => {
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(wallet, { method: 'POST', headers, body: JSON.stringify(command) })
    return parseJsonObject(await reply.text())
  }
  const context = await openPages(browser, emptyPage, async (page, { options, origin }) => {
    const { digital } = options
    const [request = null] = isObject(digital) && Array.isArray(digital.requests) ? digital.requests : []
    const { response, ...reply } = await tell({ ...commands.get(page), request: JSON.stringify(request), origin })
    commands.set(page, reply)
    if (response === undefined) throw new Error('the wallet refuses')
    return { protocol: 'openid4vp', data: response }
  })

  const show = async (command: JsonObject): Promise<JsonObject> => {
    const page = await context.newPage()
    commands.set(page, command)
    await page.goto(`${command.origin}/page`)
    const call = `navigator.credentials.get({ digital: { requests: [${command.request}] } }).then(({ data }) => data, () => null)`
    const response: unknown = await page.evaluate(call)
    const { accepted: _, ...reply } = commands.get(page) ?? {}
    await page.close()
    return isObject(response) ? { ...reply, response } : { ...reply, accepted: false }
  }

  const server = await serve(
    () => async (request) => {
      const command = parseJsonObject(await request.text())
      return Response.json(await (command.origin === undefined ? tell(command) : show(command)))
    },
    place,
  )
  return {
    url: server.url,
    close: async () => {
      await context.close()
      await server.close()
    },
  }
}
