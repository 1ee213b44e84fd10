import { countMessages, type ProbeResult } from '../../model/probe.ts'
import type { RunReport } from '../../model/run-report.ts'
import { isDecidingResult } from '../result-status.ts'
import { formatCount } from '../text/wording.ts'
import { groupInOrder } from './grouping.ts'
import { type Markup, markup, when } from './markup.ts'

/** Renders why a pass can be trusted: tampered copies were detected, and targets rejected invalid messages. */
export function renderReliability({ results, probes }: RunReport): Markup {
  const proofs = results.flatMap((each) => each.tampering ?? [])
  const sum = (member: 'tried' | 'caught'): number => proofs.reduce((all, each) => all + each[member], 0)
  const weak = results.filter((each) => each.tampering && each.tampering.caught < each.tampering.tried)
  const advice = results.filter((each) => each.tampering && !isDecidingResult(each)).length
  const which = advice === 0 ? '' : `, ${advice} of which ${advice === 1 ? 'is' : 'are'} advice,`
  const requirements = `${formatCount(proofs.length, 'requirement')} that passed${which}`
  return markup`
<section aria-labelledby="reliability" class="part">
<h2 id="reliability">Would a fault have been noticed?</h2>
${
  proofs.length === 0
    ? markup`<p>Not checked: this run judged no tampered copies of what the target sent.</p>`
    : markup`<p>To show that passed checks can fail, ${requirements} were judged again with tampered copies of what the target sent. <strong>${sum('caught')} of ${sum('tried')}</strong> tampered copies were detected.</p>`
}
${when(weak.length > 0, () => markup`<p>Not all copies were detected for ${weak.map(({ id, tampering: own }) => markup`<a href="#${id}">${id}</a> (${own?.caught ?? 0} of ${own?.tried ?? 0}) `)}</p>`)}
${
  probes.length === 0
    ? markup`<p>No invalid messages were sent.</p>`
    : markup`<ul class="figures">${groupInOrder(probes, ({ receiver }) => receiver).map(([receiver, own]) => renderReceiver(receiver, own))}</ul><p><a href="#probes">All probes</a></p>`
}
</section>`
}

/** Renders how many invalid messages a receiver rejected. */
function renderReceiver(receiver: string, own: readonly ProbeResult[]): Markup {
  const invalid = own.filter(({ expected }) => expected === 'refused')
  const count = (answer: ProbeResult['answer']): number =>
    countMessages(invalid.filter((each) => each.answer === answer))
  const [accepted, inconclusive] = [count('accepted'), count('inconclusive')]
  return markup`<li>The ${receiver} rejected <strong>${count('refused')} of ${countMessages(invalid)}</strong> invalid messages.${when(accepted > 0, () => markup` <span class="tag bad">✕ ${accepted} accepted</span>`)}${when(inconclusive > 0, () => markup` <span class="tag doubt">? ${inconclusive} inconclusive</span>`)}</li>`
}
