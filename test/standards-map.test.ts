import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Requirement } from '../model/requirement.ts'
import { roles } from '../model/role.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import { standardProofs } from '../suites/proofs.ts'
import { standards } from '../suites/standards.ts'
import { suites } from '../suites/suites.ts'
import { coverageOf, pageOfCoverage } from '../tools/generate-coverage.ts'
import derived from '../tools/maps/derived.json' with { type: 'json' }
import { normativeSentencesOf } from '../tools/normative-sentences.ts'
import { oidfMap, oidfReasons } from '../tools/oidf-map.ts'
import {
  byRole,
  citedSections,
  differencesFrom,
  mappedStandards,
  reasons,
  type StandardSentence,
  texts,
} from '../tools/standards-map.ts'

const rowsOfStandards = Object.values(standards).flatMap((each) => each.requirements)
const known: ReadonlyMap<string, Requirement> = new Map(
  [...requirements, ...rowsOfStandards].map((row) => [row.id, row]),
)
const proofs: readonly { readonly faults: readonly { readonly breaks: Requirement }[] }[] = Object.values(
  standardProofs,
).flatMap(({ exchange, ...samples }) => [samples, ...(exchange ? [exchange] : [])])
/** What a check or a probe looks at: rows that are seen nowhere, or not yet, judge no sentence. */
const judged: ReadonlySet<string> = new Set([
  ...Object.values(standards).flatMap(({ checks }) => checks.map((check) => check.requirement.id)),
  ...proofs.flatMap(({ faults }) => faults.map(({ breaks }) => breaks.id)),
])
const listed = new Set(derived.flatMap(({ rows }) => rows))
const TEXT = /\w.*\.$/
const isOnce = (some: readonly string[], all: readonly string[]) =>
  some.length > 0 && new Set(some).size === some.length && some.every((one) => all.includes(one))
/** Rows whose faults are given to verifiers as samples. */
const sampled = new Set(Object.values(standardProofs).flatMap(({ faults }) => faults.map(({ breaks }) => breaks.id)))
const bindsRole = (id: string, role: string) =>
  [role, 'everyone'].includes(known.get(id)?.binds ?? '') || (role === 'verifier' && sampled.has(id))
const isWithin = (section: string, cited: string) => section === cited || section.startsWith(`${cited}.`)

/** Rows that are firmer or softer than their sentences, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'TSL-TYPES': 'No list says what its values mean.',
  'VPREQ-MODE-GIVEN': 'Section 5.6 has a default.',
  'VPREQ-NONCE-LENGTH': 'The sentence asks for enough random bits, and does not say how many.',
  'VPREQ-FORMATS': 'A wallet may know the formats of a verifier otherwise.',
  'VPCLIENT-HOST': 'A wallet may trust a client with another host.',
  'VPWALLET-REFUSES-HOST': 'A wallet may trust a client with another host.',
  'VPREQ-ONE-QUERY': 'A scope may mean something other than a query.',
  'HAIPWALLET-SHARED-SUB': 'A wallet may have another name with each authorization server.',
  'VPUSE-LIST-FIRST': 'The use case of a verifier may require further evaluation.',
  'HAIPWALLET-KEY-ATTESTED': 'A wallet may support key attestations in the format of another ecosystem.',
  'HAIPVP-RETURN': 'The answer does not show on which device the user began.',
  'HAIPAS-REFRESH-SAME': 'A server may have extraordinary reasons to give another one.',
  'VCIENC-REQUEST': 'Other requests than those in plain text are about section 8.2.',
  'VCIWALLET-REFUSES-RESPONSE': 'Responses with another tag are about the encryption itself.',
}
const softness = (force: string) => (force === 'should' ? 'should' : 'must')
/** The rows that judge a sentence of a section that they cite, with the forces of their sentences. */
const listForces = () =>
  rowsOfStandards.filter(isMapped).map(({ id, force }) => ({
    ...{ id, force },
    sentences: mappedStandards.flatMap((each) =>
      texts[each].sentences.flatMap((one) => (one.rows?.includes(id) ? [one.force] : [])),
    ),
  }))

/** Whether a row is at a sentence of a section that it cites. */
const isMapped = ({ id, standard = '' }: Requirement) =>
  [...citedSections(standard)].some(([each, sections]) =>
    texts[each].sentences.some(
      ({ section, rows = [] }) => rows.includes(id) && sections.some((cited) => isWithin(section, cited)),
    ),
  )

const { SPECS: specs } = process.env

