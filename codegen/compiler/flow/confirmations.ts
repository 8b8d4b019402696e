import type { Expr, Screen, Step } from '../../../src/engine/language/expressions/program.ts'
import { isOperation, operandsOf } from '../../../src/engine/language/expressions/visit.ts'
import type { ActionDef, Vocabulary } from '../contract/contract.ts'
import { annotatedWith } from '../contract/annotated.ts'
import { fieldOf } from '../contract/sentValues.ts'
import type { Schema } from '../contract/schema.ts'
import { walkScreen, type Surroundings } from './walk.ts'
import { writtenOut } from './writtenOut.ts'

/** A step that asks the user for confirmation. */
export interface Confirmation {
  step: Step
  surroundings: Surroundings
  /** The texts that the user reads, with their paths in the step; names are written out. */
  texts: readonly (readonly [path: string, text: Expr])[]
}

/** Visits every confirmation of a screen. */
export function walkConfirmations(
  screen: Screen,
  { actions }: Pick<Vocabulary, 'actions'>,
  visit: (confirmation: Confirmation) => void,
): void {
  walkScreen(screen, {
    actions,
    step(step, surroundings) {
      const action = actions.get(step.action)
      if (!action?.confirms) return
      const texts = textsOfConfirmation(action, step.exprs ?? {})
      visit({ step, surroundings, texts: texts.map(([path, text]) => [path, writtenOut(text, surroundings)] as const) })
    },
  })
}

/** The texts of the confirmations before a step. */
export type ConfirmedTexts = readonly Expr[]

/** The texts of a confirmation that the user reads, with their paths in the step: each item of a list by itself. */
export function textsOfConfirmation(
  action: ActionDef,
  exprs: Readonly<Record<string, Expr>>,
): [path: string, text: Expr][] {
  return Object.entries(exprs).flatMap(([name, expr]): [string, Expr][] => {
    if (!isReadArgument(action, name)) return []
    return isOperation(expr) && expr[0] === 'list'
      ? operandsOf(expr).map((item, index) => [`${name}/${index}`, item])
      : [[name, expr]]
  })
}

/** The texts of a confirmation that the user reads. */
export const confirmedTexts = (action: ActionDef, exprs: Readonly<Record<string, Expr>>): Expr[] =>
  textsOfConfirmation(action, exprs).map(([, text]) => text)

/** The items of a confirmation that may be folded away. */
export const foldedTexts = (action: ActionDef, exprs: Readonly<Record<string, Expr>>): Expr[] =>
  Object.entries(exprs).flatMap(([name, expr]) => {
    const folding = annotatedWith(action.args.properties?.[name]?.items, 'x-folds')[0]?.[0]
    if (folding === undefined || !isOperation(expr) || expr[0] !== 'list') return []
    return operandsOf(expr).filter((item) => {
      const folds = fieldOf(item, folding)
      return folds !== undefined && folds !== false
    })
  })

/** Whether users read an argument. */
export function isReadArgument(action: ActionDef, name: string): boolean {
  const schema = action.args.properties?.[name]
  return schema !== undefined && isRead(schema)
}

const isRead = (schema: Schema): boolean =>
  schema.format === 'text' ||
  schema['x-confirmed-value'] !== undefined ||
  Object.values(schema.properties ?? {}).some(isRead) ||
  (schema.items !== undefined && isRead(schema.items))
