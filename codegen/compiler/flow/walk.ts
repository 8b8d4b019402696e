import { awaitedBy, NODE_TRAITS } from '../../../src/engine/language/expressions/nodeTraits.ts'
import type { Expr, Node, Operation, Step } from '../../../src/engine/language/expressions/program.ts'
import {
  contentOfNode,
  contentOfScreen,
  contentOfStep,
  operationsOf,
  stepListsOf,
} from '../../../src/engine/language/expressions/visit.ts'
import type { Content, ScreenContent } from '../../../src/engine/language/expressions/visit.ts'
import type { ActionDef } from '../contract/contract.ts'
import { memo } from '../source/memo.ts'

/** The enclosing conditions, queries and branches of a lowered node or step. */
export interface Surroundings {
  /** Queries that must be loaded. */
  needs: readonly string[]
  /** Conditions of nodes and steps that must be true. */
  conditions: readonly Condition[]
  /** Enclosing branches of steps whose outcome is known only at run time. */
  outcomes: readonly BranchOutcome[]
  /** The triggering event; null in onShow. */
  event: { node: Node; name: string } | null
  /** The step whose slot contains it, such as a sheet; null on the screen. */
  opener: Step | null
  /** Names that steps bind, to the step and branch that bind them. */
  bound: ReadonlyMap<string, BranchOutcome>
  /** Names that "let", "each" and parameters of parts bind. */
  locals: ReadonlyMap<string, BoundLocal>
}

export interface BoundLocal {
  /** Its value; for a name that "each" binds the list of which it is an item. */
  expr: Expr
  /** Those in which the expression is evaluated. */
  surroundings: Surroundings
  /** Bound by "each": the local is an item of the value. */
  isItem?: true
}

export interface BranchOutcome {
  step: Step
  branch: string
}

export interface Condition {
  expr: Expr
  truth: boolean
}

export interface Visitor {
  actions: ReadonlyMap<string, ActionDef>
  node?(node: Node, surroundings: Surroundings): void
  step?(step: Step, surroundings: Surroundings): void
}

export const TOP: Surroundings = {
  needs: [],
  conditions: [],
  outcomes: [],
  event: null,
  opener: null,
  bound: new Map(),
  locals: new Map(),
}

interface Visit<Item> {
  item: Item
  surroundings: Surroundings
}
interface Visits {
  nodes: readonly Visit<Node>[]
  steps: readonly Visit<Step>[]
}

/** The nodes and steps of a screen with their surroundings, computed once: most rules visit every screen. */
const visitsOf = memo((actions: ReadonlyMap<string, ActionDef>) =>
  memo((screen: ScreenContent): Visits => {
    const nodes: Visit<Node>[] = []
    const steps: Visit<Step>[] = []
    const visitor: Visitor = {
      actions,
      node: (item, surroundings) => nodes.push({ item, surroundings }),
      step: (item, surroundings) => steps.push({ item, surroundings }),
    }
    for (const content of contentOfScreen(screen)) walkContent(content, TOP, visitor)
    return { nodes, steps }
  }),
)

/** Visits every node of a screen, and then every step, in the order of the document; parts are visited at each use. */
export function walkScreen(screen: ScreenContent, visitor: Visitor): void {
  const { nodes, steps } = visitsOf(visitor.actions)(screen)
  if (visitor.node) for (const { item, surroundings } of nodes) visitor.node(item, surroundings)
  if (visitor.step) for (const { item, surroundings } of steps) visitor.step(item, surroundings)
}

/** Visits each operation in the props, the conditions and the arguments of steps of a screen; `at` is the source path of its expression. */
export function walkOperations(
  screen: ScreenContent,
  actions: Visitor['actions'],
  visit: (operation: Operation, at: string) => void,
): void {
  const visitAll = (exprs: Readonly<Record<string, Expr | undefined>> = {}, at: string): void => {
    for (const [name, expr] of Object.entries(exprs))
      for (const operation of operationsOf(expr ?? null)) visit(operation, `${at}/${name}`)
  }
  walkScreen(screen, {
    actions,
    node: ({ exprs, visible, sourcePath }) => {
      visitAll(exprs, `${sourcePath}/props`)
      visitAll({ visible }, sourcePath)
    },
    step: ({ exprs, sourcePath }) => visitAll(exprs, sourcePath),
  })
}

