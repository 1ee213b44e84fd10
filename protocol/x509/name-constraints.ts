import { attempt } from '../encoding/problem.ts'
import type { Certificate } from './certificate.ts'
import { type Der, readDer } from './der.ts'
import { readParts } from './der-value.ts'

const extensions = { alternativeName: '2.5.29.17', nameConstraints: '2.5.29.30' } as const

/** The forms of names that are compared (RFC 5280, section 4.2.1.6): DNS names, directory names and URIs. */
const forms = { dns: 2, directory: 4, uri: 6 } as const

/** A name, or the beginning or end of names that a subtree has. */
interface FormedName {
  readonly form: number
  readonly value: Der
}

interface NameConstraints {
  readonly permitted: readonly FormedName[]
  readonly excluded: readonly FormedName[]
}

const readExtension = ({ extensions: all }: Certificate, wanted: string): Der | undefined => {
  const found = all.find(({ id }) => id === wanted)
  return found && readDer(found.value)
}

const toName = (value: Der): FormedName => ({ form: value.tag, value })

const readSubtrees = (subtrees: Der | undefined): readonly FormedName[] =>
  (subtrees?.parts ?? []).flatMap((subtree) => readParts(subtree).slice(0, 1).map(toName))

function readConstraints(authority: Certificate): NameConstraints | undefined {
  const read = attempt(() => readExtension(authority, extensions.nameConstraints))
  const parts = 'value' in read ? read.value?.parts : undefined
  if (!parts) return undefined
  const find = (tag: number) => readSubtrees(parts.find((part) => part.class === 'context' && part.tag === tag))
  return { permitted: find(0), excluded: find(1) }
}

/** The names of a certificate: its subject, unless it is empty, and its alternative names. */
function listNames(certificate: Certificate): readonly FormedName[] {
  const read = attempt(() => readParts(readExtension(certificate, extensions.alternativeName) ?? emptySequence))
  const others = 'value' in read ? read.value.map(toName) : []
  const subject = readDer(certificate.subject)
  return readParts(subject).length === 0 ? others : [{ form: forms.directory, value: subject }, ...others]
}

const emptySequence = readDer(Buffer.of(0x30, 0))

const readText = ({ content }: Der): string => content.toString('latin1').toLowerCase()

/** The host of a URI; the text of a DNS name. */
function readHost({ form, value }: FormedName): string {
  const text = readText(value)
  return form === forms.uri && URL.canParse(text) ? new URL(text).hostname : text
}

/** Whether a name is in a subtree (RFC 5280, section 4.2.1.10). */
function isWithin(name: FormedName, subtree: FormedName): boolean {
  if (name.form === forms.directory) return startsWith(readRelativeNames(name.value), readRelativeNames(subtree.value))
  const [host, base] = [readHost(name), readText(subtree.value)]
  if (base.startsWith('.')) return host.endsWith(base)
  return host === base || (name.form === forms.dns && (base === '' || host.endsWith(`.${base}`)))
}

/** The parts of a name; one that is a name of its own is inside of an explicit tag. */
const readRelativeNames = (name: Der): readonly Buffer[] => {
  const [inner = name] = name.class === 'context' ? (name.parts ?? []) : []
  return readParts(inner).map(({ octets }) => octets)
}

const startsWith = (list: readonly Buffer[], beginning: readonly Buffer[]): boolean =>
  beginning.every((each, i) => list[i]?.equals(each) ?? false)

const compared: ReadonlySet<number> = new Set(Object.values(forms))

/** Whether an authority may not certify a name of a certificate below it. Forms of others are not looked at. */
export function isOutsideConstraints(certificate: Certificate, authority: Certificate): boolean {
  const constraints = readConstraints(authority)
  if (!constraints) return false
  const read = attempt(() =>
    listNames(certificate).some((name) => compared.has(name.form) && isRefused(name, constraints)),
  )
  return 'value' in read && read.value
}

function isRefused(name: FormedName, { permitted, excluded }: NameConstraints): boolean {
  const ofForm = permitted.filter(({ form }) => form === name.form)
  if (excluded.some((each) => each.form === name.form && isWithin(name, each))) return true
  return ofForm.length > 0 && !ofForm.some((each) => isWithin(name, each))
}
