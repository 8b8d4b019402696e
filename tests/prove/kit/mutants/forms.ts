import { drop, edit, isObject, put, show, strings, widgets } from './project.ts'
import type { Kind, Mutant, NodeSite, Obj, Project } from './project.ts'

interface FieldSite {
  file: string
  form: Obj
  name: string
  schema: Obj
  ui: Obj
}

const objectAt = (holder: Obj | undefined, name: string): Obj => {
  const value = holder?.[name]
  return isObject(value) ? value : {}
}

function* fieldsOfForms(project: Project): Generator<FieldSite> {
  for (const [file, form] of project.documents) {
    if (!file.startsWith('schemas/forms/')) continue
    const properties = objectAt(objectAt(form, 'schema'), 'properties')
    for (const [name, schema] of Object.entries(properties))
      if (isObject(schema)) yield { file, form, name, schema, ui: objectAt(objectAt(form, 'uiSchema'), name) }
  }
}

function ofFields(name: string, make: (project: Project, site: FieldSite) => Iterable<Mutant>, mayPass?: string): Kind {
  return {
    name,
    ...(mayPass === undefined ? {} : { mayPass }),
    *sites(project) {
      for (const site of fieldsOfForms(project)) yield* make(project, site)
    },
  }
}

/** Form widgets of screens and parts, with the file and the document of their form. */
function* shownForms(project: Project): Generator<NodeSite & { form: Obj; id: string; props: Obj }> {
  for (const site of widgets(project)) {
    const props = objectAt(site.node, 'props')
    const id = String(props.form)
    const form = project.documents.get(`schemas/forms/${id}.json`)
    if (form) yield { ...site, form, id, props }
  }
}

const OTHER_WIDGET: Readonly<Record<string, string>> = {
  amount: 'checkbox',
  code: 'image',
  country: 'number',
  password: 'checkbox',
  phone: 'image',
  select: 'checkbox',
  image: 'amount',
  chips: 'checkbox',
}
const otherWidget = ofFields('form-widget-of-other-type', function* (project, { file, name, ui }) {
  const other = OTHER_WIDGET[String(ui['ui:widget'])]
  if (other !== undefined)
    yield edit(project, file, `${name} is edited by "${other}"`, (copy) =>
      put(copy, ['uiSchema', name, 'ui:widget'], other),
    )
})

const codeTarget = ofFields('form-code-target', function* (project, { file, name, ui }) {
  const options = objectAt(ui, 'ui:options')
  for (const part of ['to', 'payload'])
    for (const key of Object.keys(objectAt(options, part))) {
      const path = ['uiSchema', name, 'ui:options', part]
      if (part === 'to')
        yield edit(project, file, `the code is sent to "addres"`, (copy) => put(copy, [...path, key], 'addres'))
      yield edit(project, file, `"${part}" gives "${key}Of"`, (copy) => {
        drop(copy, [...path, key])
        put(copy, [...path, `${key}Of`], 'account')
      })
    }
  if (typeof options.call === 'string')
    yield edit(project, file, `the code is sent by a call that does not exist`, (copy) =>
      put(copy, ['uiSchema', name, 'ui:options', 'call'], `${String(options.call)}x`),
    )
})

const constantRule: Kind = {
  name: 'form-rule-constant',
  *sites(project) {
    for (const [file, form] of project.documents) {
      if (!file.startsWith('schemas/forms/') || !Array.isArray(form.rules)) continue
      for (const index of form.rules.keys())
        for (const check of ['=true', `=decimal('1') > decimal('0')`])
          yield edit(project, file, `rule ${index} is ${check}`, (copy) => put(copy, ['rules', index, 'check'], check))
    }
  },
}

const hiddenWithoutValue: Kind = {
  name: 'form-hidden-without-value',
  mayPass: 'a step or a submit button gives the field its value, or the field has a default',
  *sites(project) {
    for (const { file, path, form, props } of shownForms(project))
      for (const name of Object.keys(objectAt(props, 'initial')))
        if (
          objectAt(objectAt(form, 'uiSchema'), name)['ui:widget'] === 'hidden' &&
          strings(objectAt(form, 'schema').required).includes(name)
        )
          yield edit(project, file, `${show(path)}: "initial" gives no "${name}"`, (copy) =>
            drop(copy, [...path, 'props', 'initial', name]),
          )
  },
}

const lostChoices: Kind = {
  name: 'form-choices-lost',
  mayPass: 'the schema of the field has an enumeration',
  *sites(project) {
    for (const { file, path, props } of shownForms(project))
      for (const name of Object.keys(objectAt(props, 'choices'))) {
        const at = [...path, 'props', 'choices', name]
        yield edit(project, file, `${show(at)} is lost`, (copy) => drop(copy, at))
        yield edit(project, file, `${show(at)} is empty`, (copy) => put(copy, at, []))
      }
  },
}

const codeNotSent: Kind = {
  name: 'form-code-not-sent',
  *sites(project) {
    for (const { file, path, node } of shownForms(project))
      if (objectAt(node, 'on').sendCode !== undefined)
        yield edit(project, file, `${show(path)}: nothing handles "sendCode"`, (copy) =>
          drop(copy, [...path, 'on', 'sendCode']),
        )
  },
}

const boundsOfOtherUnit: Kind = {
  name: 'form-bounds-of-other-unit',
  *sites(project) {
    for (const { file, path, props, form } of shownForms(project))
      for (const [name, limits] of Object.entries(objectAt(props, 'bounds'))) {
        const schema = objectAt(objectAt(objectAt(form, 'schema'), 'properties'), name)
        if (schema['x-unit'] === undefined) continue
        const other = schema['x-unit'] === 'price' ? 'quantity' : 'price'
        for (const limit of Object.keys(isObject(limits) ? limits : {}))
          yield edit(project, file, `${show(path)}: the ${limit} of "${name}" is a ${other}`, (copy) =>
            put(
              copy,
              [...path, 'props', 'bounds', name, limit],
              other === 'price'
                ? "=quote('BTCUSDT') != null ? quote('BTCUSDT').last : null"
                : "=quote('BTCUSDT') != null ? decimal('1') * quote('BTCUSDT').last / quote('BTCUSDT').last : null",
            ),
          )
      }
  },
}

export const forms: readonly Kind[] = [
  otherWidget,
  codeTarget,
  constantRule,
  hiddenWithoutValue,
  lostChoices,
  codeNotSent,
  boundsOfOtherUnit,
]
