import type { Expr, Node } from '../../../src/engine/language/expressions/program.ts'
import {
  contentOfNode,
  contentOfScreen,
  contentOfStep,
  entriesOf,
  isOperation,
} from '../../../src/engine/language/expressions/visit.ts'
import type { Content } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Call } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { hasError } from '../infer/types.ts'
import { argumentOfKind } from '../flow/stateChanges.ts'
import { walkScreen } from '../flow/walk.ts'

const rule: Rule = {
  meta: {
    name: 'missing-page',
    severity: 'warning',
    follows: {
      // A list that loads another query loads no page of this one.
      'endless-list': 'file',
    },
    doc: 'The further pages of a listed query can be loaded, unless the list takes a part of the rows.',
  },
  on: {
    screen({ screen, contract }, report) {
      const loaded = new Set<string>()
      // A step with an error may load the page of any query.
      let isWrong = false
      walkScreen(screen, {
        actions: contract.actions,
        step({ action, args, exprs }) {
          const argument = argumentOfKind(contract.actions.get(action), 'pagedQuery')
          if (argument === undefined) return
          if (hasError(exprs?.[argument])) isWrong = true
          loaded.add(String(args?.[argument]))
        },
      })
      if (isWrong) return
      const listed = new Set<string>()
      collectListed(contentOfScreen(screen), new Map(), listed)
      for (const [name, { call: id, payload }] of Object.entries(screen.queries)) {
        const call = contract.calls.get(id)
        const items = call?.paging?.items
        if (!call || items === undefined || namesRow(payload, call) || isLong(call, items)) continue
        if (listed.has(`${name}.${items}`) && !loaded.has(name))
          report(firstPageOnly(name, items), `queries/${name}`, true)
      }
    },
  },
}
export default rule

/** A page with so many rows is a list of which no user reads the end. */
const LONG_PAGE = 100
const isLong = ({ data }: Call, items: string): boolean => (data.properties?.[items]?.maxItems ?? 0) >= LONG_PAGE

/** Whether a payload has the id of a row. */
const namesRow = (payload: Expr | undefined, call: Call): boolean =>
  isOperation(payload) &&
  payload[0] === 'map' &&
  entriesOf(payload).some(([field]) => call.payload.properties?.[String(field)]?.format === 'id')

type Names = ReadonlyMap<string, Expr>

/** Adds `query.member` of each list whose items are all rows; `names`: the names of "let". */
function collectListed(contents: readonly Content[], names: Names, listed: Set<string>): void {
  for (const { nodes, steps } of contents) {
    for (const node of nodes ?? []) collectOfNode(node, names, listed)
    for (const step of steps ?? []) collectListed(contentOfStep(step), names, listed)
  }
}

function collectOfNode(node: Node, names: Names, listed: Set<string>): void {
  if (node.each) for (const source of sourcesOf(node.each.in, names)) listed.add(source)
  const inner = node.let === undefined ? names : new Map([...names, ...Object.entries(node.let)])
  collectListed(contentOfNode(node), inner, listed)
}

/** The members of queries that a list has all items of. */
function sourcesOf(list: Expr, names: Names): string[] {
  if (!isOperation(list)) return []
  switch (list[0]) {
    case '.': {
      const [, object, field] = list
      return isOperation(object) && object[0] === '@' && object[1] === 'data' ? [`${object[2]}.${field}`] : []
    }
    case 'v': {
      const named = names.get(list[1])
      // A name may be bound to an outer binding of the same name.
      return named === undefined ? [] : sourcesOf(named, new Map([...names].filter(([name]) => name !== list[1])))
    }
    case 'filter':
    case 'sortBy':
      return sourcesOf(list[1], names)
    case '?:':
      return [...sourcesOf(list[2], names), ...sourcesOf(list[3], names)]
    case 'f':
      if (list[1] === 'concat') return list.slice(2).flatMap((item) => sourcesOf(item, names))
      return list[1] === 'reverse' ? sourcesOf(list[2] ?? null, names) : []
    default:
      return []
  }
}

const firstPageOnly = (query: string, items: string): Report => ({
  code: 'firstPageOnly',
  params: { query, items },
})
