import { existsSync } from 'node:fs'
import { installLibrary } from '../league/install.ts'
import { answerLines, type Issued, issueAll, judgeAll } from '../league/judge-issuer.ts'
import libraries from '../league/libraries.json' with { type: 'json' }
import type { Library } from '../league/page.ts'
import { isObject, type JsonObject, parseJson } from '../protocol/encoding/json.ts'
import { attempt } from '../protocol/encoding/problem.ts'
import { openVerifier, type VerifierAnswer, type VerifierQuestion } from '../src/vectors/ask-verifier.ts'
import { tryVerifier } from '../src/vectors/try-verifier.ts'
import { standardProofs } from '../suites/proofs.ts'
import { judgeStatus } from '../test/standards/verifiers/relying-party.ts'
import { type Draw, shuffle } from './draw.ts'
import { root } from './load.ts'
import { copyPackage } from './package-copy.ts'
import { type Attempt, listAttempts, nameAttempt, setPath } from './probing.ts'
import { openQuestion } from './reopen.ts'
import type { Subject, SubjectEnd } from './subject.ts'

/** The libraries of the league by their names. */
export const mutatedLibraries: ReadonlyMap<string, Library> = new Map(
  (libraries as readonly Library[]).map((each) => [each.name, each]), // the file says so
)

/** Where a library is installed: in the project, or by the league. */
export const findLibrary = ({ name, versions }: Library): string =>
  existsSync(new URL(`node_modules/${name}/`, root)) ? root.pathname : installLibrary(name, versions[0] ?? 'latest')

/** A library that gets all samples, and issues what is ordered. */
export async function openLibrary(library: Library): Promise<Subject> {
  const { name, adapter, profile } = library
  const copy = copyPackage(name, findLibrary(library), (each) => mutatedLibraries.has(each))
  const call = [new URL('league/answer.mjs', root).pathname, adapter, copy.folder, name]
  const faults = new Set(standardProofs[profile].faults.map(({ id }) => id))
  return {
    copy,
    phases: ['samples'],
    isOrdered: true,
    play: () => tryLibrary(library, copy.folder, call),
    excuse: (usual, own) => excuseRejections(usual, own, faults),
    drawAttempts: (count, draw, { questions }) => {
      const accepted = questions.filter(({ answer }) => answer !== rejected).map(({ question }) => question)
      return prepareAttempts(library, call, drawAttempts(accepted, count, draw))
    },
  }
}

/** Puts all samples to a library, and judges what it issues. */
async function tryLibrary(library: Library, folder: string, call: readonly string[]): Promise<SubjectEnd> {
  const asked: { readonly question: VerifierQuestion; readonly answer: string }[] = []
  const { ask, close } = await openVerifier([process.execPath, ...call].join(' '))
  const askOnce = async (question: VerifierQuestion): Promise<VerifierAnswer> => {
    const answer = await ask(question)
    asked.push({ question, answer: writeAnswer(answer) })
    if ('problem' in answer && answer.problem.startsWith('no answer within')) throw new Error(answer.problem)
    return answer
  }
  const late = (error: unknown) => ({ trials: [], obstacle: `${error}` })
  const { trials, obstacle } = await tryVerifier(library.profile, askOnce).catch(late).finally(close)
  const select = (outcome: string): readonly string[] =>
    trials.flatMap((trial) => (trial.outcome === outcome ? [trial.id] : []))
  const isIssuing = library.profile !== 'token-status-list'
  const texts = isIssuing ? issueAll(library, folder) : []
  const judged = isIssuing ? judgeAll(library, texts) : []
  const list = (find: (each: (typeof judged)[number]) => readonly string[]): readonly string[] =>
    judged.flatMap((each) => find(each).map((what) => `issues ${each.description}: ${what}`))
  const wrong = list(({ failed, isLost, isShown }) => [
    ...failed,
    ...(isLost ? ['other claims'] : []),
    ...(isShown ? ['in plain text'] : []),
  ])
  return {
    failed: new Set([...select('failed'), ...wrong]),
    advice: new Set([
      ...trials.flatMap(({ id, outcome, actual }) => (outcome === 'remark' ? [`${id}: ${actual}`] : [])),
      ...list(({ advised }) => advised),
    ]),
    doubtful: new Set(select('inconclusive')),
    leftOut: new Set(select('unsupported')),
    stopped: new Set([
      ...(obstacle === undefined ? [] : [obstacle]),
      ...list(({ refusal }) => (refusal === undefined ? [] : ['nothing'])),
    ]),
    questions: asked,
    lines: [...asked.map(({ question, answer }) => `${question.id}: ${answer}`), ...texts.map(openIssued)],
  }
}

