import type { Node } from '../../../src/core/program.ts'
import type { ActionDef, Contract } from '../contract.ts'
import { TOP, walkNodes } from './walk.ts'
import type { Visitor } from './walk.ts'

/** The argument of an action whose schema has this annotation. */
export const argumentWith = (action: ActionDef | undefined, keyword: `x-${string}`): string | undefined =>
  Object.entries(action?.args.properties ?? {}).find(([, schema]) => schema[keyword] !== undefined)?.[0]

/** Tells of every state that a step sets. */
export function settersOf(contract: Contract, found: (state: string) => void): Visitor {
  return {
    actions: contract.actions,
    step({ do: name, args }) {
      const argument = argumentWith(contract.actions.get(name), 'x-state-name')
      const state = argument === undefined ? undefined : args?.[argument]
      if (typeof state === 'string') found(state.split('.')[0] ?? '')
    },
  }
}

/** States that the handlers of nodes set: those of a sheet run before the step after it. */
export function statesSetIn(nodes: readonly Node[], contract: Contract): string[] {
  const states: string[] = []
  walkNodes(nodes, TOP, settersOf(contract, (state) => states.push(state)))
  return states
}
