import { ambiguous } from '../../../model/decision.ts'

export const REQUIRED = ambiguous('claims.required', {
  section: '2.9',
  question: 'Does every credential have all 44 claims?',
  answers: { subset: 'no: many of them do not apply to every holder', all: 'yes' },
  default: 'subset',
  permits: ['subset'],
})

export const ADDRESS = ambiguous('claims.address', {
  section: '2.9',
  question: 'Is `Address` a string or an object?',
  answers: { text: 'a string; its parts are claims of their own', object: 'an object with the parts as members' },
  default: 'text',
})

export const BOOLEAN = ambiguous('claims.boolean', {
  section: '2.9',
  question: 'What is the type of a claim that is true or false?',
  answers: {
    boolean: 'a JSON boolean; other spellings are only reported',
    text: 'a string such as `Y`, `N` or `true`',
  },
  default: 'boolean',
  stake: 'The digest of a claim depends on the type of its value.',
})

export const decisions = [REQUIRED, ADDRESS, BOOLEAN]
