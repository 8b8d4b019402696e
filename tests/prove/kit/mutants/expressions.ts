import { parseExpression, visitAst } from '../../../../codegen/compiler/infer/ast.ts'
import type { ASTNode } from '../../../../codegen/compiler/infer/ast.ts'
import { edit, expressions, put, show, typo } from './project.ts'
import type { Kind, Mutant, Path, Project } from './project.ts'
import type { Random } from '../random.ts'

/** A replacement of a piece of an expression. */
interface Change {
  start: number
  end: number
  text: string
  what: string
}

function nodesOf(ast: ASTNode): ASTNode[] {
  const nodes: ASTNode[] = []
  visitAst(ast, (node) => nodes.push(node))
  return nodes
}

/** A kind that changes a piece of an expression; `where` excludes positions. */
export function inExpressions(
  name: string,
  changes: (node: ASTNode, text: string, random: Random) => Iterable<Change>,
  more: { mayPass?: string; where?: (path: Path) => boolean } = {},
): Kind {
  return {
    name,
    ...(more.mayPass === undefined ? {} : { mayPass: more.mayPass }),
    *sites(project: Project, random: Random): Generator<Mutant> {
      for (const { file, path, text, set } of expressions(project)) {
        const parsed = parseExpression(text)
        if ('fault' in parsed || more.where?.(path) === false) continue
        for (const node of nodesOf(parsed.ast)) {
          for (const { start, end, text: into, what } of changes(node, text, random)) {
            yield edit(
              project,
              file,
              `${show(path)}: ${what} in ${text.slice(0, 60)}`,
              set(text.slice(0, start) + into + text.slice(end)),
            )
          }
        }
      }
    },
  }
}

/** The text of a node of an expression. */
export const source = (node: ASTNode, text: string): string => text.slice(node.start, node.end)

const renamedPath = inExpressions('renamed-path', function* (node, text, random) {
  if (node.op !== '.') return
  const name = node.args[1]
  const start = text.lastIndexOf(name, node.end)
  const wrong = typo(name, random)
  if (start >= 0) yield { start, end: start + name.length, text: wrong, what: `.${name} is .${wrong}` }
})

const unknownName = inExpressions('unknown-name', function* (node, _text, random) {
  if (node.op !== 'id') return
  const wrong = typo(node.args, random)
  yield { start: node.start, end: node.start + node.args.length, text: wrong, what: `${node.args} is ${wrong}` }
})

const unknownFunction = inExpressions('unknown-function', function* (node, text, random) {
  if (node.op !== 'call' && node.op !== 'rcall') return
  const name = node.args[0]
  const from = node.op === 'call' ? node.start : node.args[1].end
  const start = text.indexOf(name, from)
  const wrong = typo(name, random)
  if (start >= 0) yield { start, end: start + name.length, text: wrong, what: `${name}() is ${wrong}()` }
})

const lostArgument = inExpressions('lost-function-argument', function* (node, text) {
  if (node.op !== 'call' || node.args[1].length !== 1) return
  const [only] = node.args[1]
  if (only) yield { start: only.start, end: only.end, text: '', what: `${source(node, text)} has no argument` }
})

const FORMATTERS = ['money', 'price', 'percent', 'quantity']
const swappedUnit = inExpressions('swapped-formatter', function* (node, _text, random) {
  if (node.op !== 'call' || !FORMATTERS.includes(node.args[0])) return
  const other = random.pick(FORMATTERS.filter((formatter) => formatter !== node.args[0]))
  yield {
    start: node.start,
    end: node.start + node.args[0].length,
    text: other,
    what: `${node.args[0]}() is ${other}()`,
  }
})

const rawNumber = inExpressions(
  'raw-number',
  function* (node, text) {
    if (node.op !== 'call' || ![...FORMATTERS, 'dateTime', 'relativeTime', 'date', 'number'].includes(node.args[0]))
      return
    const [first] = node.args[1]
    if (first)
      yield { start: node.start, end: node.end, text: source(first, text), what: `${source(node, text)} is shown raw` }
  },
  { mayPass: 'an integer without a unit may stand in a text as it is' },
)