describe.each(mappedStandards)('the map of %s', (standard) => {
  const { sentences } = texts[standard]
  const breaking = (rule: (one: StandardSentence) => boolean) => sentences.filter((one) => !rule(one))

  it('numbers the sentences of each section without a hole', () => {
    const sections = [...Map.groupBy(sentences, ({ section }) => section).values()]

    expect(sentences.length).toBeGreaterThan(90)
    expect(sections.filter((some) => some.some(({ sentence }, at) => sentence !== at + 1))).toEqual([])
  })

  it('says of each sentence whom it binds, and gives it rows, a gap with a text or one of the reasons', () => {
    expect(breaking(({ hash, binds }) => /^[0-9a-f]{16}$/.test(hash) && isOnce(binds, roles))).toEqual([])
    expect(breaking(({ rows, gap, reason }) => [rows, gap, reason].filter(Boolean).length === 1)).toEqual([])
    expect(breaking(({ rows = ['one'] }) => rows.length > 0 && new Set(rows).size === rows.length)).toEqual([])
    expect(breaking(({ partly, unseen, rows }) => (partly ?? unseen) === undefined || rows !== undefined)).toEqual([])
    expect(breaking(({ unseen = 'a text.' }) => TEXT.test(unseen))).toEqual([])
    expect(
      breaking((one) => byRole(one).every(({ partly = 'A.', gap = 'A.' }) => TEXT.test(partly) && TEXT.test(gap))),
    ).toEqual([])
    expect(breaking(({ partly, binds }) => typeof partly !== 'object' || isOnce(Object.keys(partly), binds))).toEqual(
      [],
    )
    expect(breaking(({ reason }) => reason === undefined || reason in reasons)).toEqual([])
    expect(breaking(({ reason, text }) => reason !== 'left-out' || text !== undefined)).toEqual([])
  })

  it('has a row that binds each role of a sentence for several, or says what it lacks', () => {
    const missing = sentences
      .filter(({ binds, rows }) => binds.length > 1 && rows !== undefined)
      .flatMap(byRole)
      .filter(({ binds, rows = [], partly }) => partly === undefined && !rows.some((id) => bindsRole(id, binds)))

    expect(missing.map(({ section, sentence, binds }) => `${section}/${sentence} ${binds}`)).toEqual([])
  })

  it('names rows that exist and are judged', () => {
    const named = sentences.flatMap(({ rows = [] }) => rows)

    expect(named.filter((id) => !known.has(id))).toEqual([])
    expect(named.filter((id) => !judged.has(id))).toEqual([])
  })

  it('has each row that cites it at a sentence of a cited section, or the row is derived', () => {
    const unmapped = rowsOfStandards.filter(
      (row) =>
        citedSections(row.standard ?? '').has(standard) && judged.has(row.id) && !isMapped(row) && !listed.has(row.id),
    )

    expect(unmapped.map(({ id, standard: source }) => `${id}: ${source}`)).toEqual([])
  })

  if (specs !== undefined) {
    it('is that of the text', () => {
      expect(differencesFrom(standard, readFileSync(`${specs}/${standard}.md`, 'utf8'))).toEqual([])
    })
  }
})

describe('a source', () => {
  it.each([
    ['OpenID4VP 1.0, section 5.2, beside the default of 5.6', { 'openid4vp-1.0': ['5.2'] }],
    ['OpenID4VCI 1.0, section A.2.2, A.3.2, F.1 and E', { 'openid4vci-1.0': ['A.2.2', 'A.3.2', 'F.1', 'E'] }],
    ['HAIP 1.0, section 4; FAPI 2.0 Security Profile, section 5.3.2.1', { 'haip-1.0': ['4'] }],
    ['RFC 9901, section 7.1, step 2', { 'sd-jwt': ['7.1'] }],
    [
      'RFC 9901, sections 4.2.1 and 9.3; SD-JWT VC draft 19, section 4',
      { 'sd-jwt': ['4.2.1', '9.3'], 'sd-jwt-vc': ['4'] },
    ],
    ['RFC 7519, section 4.1', {}],
  ])('%s cites these sections', (source, sections) => {
    expect(Object.fromEntries(citedSections(source))).toEqual(sections)
  })

  it('cites the version that is named, or a draft of errata as a recommendation', () => {
    const named = /OpenID4VP|OpenID4VCI|HAIP|RFC 9901|SD-JWT VC|status.list/i
    const others = rowsOfStandards.filter(({ standard: source = '', force }) =>
      source.split('; ').some((part) => {
        const isErrata = force === 'should' && part.startsWith('OpenID4VP 1.0, errata set 1 (draft), section')
        return named.test(part) && !isErrata && !mappedStandards.some((each) => texts[each].cited.test(part))
      }),
    )

    expect(others.map(({ id, standard: source }) => `${id}: ${source}`)).toEqual([])
  })
})