/** Every list of steps of a screen: onShow, each handler and each branch. */
export function walkStepLists(
  screen: ScreenContent,
  actions: Visitor['actions'],
  visit: (steps: readonly Step[]) => void,
): void {
  for (const steps of stepListsOf(contentOfScreen(screen))) visit(steps)
  walkScreen(screen, {
    actions,
    node(node) {
      for (const steps of stepListsOf(contentOfNode(node))) visit(steps)
    },
    step(step) {
      for (const steps of stepListsOf(contentOfStep(step))) visit(steps)
    },
  })
}

function walkContent({ nodes, steps }: Content, surroundings: Surroundings, visitor: Visitor): void {
  if (nodes) walkNodes(nodes, surroundings, visitor)
  else walkSteps(steps, surroundings, visitor)
}

/** Visits nodes in the order of the document, each before its placeholder, slots, handlers and fallback. */
export function walkNodes(nodes: readonly Node[], surroundings: Surroundings, visitor: Visitor): void {
  for (const node of nodes) {
    // Most nodes add nothing to their surroundings.
    const scoped = withLocals(node, surroundings)
    const awaited = awaitedBy(node)
    const inner: Surroundings =
      awaited === undefined && node.visible === undefined
        ? scoped
        : {
            ...scoped,
            needs: awaited === undefined ? scoped.needs : [...scoped.needs, awaited],
            conditions:
              node.visible === undefined
                ? scoped.conditions
                : [...scoped.conditions, { expr: node.visible, truth: true }],
          }
    visitor.node?.(node, inner)
    for (const content of contentOfNode(node)) {
      const { keyword, name } = content
      const around = NODE_TRAITS.replaces.has(keyword) ? scoped : inner
      walkContent(content, keyword === 'on' ? { ...around, event: { node, name } } : around, visitor)
    }
  }
}

/** Adds the names that a node binds, each in the surroundings of those before it. */
function withLocals({ each, let: names }: Node, surroundings: Surroundings): Surroundings {
  let scoped = surroundings
  const bind = (name: string, local: Omit<BoundLocal, 'surroundings'>): void => {
    scoped = { ...scoped, locals: new Map([...scoped.locals, [name, { ...local, surroundings: scoped }]]) }
  }
  if (each) bind(each.as, { expr: each.in, isItem: true })
  for (const [name, expr] of Object.entries(names ?? {})) bind(name, { expr })
  return scoped
}

/** Visits steps in their order, each before its slots and branches. */
export function walkSteps(steps: readonly Step[], surroundings: Surroundings, visitor: Visitor): void {
  for (const step of steps) {
    visitor.step?.(step, surroundings)
    for (const content of contentOfStep(step))
      walkContent(
        content,
        content.steps ? inBranch(step, content.name, surroundings, visitor) : { ...surroundings, opener: step },
        visitor,
      )
  }
}

function inBranch(step: Step, branch: string, surroundings: Surroundings, visitor: Visitor): Surroundings {
  const name = step.as?.[branch]
  const test = conditionOf(step, branch, visitor)
  return {
    ...surroundings,
    conditions: test ? [...surroundings.conditions, test] : surroundings.conditions,
    outcomes: test ? surroundings.outcomes : [...surroundings.outcomes, { step, branch }],
    bound: name === undefined ? surroundings.bound : new Map([...surroundings.bound, [name, { step, branch }]]),
  }
}

function conditionOf(step: Step, branch: string, { actions }: Visitor): Condition | undefined {
  const def = actions.get(step.action)?.branches[branch]
  const [argument, truth] = def?.['x-when'] === undefined ? [def?.['x-unless'], false] : [def['x-when'], true]
  const expr = argument === undefined ? undefined : step.exprs?.[argument]
  return expr === undefined ? undefined : { expr, truth }
}
