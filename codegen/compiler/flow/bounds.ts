import type { Expr, Screen } from '../../../src/engine/language/expressions/program.ts'
import { entriesOf, operationsOf } from '../../../src/engine/language/expressions/visit.ts'
import type { Vocabulary } from '../contract/contract.ts'
import { hasError } from '../infer/types.ts'
import { walkScreen } from './walk.ts'

/** Bounds of a field: an object with members of these names. */
export interface Bounds {
  minimum: Expr | undefined
  maximum: Expr | undefined
  step: Expr | undefined
}

/** Calls back with the bounds that props of a screen give, and the path of the prop. */
export function visitBounds(
  screen: Screen,
  { actions }: Vocabulary,
  found: (bounds: Bounds, at: string) => void,
): void {
  walkScreen(screen, {
    actions,
    node({ exprs, sourcePath }) {
      for (const [prop, value] of Object.entries(exprs ?? {}))
        for (const operation of operationsOf(value)) {
          if (operation[0] !== 'map') continue
          const entries = new Map(entriesOf(operation).map(([key, expr]) => [String(key), expr]))
          const bounds = {
            minimum: entries.get('minimum'),
            maximum: entries.get('maximum'),
            step: entries.get('step'),
          }
          const given = Object.values(bounds).filter((expr) => expr !== undefined)
          if (given.length > 0 && !given.some(hasError)) found(bounds, `${sourcePath}/props/${prop}`)
        }
    },
  })
}