const rejected = 'rejected'

/** No receiver is obliged to accept what breaks a requirement, though its original does. */
const excuseRejections = (
  usual: readonly string[],
  own: readonly string[],
  faults: ReadonlySet<string>,
): readonly string[] =>
  own.map((line, i) => {
    const [id = '', said] = line.split(': ')
    return said === rejected && faults.has(id) ? (usual[i] ?? line) : line
  })

/** What is accepted, and as what: the reason of a refusal may be any. */
const writeAnswer = (answer: VerifierAnswer): string => {
  if (!('accepted' in answer) || !answer.accepted) return rejected
  return JSON.stringify([answer.payload ?? {}, answer.status ?? ''])
}

/** What was issued, by what its parts say: a signature is another one each time. */
const openIssued = (issued: Issued): string =>
  'text' in issued ? `${issued.text}`.replaceAll(/[\w-]+/g, (word) => readContent(word) ?? 'signature') : 'nothing'

function readContent(word: string): string | undefined {
  const text = Buffer.from(word, 'base64url').toString()
  return 'value' in attempt(() => parseJson(text)) ? text : undefined
}

/** Asks a program all at once. */
const askProgram = (call: readonly string[], questions: readonly JsonObject[]): readonly string[] => {
  const input = questions.map((question) => `${JSON.stringify(question)}\n`).join('')
  return answerLines(call, input).map((answer) => writeAnswer(answer as VerifierAnswer)) // the program says so
}

/** Asks a receiver that does what the standard says. */
const askReference = ({ profile }: Library, questions: readonly JsonObject[]): readonly string[] =>
  profile === 'token-status-list'
    ? questions.map((question) => writeAnswer(judgeStatus(question as never))) // its samples have all that it asks for
    : askProgram([new URL('examples/sd-jwt-verifier/verifier.mjs', root).pathname], questions)

interface ChangedQuestion {
  readonly attempt: Attempt
  readonly question: JsonObject
}

/** Accepted samples with one place changed, some at random. */
function drawAttempts(accepted: readonly JsonObject[], count: number, draw: Draw): readonly ChangedQuestion[] {
  const bases = shuffle(accepted, draw).slice(0, 20).map(openQuestion)
  const all = [...listAttempts(bases.map(({ content }, index) => ({ kind: 'ask', index, content })))]
  return shuffle(all, draw)
    .slice(0, count)
    .flatMap((each) => {
      const base = bases[each.index]
      const content = base && setPath(base.content, each.path, each.change)
      return isObject(content) ? [{ attempt: each, question: base?.close(content) ?? {} }] : []
    })
}

/** Finds what a mutant answers otherwise. Where the library is wrong itself, a mutant may be less so. */
function prepareAttempts(library: Library, call: readonly string[], drawn: readonly ChangedQuestion[]) {
  const questions = drawn.map(({ question }) => question)
  const [usual, right] = [askProgram(call, questions), askReference(library, questions)]
  return (): string | undefined => {
    const own = askProgram(call, questions)
    const at = usual.findIndex((answer, i) => answer === right[i] && answer !== own[i])
    const found = drawn[at]
    return found && `${nameAttempt(found.attempt)}: ${usual[at]} => ${own[at]}`
  }
}