const lostNullGuard = inExpressions(
  'lost-null-guard',
  function* (node, text) {
    if (node.op === '?:') {
      const [test, yes, no] = node.args
      if (test.op === '!=' && test.args.some((side) => side.op === 'value' && side.args === null))
        yield { start: node.start, end: node.end, text: source(yes, text), what: `${source(test, text)} is not asked` }
      if (test.op === '==' && test.args.some((side) => side.op === 'value' && side.args === null))
        yield { start: node.start, end: node.end, text: source(no, text), what: `${source(test, text)} is not asked` }
    }
    if (node.op === 'rcall' && node.args[0] === 'orValue')
      yield { start: node.start, end: node.end, text: source(node.args[1], text), what: `no .orValue()` }
    if (node.op === '&&') {
      const [left, right] = node.args
      if (left.op === '!=' || (left.op === 'call' && left.args[0] === 'has'))
        yield {
          start: node.start,
          end: node.end,
          text: source(right, text),
          what: `${source(left, text)} is not asked`,
        }
    }
  },
  { mayPass: 'the guard kept out more than null: without it the condition is another, and a sound one' },
)

const wrongType = inExpressions('swapped-type', function* (node, text, random) {
  if (node.start !== 0 || node.end < text.trimEnd().length || node.op === 'value') return
  yield {
    start: 0,
    end: text.length,
    text: random.pick(['[1, 2]', '{"a": true}', '[["x"]]']),
    what: 'is of another type',
  }
})

const wrongComparison = inExpressions(
  'wrong-comparison',
  function* (node, text, random) {
    if (node.op !== '==' && node.op !== '!=') return
    for (const side of node.args) {
      if (side.op !== 'value' || typeof side.args !== 'string' || side.args === '') continue
      const wrong = typo(side.args, random)
      yield { start: side.start, end: side.end, text: `'${wrong}'`, what: `compared with '${wrong}'` }
      yield { start: side.start, end: side.end, text: '7', what: `${source(node, text)} compared with 7` }
    }
  },
  { mayPass: 'what is compared may be any text, as far as the contract says' },
)

const brokenSyntax = inExpressions('broken-expression', function* (node, text) {
  if (node.op === 'value' || node.start !== 0) return
  if (node.end >= text.trimEnd().length)
    yield { start: text.length, end: text.length, text: ' +', what: 'ends too early' }
})

const FLIPPED: Record<string, string> = { '&&': '+', '+': '&&', '<': '+', '>': '%', '==': '-' }
const wrongOperator = inExpressions('wrong-operator', function* (node, text) {
  const into = FLIPPED[node.op]
  if (into === undefined) return
  const [left, right] = node.args as [ASTNode, ASTNode]
  yield { start: left.end, end: right.start, text: ` ${into} `, what: `${node.op} is ${into} in ${source(node, text)}` }
})

const outOfScope: Kind = {
  name: 'row-out-of-scope',
  *sites(project) {
    for (const { file, path, text } of expressions(project)) {
      if (path.at(-1) !== 'key') continue
      const holder = path.slice(0, -1)
      yield edit(project, file, `${show(holder)}: not repeated any more, and reads ${text}`, (copy) => {
        put(copy, [...holder, 'visible'], `=${text} != ''`)
        put(copy, [...holder, 'each'], 'other in [1]')
      })
    }
  },
}

const wrongKey: Kind = {
  name: 'broken-key',
  *sites(project) {
    for (const { file, path } of expressions(project)) {
      if (path.at(-1) !== 'key') continue
      yield edit(project, file, `${show(path)}: the key is the same for all`, (copy) => put(copy, path, "='row'"))
      yield edit(project, file, `${show(path)}: the key is an object`, (copy) => put(copy, path, '={"a": 1}'))
      yield edit(project, file, `${show(path)}: no key`, (copy) => put(copy, path, ''))
    }
  },
}

export const inferred: readonly Kind[] = [
  renamedPath,
  unknownName,
  unknownFunction,
  lostArgument,
  swappedUnit,
  rawNumber,
  lostNullGuard,
  wrongType,
  wrongComparison,
  brokenSyntax,
  wrongOperator,
  outOfScope,
  wrongKey,
]
