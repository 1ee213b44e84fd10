import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { compactVerify, importJWK } from 'jose'
import keys from '../fixtures/keys.json' with { type: 'json' }
import { attempt } from '../protocol/encoding/problem.ts'
import { importP256 } from '../protocol/jose/jwk.ts'
import { isSignedBy, readJws } from '../protocol/jose/jws.ts'
import { type FoundCase, type FuzzFigures, type FuzzOptions, makeInput, readPeak } from './fuzz.ts'

// The same changed credentials before three implementations: ours, jose, and the one in Python, which shares no code with us.

/** Whether an implementation accepts the signature of the issuer. */
type Accepts = (jws: string) => boolean | Promise<boolean>

interface Opinion {
  readonly accepts: Accepts
  readonly close: () => void
}

const { kty, crv, x, y } = keys.issuer
const publicKey = { kty, crv, x, y, alg: 'ES256' }
const ourKey = importP256(publicKey)

const weAccept = (text: string): boolean => {
  const read = attempt(() => readJws(text))
  return (
    'value' in read &&
    read.value.header.alg === 'ES256' &&
    !('crit' in read.value.header) &&
    isSignedBy(read.value, ourKey)
  )
}

async function askJose(): Promise<Opinion> {
  const key = await importJWK(publicKey)
  const accepts = (text: string): Promise<boolean> =>
    compactVerify(text, key, { algorithms: ['ES256'] }).then(
      () => true,
      () => false,
    )
  return { accepts, close: () => {} }
}

const program = `
import json, sys
sys.path.insert(0, '.')
from strangers.common.jose import JoseError, load_jwk, verify
key = load_jwk(json.loads(sys.argv[1]))
for line in sys.stdin:
    try:
        verify(json.loads(line), key)
        print('1', flush=True)
    except JoseError:
        print('0', flush=True)
`

/** The implementation in Python, if it can run here. It gets one text a line, and answers with one line. */
function askPython(): Opinion | undefined {
  if (spawnSync('python3', ['-c', 'import cryptography'], { stdio: 'ignore' }).status !== 0) return undefined
  const child = spawn('python3', ['-c', program, JSON.stringify(publicKey)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { accepts: (text) => askLine(child, lines, text), close: () => void child.kill() }
}

async function askLine(child: ChildProcess, lines: AsyncIterator<string>, text: string): Promise<boolean> {
  child.stdin?.write(`${JSON.stringify(text)}\n`)
  const { value, done } = await lines.next()
  if (done === true) throw new TypeError('the implementation in Python ended')
  return value === '1'
}

/** Finds what we accept and another implementation rejects. That we are stricter is counted, and no mistake. */
export async function compareWithOthers(options: Omit<FuzzOptions, 'aim'>): Promise<FuzzFigures> {
  const began = performance.now()
  const [jose, python] = [await askJose(), askPython()]
  const originals = options.originals.filter(
    ({ kind }) => kind === 'credential' || kind === 'sd-jwt' || kind === 'status-token',
  )
  const found: FoundCase[] = []
  const { seed, from } = options
  let [count, calls, stricter] = [0, 0, 0]
  for (; count < options.inputs && performance.now() - began < 1_000 * options.seconds; count++) {
    const { text, original } = makeInput(originals, seed, from + count)
    const jws = text.split('~')[0] ?? ''
    const ours = weAccept(jws)
    for (const [name, other] of Object.entries({ jose, python })) {
      if (!other) continue
      calls++
      const theirs = await other.accepts(jws)
      if (theirs && !ours) stricter++
      if (ours && !theirs)
        found.push({
          what: `accepted here, and not by ${name}`,
          detail: '',
          seed,
          from: from + count,
          place: original.kind,
          text: jws,
        })
    }
  }
  python?.close()
  const seconds = (performance.now() - began) / 1_000
  return {
    inputs: count,
    calls,
    repeated: stricter,
    seconds,
    slowest: { milliseconds: 0, from },
    peak: readPeak(),
    found,
  }
}
