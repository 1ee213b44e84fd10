import { artefactProfiles } from '../../../model/decision.ts'
import { HarnessError } from '../../../model/errors.ts'
import type { Paint } from '../../../reporters/text/paint.ts'
import { readStored } from '../../explain/stored.ts'
import type { Arguments } from '../../terminal/arguments.ts'
import type { Command } from '../../terminal/command.ts'
import { parseChoice } from '../../terminal/values.ts'
import { wrapLine } from '../../terminal/wrap-line.ts'
import { ownSuite } from '../flags.ts'

/** `assay explain`. */
export const explain: Command = {
  usage: 'assay explain ID ... | --profile NAME | --suite SUITE ID ...',
  flags: {
    'what is explained': {
      suite: ownSuite,
      profile: { value: 'NAME', meaning: 'a profile: where its requirements come from, and what it answers' },
    },
  },
  examples: {
    'assay explain SD-DIGEST': 'a requirement: what it requires, of which role, and how a pass and every fault look',
    'assay explain sd.digest': 'a decision: its answers, and the requirements that depend on it',
    'assay explain SD-DIGEST/joins-the-parts-with-dots': 'a fault: what the actor does, the finding, how to serve it',
    'assay explain --profile sd-jwt-vc': 'a profile: the texts that its requirements come from, and what it judges',
  },
  run: async (args, { out, paint, columns }) => {
    const { positionals } = args
    const profile = args.text('profile')
    if (profile !== undefined && positionals.length > 0)
      throw new HarnessError('ERR_USAGE', 'pass either ids or --profile')
    if (profile !== undefined) {
      const { explainProfile } = await import('../../explain/profile.ts')
      for (const line of explainProfile(parseChoice('--profile', profile, artefactProfiles), paint)) out(line)
      return 0
    }
    if (positionals.length === 0) {
      throw new HarnessError('ERR_USAGE', '`assay explain` needs the id of a requirement, a decision or a fault')
    }
    const ids = [...new Map(positionals.map((id) => [id.toLowerCase(), id])).values()]
    const suite = args.text('suite')
    const explain = suite === undefined ? explainOurs : await loadExplainer(suite, args)
    const explanations = await Promise.all(ids.map((id) => explain(id, paint)))
    for (const [i, lines] of explanations.entries()) {
      if (i > 0) out('\n')
      for await (const line of lines) for (const part of wrapLine(line, columns)) out(part)
    }
    return 0
  },
}

type Explain = (id: string, paint: Paint) => Lines | Promise<Lines>
type Lines = Iterable<string> | AsyncIterable<string>

const explainOurs: Explain = (id, paint) => readStored(id, paint) ?? prepare(id, paint)

async function loadExplainer(name: string, args: Arguments): Promise<Explain> {
  const [{ findOwnSuite }, { explainOwnRow }] = await Promise.all([
    import('../../config/find-suite.ts'),
    import('../../explain/own-row.ts'),
  ])
  const suite = await findOwnSuite(name, args)
  return (id, paint) => explainOwnRow(suite, id, paint)
}

/** What is not stored is found out by playing it. */
async function prepare(id: string, paint: Paint): Promise<Lines> {
  const { findSubject } = await import('../../explain/explained.ts')
  return (await findSubject(id)).explain(paint)
}
