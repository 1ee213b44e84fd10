import type { ArtefactContents } from '../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { type ArtefactCheck, checkArtefact } from '../check.ts'
import { type CheckContext, type Inspection, notApplicable, type Remark } from '../finding.ts'
import type { Consequence, Force, Requirement } from '../requirement.ts'
import type { Role } from '../role.ts'

/** A rule about something that artefacts are made of, such as a key. It is written once, and every kind has an instance. */
export interface FoundationRule<View> {
  readonly force: Force
  /** The rule in one sentence, about a subject such as "`jwk`". */
  readonly text: (subject: string) => string
  readonly standard: string
  readonly consequence: Consequence
  /** Finds mistakes. Their places are below that of the view. */
  readonly inspect: (view: View, context: CheckContext) => Inspection
}

/** What artefacts are made of: rules about one view of it, by their names. */
export interface Foundation<View, Name extends string = string> {
  readonly title: string
  /** What a kind of artefact has none of, as in "there is no key". */
  readonly noun: string
  readonly rules: Readonly<Record<Name, FoundationRule<View>>>
}

/** One thing that an artefact is made of, and its place. */
export interface Part<View> {
  readonly at: string
  readonly view: View
}

/**
 * How a kind has a rule otherwise than by a new row: by an old row that says the same and keeps its id, by one that is
 * stricter and has a check of its own, with another force, or not at all, with the sentence that allows it.
 */
export type Ruling =
  | { readonly is: Requirement }
  | { readonly sharper: Requirement }
  | { readonly force: Force }
  | { readonly off: string }

interface FacetDraft<K extends ArtefactKind, Name extends string> {
  readonly kind: K
  /** The first part of its ids, and the section of its rows. */
  readonly table: string
  readonly section: string
  /** Who made it there, which need not be who sent it. */
  readonly binds: Role
  readonly refusedBy?: readonly Role[]
  /** What the rules are about in this kind, as the subject of a sentence. */
  readonly subject: string
  readonly rulings?: { readonly [N in Name]?: Ruling }
}

/** What a kind of artefact is made of: the instance of each rule of a foundation. */
export interface Facet<K extends ArtefactKind = ArtefactKind, View = never, Name extends string = string> {
  readonly of: Foundation<View, Name>
  readonly kind: K
  readonly instances: { readonly [N in Name]?: Requirement }
  /** Why a rule has no instance here. */
  readonly off: { readonly [N in Name]?: string }
  /** The rows that it adds to the table of its suite. */
  readonly requirements: readonly Requirement[]
  /** Rules that a check of the suite holds by itself. */
  readonly sharper: ReadonlySet<Name>
}

/** Where a kind of artefact has what a foundation is about, and the rows that follow. */
export type LaidFacet<Name extends string> = Pick<Facet<ArtefactKind, never, Name>, 'kind' | 'instances' | 'off'>

/** Makes the instances of the rules of a foundation for one kind of artefact. */
export function makeFacet<K extends ArtefactKind, View, Name extends string>(
  of: Foundation<View, Name>,
  draft: FacetDraft<K, Name>,
): Facet<K, View, Name> {
  const { kind, rulings = {} } = draft
  const names = listRules(of)
  const ruled = names.map((name) => ({ name, ruling: findRuling(rulings, name) }))
  const select = <T>(choose: (ruling: Ruling | undefined, name: Name) => T | undefined) =>
    Object.fromEntries(
      ruled.flatMap(({ name, ruling }) => {
        const chosen = choose(ruling, name)
        return chosen === undefined ? [] : [[name, chosen]]
      }),
    ) as { readonly [N in Name]?: T } // made of its names
  const fresh = select((ruling, name) => makeRow(of.rules[name], name, draft, ruling))
  const old = select((ruling) => (ruling && 'is' in ruling ? ruling.is : findSharper(ruling)))
  return {
    of,
    kind,
    instances: { ...fresh, ...old },
    off: select((ruling) => (ruling && 'off' in ruling ? ruling.off : undefined)),
    requirements: Object.values<Requirement | undefined>(fresh).filter((row) => row !== undefined),
    sharper: new Set(names.filter((name) => findSharper(findRuling(rulings, name)))),
  }
}

const listRules = <Name extends string>({ rules }: Foundation<never, Name>): readonly Name[] =>
  Object.keys(rules) as Name[] // a record has the names of its type

const findRuling = <Name extends string>(rulings: { readonly [N in Name]?: Ruling }, name: Name): Ruling | undefined =>
  rulings[name]

const findSharper = (ruling: Ruling | undefined): Requirement | undefined =>
  ruling && 'sharper' in ruling ? ruling.sharper : undefined

/** The row of a rule that has no row yet. */
function makeRow<View>(
  { text, inspect: _, ...rest }: FoundationRule<View>,
  name: string,
  { kind, table, section, binds, refusedBy = [], subject }: FacetDraft<ArtefactKind, string>,
  ruling: Ruling = { force: rest.force },
): Requirement | undefined {
  if (!('force' in ruling)) return undefined
  const open = { refusedBy, dependsOn: [], agreedBy: [], section, binds, seen: { in: [kind] } }
  return { ...rest, ...open, id: `${table}-${name}`, text: text(subject), force: ruling.force }
}

/** The rows of some of the rules. */
export const listInstances = <Name extends string>(
  { instances }: Pick<Facet<ArtefactKind, never, Name>, 'instances'>,
  ...names: readonly Name[]
): readonly Requirement[] => names.flatMap((name) => instances[name] ?? [])

/** The checks of the instances of one kind. `read` finds what they are about in an artefact, once for all of them. */
export function checkFacet<K extends ArtefactKind, View, Name extends string>(
  { of, kind, instances, sharper }: Facet<K, View, Name>,
  read: (content: ArtefactContents[K], context: CheckContext) => Iterable<Part<View>>,
): readonly ArtefactCheck[] {
  const readOnce = createReader(read)
  return listRules(of).flatMap((name) => {
    const row: Requirement | undefined = instances[name]
    if (!row || sharper.has(name)) return []
    return checkArtefact(row, kind, (content, context) =>
      inspectParts(of.rules[name], readOnce(content, context), context, of.noun),
    )
  })
}

/** Reads the parts of an artefact once for each input: all checks of an input share what is derived. */
function createReader<Content, View>(read: (content: Content, context: CheckContext) => Iterable<Part<View>>) {
  let current: CheckContext | undefined // that of the check that asks, while it asks
  const readAll = (about: object): readonly Part<View>[] => (current ? [...read(about as Content, current)] : []) // it is the content
  return (content: Content, context: CheckContext): readonly Part<View>[] => {
    current = context
    return context.derive(readAll, content as object) // contents are objects
  }
}

/** Inspects every part. What one of them leaves open is open; what applies to none does not apply. */
function* inspectParts<View>(
  { inspect }: FoundationRule<View>,
  parts: Iterable<Part<View>>,
  context: CheckContext,
  noun: string,
): Inspection {
  const remarks: (Remark | undefined)[] = []
  for (const { at, view } of parts) {
    const inspection = inspect(view, context)
    let step = inspection.next()
    for (; !step.done; step = inspection.next()) yield { ...step.value, at: `${at}${step.value.at}` }
    remarks.push(step.value)
  }
  if (remarks.length === 0) return notApplicable(`there is no ${noun}`)
  const doubt = remarks.find((each) => each?.outcome === 'cantTell')
  return doubt ?? (remarks.includes(undefined) ? undefined : remarks[0])
}
