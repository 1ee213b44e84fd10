import type { TargetRole } from '../../model/settings.ts'
import type { Seen } from './probe.ts'

/** What is known of a run before it is configured. */
export interface Start {
  readonly role?: TargetRole
  readonly url?: string
  readonly seen: readonly Seen[]
}

/** The variable that holds the address of a target which was not given one. */
export const urlVariable = (role: TargetRole): string => `${role.toUpperCase().replaceAll('-', '_')}_URL`

/** A configuration to begin with. */
export function* configLines(start: Start): Generator<string> {
  yield "import { defineHarness } from 'assay'"
  yield ''
  yield '// `npx assay doctor` shows every setting and where it comes from, `npx assay plan` what a run does.'
  yield '// Any text may hold ${NAME}, which is read from the environment: that is where secrets belong.'
  yield 'export default defineHarness({'
  yield '  // Whose answers hold where the document leaves a question open: document, rfc9901, sd-jwt-vc, openid4vci-1.0.'
  yield "  profile: 'document',"
  yield ''
  yield* decisionLines(start.seen)
  yield ''
  yield* targetLines(start)
  yield ''
  yield '  // People whom the target knows. Two of them are needed to find out whether sessions can be mixed up.'
  yield '  // accounts: ['
  yield "  //   { deviceId: 'device-1', uid: '${FIRST_UID}', sessionToken: '${FIRST_SESSION_TOKEN}' },"
  yield "  //   { deviceId: 'device-2', uid: '${SECOND_UID}', sessionToken: '${SECOND_SESSION_TOKEN}' },"
  yield '  // ],'
  yield ''
  yield '  // Where the target reaches the parties that we play, if it calls them.'
  yield "  // listen: { host: '127.0.0.1', port: 8080, publicUrl: 'https://tunnel.example' },"
  yield ''
  yield '  // Requirements to judge, and to leave out: ids, or patterns such as ATT-*.'
  yield "  // only: ['CRED-*'],"
  yield "  // skip: ['STATUS-*'],"
  yield ''
  yield '  // What is tested, for the report.'
  yield "  // subject: { vendor: 'Example', product: 'issuer', version: '1.0.0' },"
  yield '})'
}

function* decisionLines(seen: readonly Seen[]): Generator<string> {
  yield '  // Answers of yours. An answer that is given is not assumed: `npx assay list decisions` has the questions.'
  yield '  decisions: {'
  for (const { decision, answer, where } of seen) yield `    '${decision}': ${quoted(answer)}, // ${where}`
  if (seen.length === 0) yield "    // 'endpoints.nonce.path': '/nonce',"
  yield '  },'
}

function* targetLines({ role, url }: Start): Generator<string> {
  yield '  // Who is tested. Every other role is played by the reference cast.'
  yield '  targets: {'
  if (role === undefined) yield "    // issuer: 'https://issuer.example',"
  else {
    yield `    ${/^\w+$/.test(role) ? role : quoted(role)}: {`
    yield `      url: ${quoted(url ?? `\${${urlVariable(role)}}`)},`
    yield "      // headers: { 'x-api-key': '${API_KEY}' },"
    yield "      // requests: { nonce: { query: { tenant: 'test' } } },"
    yield '      // timeout: 10, // seconds'
    yield '      // rate: 5, // calls a second'
    yield '    },'
  }
  yield '  },'
}

/** A text as a literal. What a target publishes may hold anything. */
const quoted = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) && !/['\\]/.test(text) ? `'${text}'` : JSON.stringify(text)
