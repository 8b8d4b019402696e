import { evaluate, type Env } from '../../../src/engine/language/expressions/evaluate.ts'
import { fieldKindsOf } from '../../../src/engine/language/forms/forms.ts'
import type { Expr, FormDef, Screen } from '../../../src/engine/language/expressions/program.ts'
import { parseRequirement } from '../../../src/engine/language/capabilities.ts'
import { walkScreen } from '../flow/walk.ts'
import type { ActionDef } from '../contract/contract.ts'

/** The input: the compiled screen without `requires`. */
type Program = Pick<Screen, 'state' | 'initialExprs' | 'toolbar' | 'body' | 'queries' | 'onShow'>

/**
 * Kinds of fields that only forms have which the screen does not draw when it is entered, and the forms with such kinds. A form
 * is one of these where each of its nodes is in what an event opens, such as a sheet, or under a condition that the constant
 * first values of the state make false.
 */
export function deferredKinds(
  program: Program,
  forms: Readonly<Record<string, FormDef>>,
  actions: ReadonlyMap<string, ActionDef>,
): { kinds: string[]; forms: Record<string, string[]> } {
  const atFirst = new Set<string>()
  walkScreen(program, {
    actions,
    node({ widget, props }, { conditions, event }) {
      if (
        widget === 'Form' &&
        typeof props?.form === 'string' &&
        event === null &&
        !conditions.some(({ expr, truth }) => isFalseAtFirst(expr, truth, program))
      )
        atFirst.add(props.form)
    },
  })
  const kindsOfForm = (name: string): Set<string> => (forms[name] ? fieldKindsOf(forms[name]) : new Set())
  const needed = new Set([...atFirst].flatMap((name) => [...kindsOfForm(name)]))
  const own = (name: string): string[] => [...kindsOfForm(name)].filter((kind) => !needed.has(kind)).toSorted()
  const deferred = Object.fromEntries(
    Object.keys(forms)
      .filter((name) => own(name).length > 0)
      .map((name) => [name, own(name)]),
  )
  return { kinds: [...new Set(Object.values(deferred).flat())].toSorted(), forms: deferred }
}

/** Those of the required widgets that only what an event opens has, such as a sheet: the first frame of the screen draws none of them. */
export function deferredWidgets(
  program: Program,
  required: readonly string[],
  actions: ReadonlyMap<string, ActionDef>,
): string[] {
  const atFirst = new Set<string>()
  walkScreen(program, {
    actions,
    node({ widget }, { event }) {
      if (event === null) atFirst.add(widget)
    },
  })
  return required.filter((widget) => !atFirst.has(parseRequirement(widget).name))
}

/** Whether a condition is known to fail when the screen is entered: of what can change, it reads constant first values only. */
function isFalseAtFirst(condition: Expr, truth: boolean, { state, initialExprs }: Program): boolean {
  const env: Env = {
    read(root, name) {
      if (root !== 'state' || !Object.hasOwn(state, name) || Object.hasOwn(initialExprs ?? {}, name))
        throw new Error('The value is not known.')
      return state[name]
    },
    text: notKnown,
    call: notKnown,
  }
  try {
    return evaluate(condition, null, env) !== truth
  } catch {
    return false
  }
}

function notKnown(): never {
  throw new Error('The value is not known.')
}
