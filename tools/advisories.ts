import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'

// Asks the registry for advisories on what is installed with the package. Where none answers, it says so and passes.

/** What the registry said. */
export interface AuditOutcome {
  readonly line: string
  readonly code: 0 | 1
}

const levels = ['critical', 'high', 'moderate', 'low', 'info'] as const

/** Reads what `npm audit --json` printed. */
export function readAudit(text: string): AuditOutcome {
  const counts = parseCounts(text)
  if (!counts) return { line: 'no registry answered: advisories were not looked up', code: 0 }
  const found = levels.filter((level) => Number(counts[level] ?? 0) > 0).map((level) => `${counts[level]} ${level}`)
  return found.length === 0
    ? { line: 'no advisory on any installed package', code: 0 }
    : { line: `advisories: ${found.join(', ')}; see \`npm audit --omit=dev\``, code: 1 }
}

function parseCounts(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text)?.metadata?.vulnerabilities
  } catch {
    return undefined // npm says in words that it reached nothing
  }
}

/** Milliseconds for the registry. */
const patience = 60_000

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: patience })
  const { line, code } = readAudit(stdout ?? '')
  console.log(line)
  process.exitCode = code
}
