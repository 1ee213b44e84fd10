import { isAnswerOf, type Profile, profiles } from '../../../model/decision.ts'
import { HarnessError } from '../../../model/errors.ts'
import { sanitize } from '../../../reporters/text/sanitize.ts'
import { formatCount } from '../../../reporters/text/wording.ts'
import type { Proposal } from '../../claim/propose-answers.ts'
import { parseProfile } from '../../config/profile-choice.ts'
import type { Arguments } from '../../terminal/arguments.ts'
import type { Command } from '../../terminal/command.ts'
import { writeMessage } from '../../terminal/messages.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { json } from '../flags.ts'
import { writeDocument } from '../write-document.ts'

/** `assay decide`: answers what a run left at its default, and writes it to the configuration. */
export const decide: Command = {
  usage: 'assay decide [RUN]',
  flags: {
    'how to answer': {
      'accept-observed': { meaning: 'accept every answer that the run showed, without asking' },
      'accept-defaults': { meaning: 'also accept the defaults of decisions that the run did not show' },
      profile: { value: 'NAME', meaning: 'the profile, which answers most decisions' },
    },
    'what to write': { config: { value: 'FILE', meaning: 'the configuration (default: the one in this folder)' } },
    'what to print': { json },
  },
  examples: {
    'assay decide': 'ask about each decision; propose the observed answer',
    'assay decide out --accept-observed': 'accept what the run in out showed, and list the decisions that are left',
  },
  run: async (args, terminal) => {
    const [{ readDocumentRun }, { findConfig }, { listProposals }] = await Promise.all([
      import('../../run-folder/read-run.ts'),
      import('../../config/find-config.ts'),
      import('../../claim/propose-answers.ts'),
    ])
    const run = readDocumentRun(readFolder(args), 'assay decide')
    const profile = await chooseProfile(args, terminal, run.report.profile)
    if (profile === undefined) return 130
    const proposals = listProposals(run, profile)
    if (args.has('json')) {
      terminal.out(writeDocument({ profile, proposals: proposals.map(exportProposal) }))
      return proposals.length > 0 ? 3 : 0
    }
    const file = findConfig(process.cwd(), args.text('config'))
    if (file === undefined)
      throw new HarnessError('ERR_CONFIG', 'there is no configuration to write to: `assay init` writes one')
    const { answers, isInterrupted = false } = await answerAll(proposals, args, terminal)
    const { writeAnswers } = await import('../../claim/edit-config.ts')
    if (answers.length > 0 || profile !== run.report.profile)
      await writeAnswers(file, {
        profile,
        answers: answers.map(({ decision: { id }, answer, basis, shownBy }) => ({
          id,
          answer,
          comment: `${basis}: ${shownBy}`,
        })),
      })
    const open = proposals.length - answers.length
    terminal.out(`${file}  ${formatCount(answers.length, 'answer')} written, ${open} left`)
    if (open > 0 && isQuiet(args))
      writeMessage(
        terminal,
        'hint',
        'answer the others in the configuration, or accept their defaults with --accept-defaults',
      )
    if (isInterrupted) return 130
    return open > 0 ? 3 : 0
  },
}

/** The answers that are accepted. After Ctrl+C, those that were given until then. */
interface Answered {
  readonly answers: readonly Proposal[]
  readonly isInterrupted?: boolean
}

function readFolder({ positionals: [path = 'out', ...more] }: Arguments): string {
  if (more.length === 0) return path
  throw new HarnessError('ERR_USAGE', '`assay decide` needs the folder of one run, such as out')
}

const isQuiet = (args: Arguments): boolean => args.has('accept-observed') || args.has('accept-defaults')

/** The profile comes first: it answers most decisions. `undefined` after Ctrl+C. */
async function chooseProfile(args: Arguments, { ask }: Terminal, current: string): Promise<Profile | undefined> {
  const named = args.text('profile')
  if (named !== undefined) return parseProfile('--profile', named)
  const answer = ask && !isQuiet(args) ? await ask(`profile (${profiles.join(', ')}) [${current}] `) : ''
  return answer === undefined ? undefined : parseProfile('the profile', answer.trim() || current)
}

async function answerAll(proposals: readonly Proposal[], args: Arguments, terminal: Terminal): Promise<Answered> {
  if (!isQuiet(args) && terminal.ask) return askAll(proposals, terminal, terminal.ask)
  const isAccepted = ({ basis }: Proposal): boolean =>
    basis === 'assumed' ? args.has('accept-defaults') : args.has('accept-observed')
  for (const each of proposals)
    for (const line of formatProposal(each, isAccepted(each) ? '✔' : '?', terminal)) terminal.out(line)
  if (!isQuiet(args)) writeMessage(terminal, 'hint', 'accept what was observed with --accept-observed')
  return { answers: proposals.filter(isAccepted) }
}

async function askAll(
  proposals: readonly Proposal[],
  terminal: Terminal,
  ask: NonNullable<Terminal['ask']>,
): Promise<Answered> {
  const answers: Proposal[] = []
  for (const [i, proposal] of proposals.entries()) {
    for (const line of formatProposal(proposal, `${i + 1}/${proposals.length}`, terminal)) terminal.out(line)
    const given = await askOne(proposal, ask)
    if (given === undefined) return { answers, isInterrupted: true }
    answers.push({ ...proposal, ...given })
  }
  return { answers }
}

/** Asks until the answer is one that the decision has; `undefined` after Ctrl+C. Nothing but Enter accepts what is proposed. */
async function askOne(
  { decision, answer, basis, shownBy }: Proposal,
  ask: NonNullable<Terminal['ask']>,
): Promise<Pick<Proposal, 'answer' | 'basis' | 'shownBy'> | undefined> {
  for (;;) {
    const given = (await ask(`  answer [${sanitize(answer)}] `))?.trim()
    if (given === undefined) return undefined
    if (given === '' || given === answer) return { answer, basis, shownBy }
    if (isAnswerOf(decision, given)) return { answer: given, basis: 'given', shownBy: 'answered by a person' }
  }
}

function* formatProposal(
  { decision: { id, question, answers, otherText }, answer, basis, shownBy }: Proposal,
  mark: string,
  { paint }: Terminal,
): Generator<string> {
  yield `${mark} ${paint('strong', id)} = ${sanitize(answer)}  ${paint('quiet', `${basis}: ${sanitize(shownBy)}`)}`
  yield `    ${question}`
  const others = [...Object.keys(answers), ...(otherText ? ['any other text'] : [])].filter((each) => each !== answer)
  if (others.length > 0) yield `    ${paint('quiet', `other answers: ${others.join(', ')}`)}`
}

const exportProposal = ({ decision: { id, question }, ...rest }: Proposal) => ({ id, question, ...rest })
