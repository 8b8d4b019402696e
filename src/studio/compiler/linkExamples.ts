import { NO_FUNCTION_ENV } from '../../../codegen/compiler/service/project.ts'
import { VISITOR, type UserKind } from '../../../codegen/fixtures/fixture.ts'
import { evaluate, Scope, type Env } from '../../engine/language/expressions/evaluate.ts'
import { callFunction } from '../../engine/language/expressions/functions.ts'
import { isJsonObject } from '../../engine/language/values/json.ts'
import type { Expr, Json, Screen, Step } from '../../engine/language/expressions/program.ts'
import { conforms } from '../../engine/language/forms/validate.ts'
import {
  contentOfNode,
  contentOfScreen,
  contentOfStep,
  someOperation,
  type Content,
} from '../../engine/language/expressions/visit.ts'
import { paramShape, type Params } from '../preview/exampleParams.ts'
import type { AskedCall, LinkExample } from './protocol.ts'
import { modes } from '../product.ts'

/** A local of a link: a row of a list, or a parameter of a part. */
type Local = { name: string; rowOf: Expr } | { name: string; value: Expr }

interface Link {
  from: Screen
  step: Step
  locals: readonly Local[]
}

/** Interrupts an evaluation that reads a reply which is not there yet. */
class ReplyNeeded extends Error {
  constructor(readonly needed: Exclude<LinkExample, { params: Params }>) {
    super('A reply is needed.')
  }
}

/**
 * The required parameters of a screen as the first link of the catalogue passes them of which all are known: of the first row of the
 * list in which the link is, else its constants. `replies`: the data of the calls that were asked for, by name; null where there is none.
 */
export function linkExample(
  screen: Pick<Screen, 'route' | 'params'>,
  screens: readonly Screen[],
  user: { kind: string; fields?: UserKind['fields'] },
  replies: Readonly<Record<string, Json>>,
): LinkExample {
  const required = Object.entries(screen.params).filter(([, def]) => def.required === true)
  const links = screens.flatMap((from) => linksIn(from, contentOfScreen(from), [], screen.route))
  const readsRow = ({ step, locals }: Link): boolean =>
    locals.some((local) => 'rowOf' in local) && step.exprs?.params !== undefined
  for (const link of [...links.filter(readsRow), ...links.filter((link) => !readsRow(link))]) {
    try {
      const passed = paramsOf(link, envOf(link.from, user, replies))
      const known = required.filter(([name, def]) => conforms(paramShape(def), passed[name]))
      if (required.length > 0 && known.length === required.length)
        return { params: Object.fromEntries(known.map(([name]) => [name, passed[name] as Params[string]])) }
    } catch (error) {
      if (error instanceof ReplyNeeded) return error.needed
      // The link depends on what only a user does, such as the answer of a form.
    }
  }
  return { params: {} }
}

function linksIn(from: Screen, contents: readonly Content[], locals: readonly Local[], route: string): Link[] {
  return contents.flatMap(({ nodes = [], steps = [] }) => [
    ...nodes.flatMap((node) => {
      const own: Local[] = [
        ...(node.each ? [{ name: node.each.as, rowOf: node.each.in }] : []),
        ...Object.entries(node.let ?? {}).map(([name, value]) => ({ name, value })),
      ]
      return linksIn(from, contentOfNode(node), [...locals, ...own], route)
    }),
    ...steps.flatMap((step) => [
      ...(step.args?.to === route ? [{ from, step, locals }] : []),
      ...linksIn(from, contentOfStep(step), locals, route),
    ]),
  ])
}

function paramsOf({ step, locals }: Link, env: Env): Readonly<Record<string, unknown>> {
  const expr = step.exprs?.params
  if (expr === undefined) return isJsonObject(step.args?.params) ? step.args.params : {}
  return evaluate(expr, scopeOf(locals, expr, env), env) as Record<string, unknown>
}

/** The scope of an expression. A list is read only where one of its rows is. */
function scopeOf(locals: readonly Local[], expr: Expr, env: Env): Scope | null {
  const [outer, last] = [locals.slice(0, -1), locals.at(-1)]
  if (!last) return null
  const isRead = someOperation(expr, (operation) => operation[0] === 'v' && operation[1] === last.name)
  if (!isRead) return scopeOf(outer, expr, env)
  const definition = 'rowOf' in last ? last.rowOf : last.value
  const around = scopeOf(outer, ['list', definition, expr], env)
  if ('value' in last) return new Scope(last.name, last.value, around, true, around)
  const rows = evaluate(definition, around, env)
  return new Scope(last.name, Array.isArray(rows) ? rows[0] : null, around)
}

/** Environment of a screen that is entered without parameters. */
function envOf(
  { params, state, queries, calls }: Screen,
  { kind, fields = {} }: Parameters<typeof linkExample>[2],
  replies: Readonly<Record<string, Json>>,
): Env {
  const env: Env = {
    read(root, name) {
      if (root === 'data') return dataOf(name)
      if (root === 'queries') return { stale: false, refreshing: false, hasMore: false, updatedAt: 0 }
      if (root === 'params') return params[name]?.default ?? null
      if (root === 'state') return state[name] ?? null
      if (root !== 'session') return null
      return name === 'loggedIn' ? kind !== VISITOR : name === 'user' ? fields : (fields[name] ?? modes[0])
    },
    text: NO_FUNCTION_ENV.text,
    call: (name, args) => callFunction(name, args, NO_FUNCTION_ENV),
  }
  function dataOf(name: string): Json {
    const query = queries[name]
    if (!query) return null
    const payload = (query.payload === undefined ? {} : evaluate(query.payload, null, env)) as AskedCall['payload']
    const reply = JSON.stringify([query.call, payload])
    if (!Object.hasOwn(replies, reply))
      throw new ReplyNeeded({ asks: { call: query.call, payload }, method: calls[query.call]?.method ?? 'GET', reply })
    return replies[reply] ?? null
  }
  return env
}
