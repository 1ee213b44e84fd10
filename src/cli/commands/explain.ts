import { HarnessError } from '../../../model/errors.ts'
import type { Command } from '../../terminal/command.ts'
import { wrapLine } from '../../terminal/wrap-line.ts'

/** `assay explain`. */
export const explain: Command = {
  usage: 'assay explain ID ...',
  flags: {},
  examples: {
    'assay explain SD-DIGEST': 'a requirement: what it requires, of which role, and how a pass and every fault look',
    'assay explain sd.digest': 'a decision: its answers, and the requirements that depend on it',
    'assay explain SD-DIGEST/joins-the-parts-with-dots': 'a fault: what the actor does, the finding, how to serve it',
  },
  run: async ({ positionals }, { out, paint, columns }) => {
    if (positionals.length === 0) {
      throw new HarnessError('ERR_USAGE', '`assay explain` needs the id of a requirement, a decision or a fault')
    }
    const [{ findSubject }, { explainSubject }] = await Promise.all([
      import('../../explain/subjects.ts'),
      import('../../explain/explain.ts'),
    ])
    const ids = [...new Map(positionals.map((id) => [id.toLowerCase(), id])).values()]
    const subjects = await Promise.all(ids.map(findSubject))
    for (const [i, subject] of subjects.entries()) {
      if (i > 0) out('\n')
      for await (const line of explainSubject(subject, paint)) for (const part of wrapLine(line, columns)) out(part)
    }
    return 0
  },
}
