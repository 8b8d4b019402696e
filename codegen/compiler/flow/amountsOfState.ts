import { argumentOfKind } from './stateChanges.ts'
import { isExpression } from '../lower/compilationUnit.ts'
import type { CompileContext } from '../lower/compileContext.ts'
import { joinPath } from '../lower/readFields.ts'
import type { Schema } from '../contract/schema.ts'
import { itemsOf, member, stringAt } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'

type States = ReadonlyMap<string, { readonly schema: Schema }>

/** The states, or fields of a state, whose currency or symbol is a state or field: `amount` of `currency`, `row.amount` of `row.currency`. */
export function amountsOfState(path: string, states: States): string[] {
  const fields = path.split('.')
  const name = fields.pop() ?? ''
  const [head, ...inner] = fields
  const beside: readonly (readonly [string, Schema])[] =
    head === undefined
      ? [...states].map(([state, { schema }]) => [state, schema] as const)
      : Object.entries(
          inner.reduce<Schema>((schema, field) => schema.properties?.[field] ?? {}, states.get(head)?.schema ?? {})
            .properties ?? {},
        )
  return beside.flatMap(([field, schema]) =>
    (schema.items ?? schema)['x-unit-ref'] === name ? [[...fields, field].join('.')] : [],
  )
}

/**
 * Reports a step that sets the currency or symbol of an amount, where no step beside it sets the amount. An amount that is calculated
 * before has the currency of before.
 */
export function checkAmountsOfStates(list: JsonNode, { unit, path }: CompileContext): void {
  const set = itemsOf(list).map((step) => {
    const action = unit.contract.actions.get(stringAt(step, 'action') ?? '')
    const argument = argumentOfKind(action, 'state')
    const value = member(step, argumentOfKind(action, 'stateValue') ?? '')
    const node = argument === undefined ? undefined : member(step, argument)
    return node?.type === 'string'
      ? {
          node,
          argument,
          name: String(node.value),
          isLiteral: value !== undefined && !isExpression(value),
        }
      : undefined
  })
  for (const [index, step] of set.entries()) {
    if (!step) continue
    const { node, argument = '', name } = step
    const left = amountsOfState(name, unit.states).find(
      (amount) => !set.some((other, at) => other?.name === amount && (at > index || other.isLiteral)),
    )
    if (left !== undefined)
      unit.emit(
        { event: 'amountOfCurrencyNotSet', unit: name, amount: left },
        node,
        joinPath(path, `${index}/${argument}`),
      )
  }
}
