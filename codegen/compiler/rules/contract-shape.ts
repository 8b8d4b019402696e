import { manifestOf } from '../contract/capabilities.ts'
import { unitOf } from '../source/folders.ts'
import type { Rule } from '../rule.ts'
import type { Widget } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { didYouMean } from '../source/names/nearest.ts'
import type { JsonNode, Source } from '../source/source.ts'
import { itemsOf, member, members } from '../source/source.ts'
import { readTokenSizes } from '../accessibility/tokenSizes.ts'

const rule: Rule = {
  meta: {
    name: 'contract-shape',
    severity: 'error',
    doc: 'The files of the contract (calls, forms, widgets, actions, shell) have the required members.',
  },
  on: {
    project({ sources, contract }, report) {
      const tokens = sources.get('schemas/tokens.json')
      const sizeOf = readTokenSizes(tokens)
      for (const [file, source] of sources) {
        if (/^schemas\/clients\/(.+)\.json$/.test(file) && source.root && !manifestOf(source))
          report(noManifest(), source, { start: source.root.offset, end: source.root.offset + 1 })
        const unit = unitOf(file)
        const widget = unit?.kind === 'widgets' ? contract.widgets.get(unit.name) : undefined
        if (widget)
          checkA11yAnnotation(
            source,
            widget,
            (token) => !tokens || sizeOf(token) !== undefined,
            (finding, at, path) => report(finding, source, at, path),
          )
      }
    },
    formSchemaNotObject: (_, report) => report({ code: 'formNotObject' }),
    authNotBoolean: (_, report) => report({ code: 'noAuth' }),
    unknownEffect: (_, report) => report({ code: 'noEffect' }),
    unknownFormPart: ({ name, parts }, report) =>
      report({ code: 'noFormPart', params: { name, parts: [...parts].join(', ') } }),
    unknownMethod: (_, report) => report({ code: 'noMethod' }),
    unknownSender: (_, report) => report({ code: 'noSender' }),
    formWithoutSchema: (_, report) => report({ code: 'notForm' }),
    contractFileNotObject: (_, report) => report({ code: 'notObject' }),
    otherCallId: ({ call }, report) => report({ code: 'otherCallId', params: { call } }),
    unknownService: ({ name, services }, report) =>
      report({ code: 'noService', params: { name }, suggestion: didYouMean(name, services) }),
    serviceFieldMissing: ({ service, call, field }, report) =>
      report({ code: 'serviceLacks', params: { field, service, call } }),
    serviceFieldRequired: ({ service, call, field }, report) =>
      report({ code: 'serviceRequires', params: { call, field, service } }),
    unknownShellMember: ({ name }, report) => report({ code: 'shellHasNo', params: { name } }),
    shellNeedsRoute: ({ name }, report) => report({ code: 'shellNeedsRoute', params: { name } }),
    formRuleWithoutCheck: (_, report) => report({ code: 'ruleWithoutCheck' }),
    unknownFormWidget: ({ value, widgets }, report) =>
      report({
        code: 'noFormWidget',
        params: { value: JSON.stringify(value), widgets: [...widgets].toSorted().join(', ') },
        suggestion: didYouMean(String(value), widgets),
      }),
    unknownUiOption: ({ name, known }, report) =>
      report({ code: 'noUiOption', params: { name }, suggestion: known && didYouMean(name.replace('ui:', ''), known) }),
    uiOptionType: ({ name, type }, report) => report({ code: 'uiOptionType', params: { name, type: type ?? '' } }),
    unknownUiSchemaField: ({ name, names }, report) =>
      report({ code: 'uiSchemaField', params: { name }, suggestion: didYouMean(name, names) }),
    uiSchemaNotObject: (_, report) => report({ code: 'uiSchemaNotObject' }),
    notListOfWords: (_, report) => report({ code: 'notListOfWords' }),
    localeTextNotString: (_, report) => report({ code: 'textNotString' }),
    wordNotString: (_, report) => report({ code: 'wordNotString' }),
  },
}
export default rule

/** With an unreadable manifest every screen would count as drawable. */
const noManifest = (): Report => ({
  code: 'noManifest',
})

/** Allowed values of a member of `x-a11y`: a list of values, or the kind of value. */
const A11Y_MEMBERS: Readonly<Record<string, readonly string[] | 'event' | 'slots' | 'token' | 'number'>> = {
  name: ['needed'],
  control: 'event',
  holds: ['controls', 'anything'],
  content: 'slots',
  target: 'token',
  live: ['off', 'polite', 'assertive'],
  level: 'number',
}

/** Checks that the names in a widget's annotations are declared by the widget, or are length tokens. */
function checkA11yAnnotation(
  source: Source,
  widget: Widget,
  isLength: (token: string) => boolean,
  report: (finding: Report, at: JsonNode, path: string) => void,
): void {
  const refuse = (at: JsonNode, path: string, code: string, name: string, names: Iterable<string>): void =>
    report({ code, params: { name, widget: widget.name }, suggestion: didYouMean(name, names) }, at, path)
  for (const { name, key, value } of members(member(source.root, 'x-a11y'))) {
    const kind = A11Y_MEMBERS[name]
    const path = `x-a11y/${name}`
    const text = String(value.value)
    if (kind === undefined) refuse(key, path, 'noA11yMember', name, Object.keys(A11Y_MEMBERS))
    else if (kind === 'slots') {
      for (const slot of itemsOf(value))
        if (!Object.hasOwn(widget.slots, String(slot.value)))
          refuse(slot, path, 'noSlot', String(slot.value), Object.keys(widget.slots))
    } else if (kind === 'event') {
      if (value.value !== true && !Object.hasOwn(widget.events, text))
        refuse(value, path, 'noEvent', text, Object.keys(widget.events))
    } else if (kind === 'token') {
      if (!isLength(text)) refuse(value, path, 'noLength', text, [])
    } else if (kind !== 'number' && !kind.includes(text))
      report(
        {
          code: 'otherA11yValue',
          params: { name, values: kind.join(' or ') },
          suggestion: didYouMean(text, kind),
        },
        value,
        path,
      )
  }
  const props = Object.keys(widget.props.properties ?? {})
  for (const { name, value } of members(member(member(source.root, 'props'), 'properties'))) {
    for (const other of itemsOf(member(member(value, 'x-color'), 'beside'))) {
      if (!props.includes(String(other.value)))
        refuse(other, `props/properties/${name}/x-color`, 'noProp', String(other.value), props)
    }
    for (const { value: token } of members(member(value, 'x-target-size'))) {
      if (!isLength(String(token.value)))
        refuse(token, `props/properties/${name}/x-target-size`, 'noLength', String(token.value), [])
    }
  }
}
