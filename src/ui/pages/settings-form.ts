import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { lines, type Markup, type MarkupPart, markup, prose, when } from '../../../reporters/html/markup.ts'
import { capitalize } from '../../../reporters/text/wording.ts'
import type { PickedSuite, TestChoice } from '../settings/choice.ts'
import { type Field, type FieldGroup, listFieldGroups, nameField } from '../settings/fields.ts'
import { writeValue } from '../settings/form-values.ts'
import type { ConsoleContext } from './layout.ts'

/** The form that starts a run. */
export interface StartForm {
  readonly suites: readonly PickedSuite[]
  readonly choice: TestChoice
  /** Whether the settings of the document are those of the configuration and the command line. */
  readonly isConfigured: boolean
  /** The configuration file, as the user calls it. */
  readonly file?: string
  /** Whether that file has settings for what is picked, and others fill the form. */
  readonly isOtherThanFile: boolean
  /** What fills the form. */
  readonly config: JsonObject
  /** Whether negative tests are sent unless the user wants none. */
  readonly sendsProbes: boolean
  /** What is wrong with the form that was sent, by the names of its fields. */
  readonly mistakes: Readonly<Record<string, string>>
}

/** Renders what can be tested: every suite with its roles. */
export const renderPicker = ({ suites, choice }: StartForm, { base }: ConsoleContext): Markup =>
  markup`<div class="picker" role="group" aria-label="What to test"><ul>${suites.map(
    (suite) =>
      markup`<li><span class="suite">${suite.title}</span> <span class="roles">${suite.roles.map((role) => renderRole(suite, role, choice, base))}</span></li>`,
  )}</ul></div>`

const renderRole = ({ name, title }: PickedSuite, role: string, choice: TestChoice, base: string): Markup => {
  const isPicked = name === choice.suite.name && role === choice.role
  const words = capitalize(role.replace('-', ' '))
  return markup`<a href="${base}/?suite=${name}&amp;role=${role}"${when(isPicked, () => markup` aria-current="true"`)}><span class="visually-hidden">${title}: </span>${words}</a>`
}

/** Renders the form that starts a run of what is picked. */
export function renderStartForm(form: StartForm, isAgain: boolean, { base }: ConsoleContext): Markup {
  const { choice, isConfigured, mistakes } = form
  const groups = choice.suite.on === undefined && isConfigured ? [shortGroup(choice)] : listFieldGroups(choice)
  const general = mistakes['']
  return markup`<form class="settings" method="post" action="${base}/run">
<input type="hidden" name="suite" value="${choice.suite.name}"><input type="hidden" name="role" value="${choice.role}">
${when(general !== undefined, () => markup`<p class="problem">${general}</p>`)}
${groups.map((group) => renderGroup(isAgain ? foldTarget(group) : group, form))}
<p class="start"><button class="first" id="start">${isAgain ? 'Run again' : 'Run'}</button></p>
</form>`
}

/** After a run, its target needs no attention. */
const foldTarget = (group: FieldGroup): FieldGroup =>
  group.fields.some(({ path }) => path[0] === 'targets') ? { ...group, isFolded: true, staysFolded: true } : group

/** What a run has beside its configuration. */
const shortGroup = (choice: TestChoice): FieldGroup => {
  const fields = listFieldGroups(choice).flatMap((group) => group.fields)
  return { title: 'What is tested', isFolded: false, fields: fields.filter(({ path }) => short.has(path.join('.'))) }
}

const short: ReadonlySet<string> = new Set(['probes', 'only'])

function renderGroup({ title, fields, isFolded, staysFolded = false }: FieldGroup, form: StartForm): Markup {
  const inside = fields.map((field) => renderField(field, form))
  if (!isFolded) return markup`<fieldset><legend>${title}</legend>${inside}</fieldset>`
  const isOpen = fields.some(
    (field) => nameField(field) in form.mistakes || (!staysFolded && writeValue(form.config, field) !== ''),
  )
  return markup`<details class="more"${when(isOpen, () => markup` open`)}><summary>${title}</summary><fieldset><legend class="visually-hidden">${title}</legend>${inside}</fieldset></details>`
}

function renderField(field: Field, form: StartForm): Markup {
  const name = nameField(field)
  const id = `set-${name.replaceAll('.', '-')}`
  const mistake = form.mistakes[name]
  const about = markup` id="${id}" name="${name}" aria-describedby="${id}-help"${when(mistake !== undefined, () => markup` aria-invalid="true"`)}`
  const help = markup`<span class="hint" id="${id}-help">${when(mistake !== undefined, () => markup`<span class="problem">${capitalize(mistake ?? '')}.</span> `)}${prose(field.help)}${describeUsual(field)}</span>`
  if (field.kind === 'switch')
    return markup`<p class="field check"><input type="checkbox" value="yes"${when(isOn(field, form), () => markup` checked`)}${about}><span><label for="${id}">${field.label}</label>${help}</span></p>`
  return markup`<p class="field"><label for="${id}">${field.label}</label>${renderInput(field, form.config, about)}${help}</p>`
}

const isOn = (field: Field, { config, sendsProbes }: StartForm): boolean =>
  nameField(field) === 'probes' && config.probes === undefined ? sendsProbes : writeValue(config, field) !== ''

const describeUsual = ({ usual, kind }: Field): MarkupPart =>
  when(usual !== undefined && kind !== 'choice', () => markup` Default: <code>${usual}</code>.`)

const plain = markup` autocomplete="off" autocapitalize="none" spellcheck="false"`

function renderInput(field: Field, config: JsonObject, about: Markup): Markup {
  const value = writeValue(config, field)
  const { kind, choices, usual, path } = field
  if (kind === 'choice') {
    const options = ['', ...choices.filter((each) => each !== usual)]
    return markup`<select${about}>${options.map((each) => markup`<option value="${each}"${when(each === value, () => markup` selected`)}>${each === '' ? (usual ?? 'Not set') : each}</option>`)}</select>`
  }
  if (kind === 'list' && path.length > 1) return markup`<textarea rows="2"${plain}${about}>${lines(value)}</textarea>`
  return markup`<input${when(kind === 'number', () => markup` inputmode="numeric"`)} value="${lines(value)}"${plain}${about}>`
}
