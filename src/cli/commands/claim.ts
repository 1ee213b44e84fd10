import { HarnessError } from '../../../model/errors.ts'
import { sanitize } from '../../../reporters/text/sanitize.ts'
import type { Command } from '../../terminal/command.ts'
import { exitCodes } from '../../terminal/exit-codes.ts'
import { writeMessage } from '../../terminal/messages.ts'

/** `assay claim`. */
export const claim: Command = {
  usage: 'assay claim [RUN]',
  flags: {
    keys: {
      key: {
        value: 'FILE',
        meaning:
          'a private key, P-256 or Ed25519, as JWK or PEM (default: assay-key.pem, created if it does not exist)',
      },
    },
  },
  examples: { 'assay claim out --key private.pem': 'write statement.json and statement.html to the folder of the run' },
  run: async (args, terminal) => {
    const [folder = 'out', ...more] = args.positionals
    if (more.length > 0) throw new HarnessError('ERR_USAGE', '`assay claim` needs the folder of one run, such as out')
    const [{ findObstacles, makeClaim, readSigningKey }, { showTime }] = await Promise.all([
      import('../../claim/claim-files.ts'),
      import('../../runtime/clock.ts'),
    ])
    const { report, obstacles } = findObstacles(folder)
    const [first, ...others] = obstacles
    if (first !== undefined) {
      terminal.out(`${terminal.paint('bad', 'no claim')}: ${sanitize(first)}`)
      for (const each of others) terminal.out(`  ${sanitize(each)}`)
      return report.verdict.exitCode in exitCodes && report.verdict.exitCode !== 0
        ? (report.verdict.exitCode as keyof typeof exitCodes) // it is one of them
        : 3
    }
    const { key, made } = readSigningKey(args.text('key'), process.cwd())
    if (made !== undefined) writeMessage(terminal, 'note', `created the key ${made}: keep it private`)
    const done = makeClaim(folder, key, showTime())
    if (!('statement' in done)) return 3
    terminal.out(done.statement.claim)
    for (const file of done.files) terminal.out(`${terminal.paint('good', '✔')} ${file}`)
    return 0
  },
}

/** `assay claims`. */
export const claims: Command = {
  usage: 'assay claims FOLDER',
  flags: {
    keys: { key: { value: 'FILE', meaning: 'the public key of the signer, as JWK or PEM' } },
    'what to write': { out: { value: 'FILE', meaning: 'the page (default: index.html in the folder)' } },
  },
  examples: { 'assay claims statements': 'write statements/index.html, one line per statement' },
  run: async (args, terminal) => {
    const [folder, ...more] = args.positionals
    if (folder === undefined || more.length > 0)
      throw new HarnessError('ERR_USAGE', '`assay claims` needs a folder with statements')
    const { writeListing } = await import('../../claim/claim-files.ts')
    const { file, listed, unreadable } = writeListing(folder, args.text('key'), args.text('out'))
    for (const { href, statement, problem } of listed) {
      const mark = problem === undefined ? terminal.paint('good', '✔') : terminal.paint('bad', '✖')
      terminal.out(`${mark} ${sanitize(href)}  ${sanitize(problem ?? statement.claim)}`)
    }
    for (const reason of unreadable) terminal.out(`${terminal.paint('bad', '✖')} ${sanitize(reason)}`)
    terminal.out(file)
    return unreadable.length > 0 || listed.some(({ problem }) => problem !== undefined) ? 1 : 0
  },
}
