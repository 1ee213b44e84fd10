import type { TargetRole } from '../../model/role.ts'
import { sanitize } from '../../reporters/text/sanitize.ts'
import type { DetectedAnswer } from '../../suites/inspected.ts'
import { driverKindsByRole } from '../drivers/driver-kind.ts'

/** What is known about a run before it is configured. */
export interface InitialConfig {
  readonly role?: TargetRole
  readonly url?: string
  readonly seen: readonly DetectedAnswer[]
  /** What was found and what was not, in words: they may contain texts of the target. */
  readonly remarks?: readonly string[]
  readonly missed?: readonly string[]
}

/** The environment variable with the URL of a target. */
export const nameUrlVariable = (role: TargetRole): string => `${role.toUpperCase().replaceAll('-', '_')}_URL`

/** The text of a first configuration. */
export const makeConfigText = (start: InitialConfig): string => `import { defineHarness } from 'assay'

// \`npx assay doctor\` shows every setting and where it comes from, \`npx assay plan\` what a run would do.
// Any text may contain \${NAME}, which is read from the environment: keep secrets there.
export default defineHarness({
  // The profile sets the answers to questions that the document leaves open: document, document-rfc9901, document-sd-jwt-vc or document-openid4vci.
  profile: 'document',

  // Your own answers to such questions; \`npx assay list decisions\` lists them all.
  decisions: {
${formatAnswers(start)}
  },

  // The implementations under test. Reference actors take every other role.
  targets: {
${[...formatInspection(start), formatTarget(start), ...formatFurtherTargets(start)].join('\n')}
  },

  // People whom the target knows. Two are needed to test that their sessions are kept apart.
  // accounts: [
  //   { deviceId: 'device-1', uid: '\${FIRST_UID}', sessionToken: '\${FIRST_SESSION_TOKEN}' },
  //   { deviceId: 'device-2', uid: '\${SECOND_UID}', sessionToken: '\${SECOND_SESSION_TOKEN}' },
  // ],

  // Where the reference actors listen, if the target calls them.
  // listen: { host: '127.0.0.1', port: 8080, publicUrl: 'https://tunnel.example' },

  // Trusted roots of device certificates (PEM), beside the synthetic root of the reference actors.
  // anchors: 'roots.pem',

  // Requirements to judge, and to leave out: ids or patterns.
  // only: ['CRED-*'],
  // skip: ['STATUS-*'],

  // What is tested, for the report.
  // subject: { vendor: 'Example', product: '${start.role ?? 'issuer'}', version: '1.0.0' },
})
`

const formatAnswers = ({ seen }: InitialConfig): string =>
  seen.length === 0
    ? "    // 'endpoints.nonce.path': '/nonce',"
    : seen.map(({ decision, answer, where }) => `    '${decision}': '${answer}', // ${where}`).join('\n')

/** What was found, as comments. Control characters are escaped: no text of the target can end a line. */
function* formatInspection({ url, remarks = [], missed = [] }: InitialConfig): Generator<string> {
  if (url === undefined || remarks.length + missed.length === 0) return
  if (remarks.length > 0) yield '    // Detected when this file was written:'
  for (const remark of remarks) yield `    // - ${sanitize(remark, 400)}`
  if (missed.length > 0)
    yield '    // Not detected when this file was written. If it has another path, answer its decisions above:'
  for (const miss of missed) yield `    // - ${sanitize(miss, 400)}`
}

/** Another target that is needed and easily forgotten. */
function* formatFurtherTargets({ role }: InitialConfig): Generator<string> {
  if (role !== 'issuer') return
  yield '    // The status service of its credentials. Without it, their status URLs must begin with https://status.example.'
  yield "    // 'status-service': 'https://status.example',"
}

/** The drivers that can reach a role, beside its URL. */
function formatOtherRoutes(role: TargetRole): string {
  const others = driverKindsByRole[role]
    .filter((way) => way !== 'http')
    .map((way) => (way === 'manual' ? way : `${way}:…`))
  return others.length === 0 ? '' : `      // A URL, or ${others.join(', ')}.\n`
}

const formatTarget = ({ role, url }: InitialConfig): string =>
  role === undefined
    ? "    // issuer: 'https://issuer.example',"
    : `    ${role.includes('-') ? `'${role}'` : role}: {
${formatOtherRoutes(role)}      url: '${url ?? `\${${nameUrlVariable(role)}}`}',
      // headers: { 'x-api-key': '\${API_KEY}' },
      // requests: { nonce: { query: { tenant: 'test' } } },
      // tls: { ca: 'ca.pem' }, // a CA to trust beside the usual ones
      // timeout: 10, // seconds
      // rate: 5, // requests a second
    },`
