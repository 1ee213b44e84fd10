import { isArtefactCheck } from '../model/check.ts'
import { checks } from '../suites/document/all/checks.ts'
import { faults } from '../suites/document/all/faults.ts'
import { probes } from '../suites/document/all/probes.ts'
import { variants } from '../suites/document/all/variants.ts'
import { probes as derived } from '../suites/document/derived/probes.ts'
import { isInArtefacts } from '../suites/document/model/fault.ts'
import { probes as stateful } from '../suites/document/stateful/probes.ts'

// What the suites gather, split by where it shows.

export const artefactFaults = faults.filter(isInArtefacts)
export const exchangeFaults = faults.filter((each) => !isInArtefacts(each))
export const artefactVariants = variants.filter((each) => !each.live)
export const exchangeVariants = variants.filter((each) => each.live)
export const artefactChecks = checks.filter(isArtefactCheck)
export const exchangeChecks = checks.filter((each) => !isArtefactCheck(each))

/** Probes that are written down one by one in the sections. */
export const sectionProbes = probes.filter((each) => !stateful.includes(each) && !derived.includes(each))
export { derived as legalProbes, stateful as statefulProbes }
