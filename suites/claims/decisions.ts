import { ambiguous, leftOpen } from '../../model/decision.ts'

export const FORMATS = leftOpen('claims.formats', {
  section: '2.9',
  question: 'Which types and formats do the values of the claims have?',
  answers: { any: 'any JSON value; dates, numbers and photos are taken as they come' },
  default: 'any',
})

export const REQUIRED = ambiguous('claims.required', {
  section: '2.9',
  question: 'Does every credential have all 44 claims?',
  answers: { subset: 'no: many of them cannot exist for every holder', all: 'yes' },
  default: 'subset',
})

export const ADDRESS = ambiguous('claims.address', {
  section: '2.9',
  question: 'Is `Address` a text, or an object of its fields?',
  answers: { text: 'a text beside the claims for its fields', object: 'an object with the fields inside' },
  default: 'text',
})

export const BOOLEAN = ambiguous('claims.boolean', {
  section: '2.9',
  question: 'How does a claim say yes or no?',
  answers: {
    boolean: 'with a JSON boolean; other spellings are remarked',
    text: 'with a text such as `Y`, `N` or `true`',
  },
  default: 'boolean',
  stake: 'The type of a value decides over its digest.',
})

export const decisions = [FORMATS, REQUIRED, ADDRESS, BOOLEAN]
