import { HarnessError } from '../../../../model/errors.ts'
import type { Send } from '../../../../src/harness/calls.ts'
import { commandPrefix, runCommand } from '../../../../src/harness/run-command.ts'
import { takeFromTape } from '../../../../src/harness/tape/tape.ts'
import type { Terminal } from '../../../../src/terminal/terminal.ts'
import { isLoopback } from '../../../../src/wire/client/address-policy.ts'
import { serve } from '../../../../src/wire/server/server.ts'
import {
  type AuthorizeUser,
  playUser,
  readFragment,
  readReturn,
  type UserEnd,
  type UserVisit,
} from './authorize-user.ts'

/** How a user authorizes the wallet: by no person, by a command, or in a browser. */
export interface UserChoice {
  readonly authorize?: string
  readonly redirectUri?: string
  /** Shows a line to the person who has the browser. */
  readonly show: (line: string) => void
  /** Shows a task to that person, and returns the address that the browser was sent to. */
  readonly showTask?: Terminal['showTask']
}

export interface ChosenUser {
  readonly redirectUri: string
  readonly authorizeUser: AuthorizeUser
  readonly close: () => Promise<void>
}

/** Where the wallet says that it is, unless another address is given. */
export const usualRedirectUri = 'http://127.0.0.1:4801/callback'

/** Seconds for a command, and for a person. */
const longest = { command: 120, person: 600 } as const

/** Makes the user whom `--authorize` describes. */
export async function chooseUser(choice: UserChoice, send: Send): Promise<ChosenUser> {
  const { authorize, redirectUri = usualRedirectUri } = choice
  if (!URL.canParse(redirectUri)) throw new HarnessError('ERR_INPUT', '--redirect-uri: this is not a URL')
  const follow: AuthorizeUser = (visit) => playUser(send, visit)
  const close = async (): Promise<void> => {}
  if (authorize === undefined) return { redirectUri, authorizeUser: follow, close }
  if (authorize.startsWith(commandPrefix)) {
    const line = authorize.slice(commandPrefix.length)
    return { redirectUri, authorizeUser: askFirst(follow, (visit) => askCommand(line, visit)), close }
  }
  if (authorize !== 'browser')
    throw new HarnessError('ERR_INPUT', '--authorize: this is neither `browser` nor `command:…`')
  return openBrowser(redirectUri, follow, choice)
}

/** What a server should refuse needs no person, unless it shows a page. */
const askFirst =
  (follow: AuthorizeUser, ask: AuthorizeUser): AuthorizeUser =>
  async (visit) => {
    if (!visit.expectsRefusal) return ask(visit)
    const end = await follow(visit)
    return end.kind === 'page' ? ask(visit) : end
  }

/** A command that opens the URL, agrees, and prints the address to which it was redirected. */
async function askCommand(line: string, { url, redirectUri, expectsRefusal }: UserVisit): Promise<UserEnd> {
  const { ok, how, output } = await runCommand(line, { flag: '--authorize', words: [url], seconds: longest.command })
  const address = output.trim().split(/\s+/).at(-1) ?? ''
  const parameters = readReturn(address, redirectUri)
  if (ok && parameters) return { kind: 'redirected', parameters, fragment: readFragment(address) }
  const problem = ok ? 'the command prints no URL that begins with the redirect URI' : `the command ${how}`
  return { kind: expectsRefusal ? 'refused' : 'page', problem }
}

/** Shows the URL to a person, and listens on this machine until the browser comes back. */
async function openBrowser(
  redirectUri: string,
  follow: AuthorizeUser,
  { show, showTask }: UserChoice,
): Promise<ChosenUser> {
  const { protocol, hostname, port } = new URL(redirectUri)
  if (protocol !== 'http:' || !isLoopback(redirectUri))
    throw new HarnessError(
      'ERR_INPUT',
      '--authorize browser listens on this machine: --redirect-uri must be an address of this machine',
    )
  let arrive: (address: string) => void = () => {}
  const server = await serve(
    () => async (request) => {
      arrive(request.url)
      return new Response('You can close this page.\n', { headers: { 'content-type': 'text/plain' } })
    },
    { host: hostname, port: Number(port || 80) },
  )
  const waitForReturn = (uri: string): Promise<string | null> => {
    const back = Promise.withResolvers<string | null>()
    arrive = (address) => {
      if (readReturn(address, uri)) back.resolve(address)
    }
    const late = setTimeout(() => back.resolve(null), longest.person * 1000)
    late.unref() // the address may be brought back by hand
    return back.promise.finally(() => clearTimeout(late))
  }
  const ask: AuthorizeUser = async ({ url, redirectUri: uri }) => {
    if (!showTask) show(`open in a browser: ${url}`)
    const ends = () => [waitForReturn(uri), ...(showTask ? [askForAddress(url, uri, showTask)] : [])]
    const address = await takeFromTape('the browser', () => Promise.race(ends()))
    const parameters = address === null ? undefined : readReturn(address, uri)
    if (parameters) return { kind: 'redirected', parameters }
    return { kind: 'page', problem: `the browser did not come back within ${longest.person} s` }
  }
  const authorizeUser: AuthorizeUser = (visit) => (visit.expectsRefusal ? follow(visit) : ask(visit))
  // Port 0 takes a free one.
  const own = port === '0' ? redirectUri.replace(/:0(?=\/|$)/, `:${new URL(server.url).port}`) : redirectUri
  return { redirectUri: own, authorizeUser, close: server.close }
}

/** Asks a person for the address that the browser was sent to, until it is one of the redirect URI. */
async function askForAddress(link: string, uri: string, showTask: NonNullable<Terminal['showTask']>): Promise<string> {
  const lines = [
    'Open the link in a browser on this machine, and log in. The test continues when the browser returns.',
    `On another device, the browser cannot open ${uri} at the end: copy the URL that it shows, and paste it here.`,
  ]
  const task = { role: 'issuer', session: 'exchange', link, timeout: longest.person, answer: 'address' } as const
  let title = 'Log in at the authorization server'
  for (;;) {
    const address = await showTask({ ...task, title, lines })
    if (address === undefined) return new Promise(() => {}) // without an answer, the browser comes back by itself
    if (readReturn(address.trim(), uri)) return address.trim()
    title = 'This URL does not begin with the redirect URI'
  }
}
