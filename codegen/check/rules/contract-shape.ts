import { manifestOf } from '../../compile/capabilities.ts'
import { unitOf } from '../../compile/folders.ts'
import type { CheckingRule } from '../../compile/checkingRule.ts'
import type { Widget } from '../../compile/contract.ts'
import type { Report } from '../../compile/diagnostics.ts'
import { didYouMean } from '../../compile/nearest.ts'
import type { JsonNode, Source } from '../../compile/source.ts'
import { itemsOf, member, members } from '../../compile/source.ts'
import { readTokenSizes } from '../../compile/tokenSizes.ts'

const rule: CheckingRule = {
  name: 'contract-shape',
  severity: 'error',
  doc: 'The files of the contract (calls, forms, widgets, actions, shell) have the required members.',
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
}
export default rule

export const noService = (name: string, services: Iterable<string>): Report => ({
  rule,
  message: `The app uses no service "${name}".`,
  suggestion: didYouMean(name, services),
})

export const serviceLacks = (service: string, call: string, field: string): Report => ({
  rule,
  message: `The app sends "${field}" to the service "${service}", and "${call}" does not take it.`,
  suggestion: 'Add the field to the payload of the call.',
})

export const serviceRequires = (service: string, call: string, field: string): Report => ({
  rule,
  message: `"${call}" requires "${field}", which the app does not send to the service "${service}".`,
  suggestion: 'Remove the field from "required".',
})

/** With an unreadable manifest every screen would count as drawable. */
const noManifest = (): Report => ({
  rule,
  message:
    'This is not the manifest of a release: it needs "release" and, for each widget, action and function, "version", "takes" and "has".',
  suggestion: 'Restore the file of the release, or write it with npm run check -- --release <version>.',
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
  const refuse = (at: JsonNode, path: string, message: string, name: string, names: Iterable<string>): void =>
    report({ rule, message, suggestion: didYouMean(name, names) }, at, path)
  for (const { name, key, value } of members(member(source.root, 'x-a11y'))) {
    const kind = A11Y_MEMBERS[name]
    const path = `x-a11y/${name}`
    const text = String(value.value)
    if (kind === undefined) refuse(key, path, `"x-a11y" has no "${name}".`, name, Object.keys(A11Y_MEMBERS))
    else if (kind === 'slots') {
      for (const slot of itemsOf(value))
        if (!Object.hasOwn(widget.slots, String(slot.value)))
          refuse(
            slot,
            path,
            `${widget.name} has no slot "${String(slot.value)}".`,
            String(slot.value),
            Object.keys(widget.slots),
          )
    } else if (kind === 'event') {
      if (value.value !== true && !Object.hasOwn(widget.events, text))
        refuse(value, path, `${widget.name} has no event "${text}".`, text, Object.keys(widget.events))
    } else if (kind === 'token') {
      if (!isLength(text)) refuse(value, path, `There is no length "${text}" among the tokens.`, text, [])
    } else if (kind !== 'number' && !kind.includes(text))
      refuse(value, path, `"${name}" is ${kind.join(' or ')}.`, text, kind)
  }
  const props = Object.keys(widget.props.properties ?? {})
  for (const { name, value } of members(member(member(source.root, 'props'), 'properties'))) {
    for (const other of itemsOf(member(member(value, 'x-color'), 'beside'))) {
      if (!props.includes(String(other.value)))
        refuse(
          other,
          `props/properties/${name}/x-color`,
          `${widget.name} has no prop "${String(other.value)}".`,
          String(other.value),
          props,
        )
    }
    for (const { value: token } of members(member(value, 'x-target-size'))) {
      if (!isLength(String(token.value)))
        refuse(
          token,
          `props/properties/${name}/x-target-size`,
          `There is no length "${String(token.value)}" among the tokens.`,
          String(token.value),
          [],
        )
    }
  }
}

export const textNotString = (): Report => ({ rule, message: 'A text is a string.' })

export const notListOfWords = (): Report => ({ rule, message: 'This file must be a list of words.' })

export const wordNotString = (): Report => ({ rule, message: 'A word is a string.' })

export const notObject = (): Report => ({ rule, message: 'This file must be an object.' })

export const otherCallId = (call: string): Report => ({
  rule,
  message: `The path of this file requires "call": "${call}".`,
})

export const noMethod = (): Report => ({
  rule,
  message: '"method" is GET or POST.',
  suggestion: 'Write "POST" for a call that changes something, else "GET".',
})

export const noEffect = (): Report => ({
  rule,
  message: '"effect" is read, write, session or money.',
  suggestion: 'Write "money" if it moves money, "write" if it changes something else, and "read" otherwise.',
})

export const noAuth = (): Report => ({
  rule,
  message: '"auth" is true or false.',
  suggestion: 'Write true if the call needs a session.',
})

export const noSender = (): Report => ({ rule, message: '"from" is client or server.' })

export const notForm = (): Report => ({
  rule,
  message: 'A form has a "schema", and beside it "uiSchema" and "rules".',
})

export const noFormPart = (name: string, parts: Iterable<string>): Report => ({
  rule,
  message: `"${name}" is no part of a form: ${[...parts].join(', ')}.`,
})

export const formNotObject = (): Report => ({
  rule,
  message: 'The values of a form are an object: write "type": "object".',
})

export const ruleWithoutCheck = (): Report => ({
  rule,
  message: 'A rule has a "check": an expression over the fields.',
  suggestion: 'Write for example "check": "=amount > decimal(\'0\')".',
})

export const shellNeedsRoute = (name: string): Report => ({ rule, message: `The shell needs "${name}": a route.` })

export const shellHasNo = (name: string): Report => ({ rule, message: `The shell has no "${name}".` })

export const noUiOption = (name: string, known?: Iterable<string>): Report => ({
  rule,
  message: `"${name}" is not an option that forms have here.`,
  suggestion: known && didYouMean(name.replace('ui:', ''), known),
})

export const uiOptionType = (name: string, type: string | undefined): Report => ({
  rule,
  message: `"${name}" must be ${type}.`,
  suggestion: 'Write a value of this kind.',
})

export const noFormWidget = (value: unknown, widgets: ReadonlySet<string>): Report => ({
  rule,
  message: `There is no form widget ${JSON.stringify(value)}: ${[...widgets].toSorted().join(', ')}.`,
  suggestion: didYouMean(String(value), widgets),
})

export const uiSchemaNotObject = (): Report => ({ rule, message: 'A uiSchema is an object.' })

/** A name of a uiSchema that is no field of the form; `names`: those that may be meant. */
export const uiSchemaField = (name: string, names: Iterable<string>): Report => ({
  rule,
  message: `The form has no field "${name}".`,
  suggestion: didYouMean(name, names),
})
