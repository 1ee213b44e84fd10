import { harmless } from '../../../reporters/escape.ts'
import { waysOf } from '../../drivers/way.ts'
import type { TargetRole } from '../../model/settings.ts'
import type { Seen } from './probe.ts'

/** What is known of a run before it is configured. */
export interface Start {
  readonly role?: TargetRole
  readonly url?: string
  readonly seen: readonly Seen[]
  /** What was seen there, and what was looked for in vain, in words: they may hold texts of the target. */
  readonly remarks?: readonly string[]
  readonly missed?: readonly string[]
}

/** The variable that holds the address of a target which was not given one. */
export const urlVariable = (role: TargetRole): string => `${role.toUpperCase().replaceAll('-', '_')}_URL`

/** A configuration to begin with. */
export const configText = (start: Start): string => `import { defineHarness } from 'assay'

// \`npx assay doctor\` shows every setting and where it comes from, \`npx assay plan\` what a run does.
// Any text may hold \${NAME}, which is read from the environment: that is where secrets belong.
export default defineHarness({
  // Whose answers hold where the document leaves a question open: document, rfc9901, sd-jwt-vc, openid4vci-1.0.
  profile: 'document',

  // Answers of yours. What is given is not assumed: \`npx assay list decisions\` has the questions.
  decisions: {
${answersIn(start)}
  },

  // Who is tested. Every other role is played by the reference cast.
  targets: {
${[...sightIn(start), targetIn(start), ...besides(start)].join('\n')}
  },

  // People whom the target knows. Two of them are needed to find out whether sessions can be mixed up.
  // accounts: [
  //   { deviceId: 'device-1', uid: '\${FIRST_UID}', sessionToken: '\${FIRST_SESSION_TOKEN}' },
  //   { deviceId: 'device-2', uid: '\${SECOND_UID}', sessionToken: '\${SECOND_SESSION_TOKEN}' },
  // ],

  // Where the target reaches the parties that we play, if it calls them.
  // listen: { host: '127.0.0.1', port: 8080, publicUrl: 'https://tunnel.example' },

  // Where the certificate chain of a genuine device may end, as PEM. Without it: at the synthetic root alone.
  // anchors: 'roots.pem',

  // Requirements to judge, and to leave out: ids, or patterns of ids.
  // only: ['CRED-*'],
  // skip: ['STATUS-*'],

  // What is tested, for the report.
  // subject: { vendor: 'Example', product: 'issuer', version: '1.0.0' },
})
`

const answersIn = ({ seen }: Start): string =>
  seen.length === 0
    ? "    // 'endpoints.nonce.path': '/nonce',"
    : seen.map(({ decision, answer, where }) => `    '${decision}': '${answer}', // ${where}`).join('\n')

/** What was found there, as comments: nothing in a line of a stranger can end it. */
function* sightIn({ url, remarks = [], missed = [] }: Start): Generator<string> {
  if (url === undefined || remarks.length + missed.length === 0) return
  if (remarks.length > 0) yield '    // Seen there, when this was written:'
  for (const remark of remarks) yield `    // - ${harmless(remark, 400)}`
  if (missed.length > 0)
    yield '    // Not seen there, when this was written. Where it is elsewhere, the decisions above can say so:'
  for (const miss of missed) yield `    // - ${harmless(miss, 400)}`
}

/** Whom a target cannot do without, where that is easily forgotten. */
function* besides({ role }: Start): Generator<string> {
  if (role !== 'issuer') return
  yield '    // Where the statuses of its credentials are. Without it they are expected at https://status.example.'
  yield "    // 'status-service': 'https://status.example',"
}

/** How else it can be reached, where there is more than HTTP. */
function otherWays(role: TargetRole): string {
  const others = waysOf[role].filter((way) => way !== 'http').map((way) => (way === 'manual' ? way : `${way}:…`))
  return others.length === 0 ? '' : `      // An address, or ${others.join(', ')}.\n`
}

const targetIn = ({ role, url }: Start): string =>
  role === undefined
    ? "    // issuer: 'https://issuer.example',"
    : `    ${role.includes('-') ? `'${role}'` : role}: {
${otherWays(role)}      url: '${url ?? `\${${urlVariable(role)}}`}',
      // headers: { 'x-api-key': '\${API_KEY}' },
      // requests: { nonce: { query: { tenant: 'test' } } },
      // tls: { ca: 'ca.pem' }, // an authority to trust beside the usual ones
      // timeout: 10, // seconds
      // rate: 5, // calls a second
    },`