describe('a row of a standard', () => {
  it('obliges or recommends as one of its sentences does', () => {
    const wrong = listForces().filter(
      ({ id, force, sentences }) => !sentences.some((each) => each === softness(force)) && !(id in exceptions),
    )

    expect(wrong.map(({ id, force }) => `${id}: ${force}`)).toEqual([])
  })

  it('says `must` or `must not` if one of its sentences does', () => {
    const plain = listForces().filter(({ force, sentences }) => force === 'stated' && sentences.includes('must'))

    expect(plain.map(({ id }) => id)).toEqual([])
  })
})

describe('a derived row', () => {
  it('exists, is listed once, and has a reason', () => {
    const rows = derived.flatMap((each) => each.rows)

    expect(rows.filter((id) => !known.has(id))).toEqual([])
    expect(rows.filter((id, at) => rows.indexOf(id) !== at)).toEqual([])
    expect(derived.filter(({ reason }) => reason.length < 20)).toEqual([])
  })

  it('is at no sentence of a section that it cites', () => {
    const mapped = rowsOfStandards.filter((row) => listed.has(row.id) && isMapped(row)).map(({ id }) => id)

    expect(mapped).toEqual([])
  })
})

describe("the table of the OpenID Foundation's suite", () => {
  const { modules, conditions } = oidfMap
  const answers = [...modules, ...conditions]

  it('names rows that exist and are judged', () => {
    const named = answers.flatMap(({ rows = [] }) => rows)

    expect(named.filter((id) => !known.has(id))).toEqual([])
    expect(named.filter((id) => !judged.has(id))).toEqual([])
  })

  it('has rows, a gap or a reason for each module and condition, and each once in a plan', () => {
    const names = [
      ...modules.map(({ plan, module }) => `${plan} ${module}`),
      ...conditions.map(({ plan, condition }) => `${plan} ${condition}`),
    ]

    expect(answers.filter(({ rows, gap, reason }) => [rows, gap, reason].filter(Boolean).length !== 1)).toEqual([])
    expect(answers.filter(({ reason }) => reason !== undefined && !(reason in oidfReasons))).toEqual([])
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
})

describe('the page of the coverage', () => {
  const page = pageOfCoverage()

  it('has the numbers of the maps', () => {
    const all = mappedStandards.map((standard) => coverageOf(texts[standard].sentences.flatMap(byRole)))
    const columns = page.split('\n').flatMap((line) => {
      const [, , , force = '', judged, partly, gaps, , invisible] = line.split('|').map((cell) => cell.trim())
      return /^(?:must|should)$/.test(force) && /^\d+$/.test(judged ?? '')
        ? [[judged, partly, gaps, invisible].map(Number)]
        : []
    })
    const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)

    expect([0, 1, 2, 3].map((at) => sum(columns.map((numbers) => numbers[at] ?? 0)))).toEqual([
      sum(all.map(({ judged }) => judged)),
      sum(all.map(({ partly }) => partly)),
      sum(all.map(({ gaps }) => gaps)),
      sum(all.map(({ invisible }) => invisible)),
    ])
  })

  it('names the version of each standard, and lists each gap', () => {
    const gaps = mappedStandards.flatMap((standard) => texts[standard].sentences).flatMap(({ gap }) => gap ?? [])

    expect(mappedStandards.filter((standard) => !page.includes(suites[standard].version))).toEqual([])
    expect(gaps.filter((gap) => !page.includes(gap))).toEqual([])
  })
})

const text = `---
title: A title
--- middle

# First {#first}

One MUST. Two MAY.
Three SHOULD, e.g. Now.

* \`a\`: REQUIRED. A text.

~~~
A MUST of an example.
~~~

## Below

\`b\`:
: OPTIONAL. It MUST NOT be empty.

<reference anchor="A">
A MUST of a reference.
</reference>

--- back

# Acknowledgements
{:numbered="false"}

They MUST be thanked.

# Appendix

No one SHALL pass.
`

describe('the normative sentences of a text', () => {
  it('are those that oblige or recommend, by section, without examples and references', () => {
    const found = normativeSentencesOf(text).map((one) => `${one.section}/${one.sentence} ${one.force} ${one.text}`)

    expect(found).toEqual([
      '1/1 must One MUST.',
      '1/2 should Three SHOULD, e.g. Now.',
      '1/3 must `a`: REQUIRED.',
      '1.1/1 must It MUST NOT be empty.',
      'A/1 must No one SHALL pass.',
    ])
  })
})
