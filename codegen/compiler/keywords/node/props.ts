import type { Expr, Json } from '../../../../src/engine/language/expressions/program.ts'
import { compareValues, namedValues, propertyOf } from '../../compare/nodeComparison.ts'
import type { GivenValue } from '../../flow/currencyPairing.ts'
import { checkCurrencyPairing } from '../../flow/currencyPairing.ts'
import { valueProperties } from '../editorSchema.ts'
import type { JsonSchema } from '../editorSchema.ts'
import { WRONG_EXPR } from '../../infer/types.ts'
import { joinPath } from '../../lower/readFields.ts'
import { member, members } from '../../source/source.ts'
import { compileValue } from '../../lower/value.ts'
import type { Keyword } from '../keyword.ts'
import type { NodeKeyword } from './nodeKeyword.ts'

/** The keyword with this name, or that this is another word for. */
const keywordNamed = (name: string, keywords: readonly Keyword[]): string | undefined =>
  keywords.find((keyword) => keyword.name === name || keyword.synonyms?.includes(name))?.name

export const props: NodeKeyword = {
  name: 'props',
  kind: 'object',
  of: 'both',
  doc: 'Props of the widget, or values for the parameters of the part.',
  synonyms: ['with', 'params'],
  schema: ({ widget }): JsonSchema =>
    widget
      ? {
          type: 'object',
          properties: valueProperties(widget.props),
          required: [...(widget.props.required ?? [])],
          additionalProperties: false,
        }
      : { type: 'object' },
  check({ fields, widget, keywords, lowered, context: { unit, path } }) {
    const node = fields.widget?.parent?.parent
    if (!widget || !fields.widget || !node) return
    const known = widget.props.properties ?? {}
    for (const { name, key } of members(fields.props)) {
      if (Object.hasOwn(known, name)) continue
      unit.misnamed.add(node)
      unit.emit(
        { event: 'unknownProp', widget, name, keyword: keywordNamed(name, keywords) },
        key,
        joinPath(path, name),
      )
    }
    const isMisnamed = unit.misnamed.has(node)
    const required = widget.props.required ?? []
    const missing = [...required, ...(isMisnamed ? widget.a11y.names : [])].filter(
      (name) => !member(fields.props, name),
    )
    if (missing.length > 0)
      Object.assign(lowered, { exprs: Object.fromEntries(missing.map((name) => [name, WRONG_EXPR])) })
    if (isMisnamed) return
    for (const name of missing) unit.emit({ event: 'propMissing', widget: widget.name, name }, fields.widget, path)
  },
  compile(value, { widget, lowered: { exprs: missing = {} }, context }) {
    if (!widget) return {}
    const lowered: Record<string, Json> = {}
    const exprs: Record<string, Expr> = { ...missing }
    const known = widget.props.properties ?? {}
    const given: GivenValue[] = []
    for (const { name, value: prop } of members(value)) {
      const schema = Object.hasOwn(known, name) ? known[name] : undefined
      const path = joinPath(context.path, name)
      if (!schema) continue
      const compiled = compileValue(prop, schema, { ...context, path, holder: value })
      given.push({ name, node: prop, value: compiled })
      if ('json' in compiled) lowered[name] = compiled.json
      else exprs[name] = compiled.expr
    }
    checkCurrencyPairing(given, known, context, (name) => joinPath(context.path, name))
    return {
      node: {
        ...(Object.keys(lowered).length > 0 && { props: lowered }),
        ...(Object.keys(exprs).length > 0 && { exprs }),
      },
    }
  },
  compare: (before, after, { describer, reportMember }) =>
    compareValues(namedValues(before), namedValues(after), describer, propertyOf(after), reportMember),
}
