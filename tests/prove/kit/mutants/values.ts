import { inExpressions, source } from './expressions.ts'
import { edit, isObject, put, show, widgets } from './project.ts'
import type { Kind } from './project.ts'

const COMPARISONS = ['==', '!=', '<', '<=', '>', '>=']

const equalBranches = inExpressions('equal-branches', function* (node, text) {
  if (node.op !== '?:') return
  const [, yes, no] = node.args
  yield {
    start: no.start,
    end: no.end,
    text: source(yes, text),
    what: `both branches of ${source(node, text)} are the first`,
  }
})

const testedAgain = inExpressions('tested-again', function* (node, text) {
  if (node.op !== '?:') return
  const [test, yes, no] = node.args
  const [condition, first, second] = [test, yes, no].map((item) => source(item, text))
  yield {
    start: yes.start,
    end: yes.end,
    text: `(${condition} ? ${first} : ${second})`,
    what: `${condition} is tested again`,
  }
})

const contradiction = inExpressions('contradiction', function* (node, text) {
  if (!COMPARISONS.includes(node.op)) return
  const one = source(node, text)
  const opposite = { '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>' }[node.op as '==']
  const [left, right] = node.args as [typeof node, typeof node]
  const other = `${source(left, text)} ${opposite} ${source(right, text)}`
  yield { start: node.start, end: node.end, text: `(${one} && ${other})`, what: `${one} and its opposite` }
})

const sizeOutOfRange = inExpressions(
  'size-out-of-range',
  function* (node, text) {
    if (!COMPARISONS.includes(node.op)) return
    const [left, right] = node.args as [typeof node, typeof node]
    if (left.op !== 'call' || left.args[0] !== 'size' || right.op !== 'value') return
    for (const [limit, what] of [
      ['-1', 'below 0'],
      ['10000000', 'beyond the list'],
    ] as const)
      yield { start: right.start, end: right.end, text: limit, what: `the limit of ${source(node, text)} is ${what}` }
  },
  { mayPass: 'the list is put together of several, whose length no schema bounds' },
)

const indexOutOfRange = inExpressions(
  'index-out-of-range',
  function* (node, text) {
    if (node.op !== 'rcall' || !['first', 'last'].includes(node.args[0])) return
    for (const wrong of ['[-1]', '[10000000]', '.take(0).first()'])
      yield {
        start: node.start,
        end: node.end,
        text: `${source(node.args[1], text)}${wrong}`,
        what: `${wrong} for ${source(node, text)}`,
      }
  },
  { mayPass: 'no schema bounds the length of the list' },
)

/** Conditions of nodes on their children: the same one, and its opposite. */
const conditionWithin: Kind = {
  name: 'condition-within',
  *sites(project) {
    for (const { file, path, node } of widgets(project)) {
      const { visible, children } = node
      if (typeof visible !== 'string' || !Array.isArray(children)) continue
      for (const [index, child] of children.entries()) {
        if (!isObject(child) || child.visible !== undefined) continue
        const at = [...path, 'children', index, 'visible']
        yield edit(project, file, `${show(at)}: the condition around it`, (copy) => put(copy, at, visible))
        yield edit(project, file, `${show(at)}: the opposite of the condition around it`, (copy) =>
          put(copy, at, `=!(${visible.slice(1)})`),
        )
      }
    }
  },
}

export const values: readonly Kind[] = [
  equalBranches,
  testedAgain,
  contradiction,
  sizeOutOfRange,
  indexOutOfRange,
  conditionWithin,
]
