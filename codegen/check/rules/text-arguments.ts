import { showType } from '../../compile/describeType.ts'
import type { Report, Rule } from '../../compile/diagnostics.ts'
import { suggest } from '../../compile/nearest.ts'
import type { Type } from '../../compile/types.ts'

const rule: Rule = {
  name: 'text-arguments',
  severity: 'error',
  doc: 'A text gets exactly the arguments that it names, as texts or numbers.',
}
export default rule

export const notMap = (): Report => ({
  rule,
  message: 'The arguments of a text are a map: {"name": value}.',
  suggestion: "Write for example text('key', {'name': session.user.name}).",
})

export const argumentNeeded = (key: string, name: string): Report => ({
  rule,
  message: `The text "${key}" needs the argument "${name}".`,
  suggestion: `Write {"text": "${key}", "args": {"${name}": …}}.`,
})

/** `hint`: the function that makes a text of the value. */
export const argumentType = (
  key: string,
  name: string,
  type: Type,
  expected: 'a whole number' | 'a string',
  hint: string | undefined,
): Report => ({
  rule,
  message: `The argument "${name}" of the text "${key}" is ${showType(type)}, and ${expected} is expected.`,
  suggestion: hint,
})

export const noArgument = (key: string, name: string, names: Iterable<string>): Report => ({
  rule,
  message: `The words of "${key}" name no argument "${name}".`,
  suggestion: suggest(name, names) ?? 'Remove it, or name it in the words.',
})
