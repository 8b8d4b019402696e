import type { Expr, Json, Node, Screen, Step } from '../../../src/engine/language/expressions/program.ts'
import { propertiesOfFormat } from '../contract/annotated.ts'
import type { Vocabulary } from '../contract/contract.ts'
import { memoOfScreen } from '../source/memo.ts'
import { argumentOfKind } from './stateChanges.ts'
import { TOP, walkNodes, walkScreen, walkSteps } from './walk.ts'
import type { Surroundings, Visitor } from './walk.ts'

/** A navigation that leaves a screen. */
export interface Exit {
  /** A route; null: back, or where the guard leads. */
  to: string | null
  at: string
  surroundings: Surroundings
  step?: Step
}

/** Navigations that a screen executes when it is entered. */
export const exitsOnShow = memoOfScreen((screen, contract): readonly Exit[] => exitsIn(screen.onShow, contract))

/** Navigations within steps. */
export function exitsIn(steps: readonly Step[], contract: Vocabulary): Exit[] {
  const exits: Exit[] = []
  walkSteps(steps, TOP, exitFinder(contract, exits))
  return exits
}

/** Navigations that its controls offer. */
export function exitsOfBody(screen: Screen, contract: Vocabulary): Exit[] {
  const exits: Exit[] = []
  walkNodes(screen.body, TOP, exitFinder(contract, exits))
  return exits
}

/** All navigations of a screen. */
export const exitsOfScreen = memoOfScreen((screen, contract): readonly Exit[] => {
  const exits: Exit[] = []
  walkScreen(screen, exitFinder(contract, exits))
  return exits
})

function exitFinder(contract: Vocabulary, exits: Exit[]): Visitor {
  return {
    actions: contract.actions,
    node(node, surroundings) {
      for (const [name] of propertiesOfFormat(contract.widgets.get(node.widget)?.props, 'route')) {
        const value = valueOf(node, name)
        if (value !== undefined && value !== null)
          exits.push({
            to: typeof value === 'string' ? value : null,
            at: `${node.sourcePath}/props/${name}`,
            surroundings,
          })
      }
    },
    step(step, surroundings) {
      const action = contract.actions.get(step.action)
      if (!action) return
      const to = step.args?.[argumentOfKind(action, 'route') ?? '']
      if (action.leaves) exits.push({ to: typeof to === 'string' ? to : null, at: step.sourcePath, surroundings, step })
      else if (action.beginsSession || action.endsSession)
        exits.push({ to: null, at: step.sourcePath, surroundings, step })
    },
  }
}

const valueOf = (node: Node, name: string): Json | Expr | undefined => node.props?.[name] ?? node.exprs?.[name]
