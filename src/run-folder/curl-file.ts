import type { RunReport } from '../../model/run-report.ts'
import type { HttpRequest, Message } from '../../model/wire.ts'
import { createPrivateFile, makeFilePrivate } from '../files/private-file.ts'
import { writeText } from '../files/write.ts'
import { writeShellWord } from '../terminal/quote.ts'
import { readKeptRun } from './kept-run.ts'

/** Requests that one file sends. */
const mostRequests = 20

/**
 * Writes a script that sends the requests of a requirement's findings to the target again, as they were sent. It has private
 * values, so only its user can read it. Returns how many requests it sends.
 */
export function writeCurlFile(folder: string, id: string, file: string): number {
  const { report, messages } = readKeptRun(folder)
  const requests = selectRequests(report, id, messages).slice(0, mostRequests)
  if (requests.length === 0) return 0
  createPrivateFile(file)
  makeFilePrivate(file)
  writeText(file, `${[...writeScript(id, requests)].join('\n')}\n`)
  return requests.length
}

/** The requests to targets in the messages of the findings; of a finding without a message, those of its session. */
function selectRequests({ results, actors }: RunReport, id: string, messages: readonly Message[]): readonly Message[] {
  const findings = results.filter((each) => each.id === id).flatMap((each) => each.findings)
  const numbers = new Set(findings.map(({ message }) => message))
  const sessions = new Set(findings.flatMap(({ message, session }) => (message === undefined ? [session] : [])))
  const targets = new Set(actors.flatMap(({ role, url }) => (url === undefined ? [] : [role])))
  return messages.filter(({ number, session, to }) => targets.has(to) && (numbers.has(number) || sessions.has(session)))
}

function* writeScript(id: string, requests: readonly Message[]): Generator<string> {
  yield '#!/bin/sh'
  yield `# The requests in which ${id} failed, with their private values.`
  yield '# Nonces, codes and tokens are those of the run: a target that accepts each of them only once refuses them now.'
  for (const { number, session, endpoint, request, response } of requests) {
    const status = response === undefined ? 'no response' : `status ${response.status}`
    yield ''
    yield `# Message ${number} of session ${session.replaceAll(/[^\w.-]/g, '_')}: ${endpoint.replaceAll(/[^\w.-]/g, '_')}, ${status} in the run`
    yield formatRequest(request)
  }
}

/** Header fields that curl makes itself. */
const made: ReadonlySet<string> = new Set(['host', 'content-length', 'connection', 'transfer-encoding'])

const formatRequest = ({ method, url, headers, body }: HttpRequest): string =>
  [
    `curl -i -X ${writeShellWord(method)}`,
    ...Object.entries(headers)
      .filter(([name]) => !made.has(name))
      .map(([name, value]) => `-H ${writeShellWord(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${writeShellWord(body)}`]),
    writeShellWord(url),
  ].join(' ')
