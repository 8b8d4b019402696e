import { contract } from '../../../generated/contract.ts'
import { capabilities } from '../../../generated/capabilities.ts'
import { compileFormCheck } from '../api/forms.ts'
import { fieldsOf } from '../../../engine/language/forms/forms.ts'
import type { CallDef, Expr, FormDef } from '../../../engine/language/expressions/program.ts'
import { operationsOf } from '../../../engine/language/expressions/visit.ts'
import { canonicalJson } from '../../../engine/language/values/canonicalJson.ts'
import type { FormsAndCalls } from './revision.ts'

/** Calls and rules of a revision that this server cannot serve or enforce, one sentence each. */
export function unsupportedBy({ forms, calls }: FormsAndCalls, own: Readonly<Record<string, CallDef>>): string[] {
  return [
    ...Object.entries(calls).flatMap(([call, def]) => unsupportedCall(call, def, own)),
    ...unsupportedForms(forms),
  ]
}

function unsupportedCall(call: string, def: CallDef, own: Readonly<Record<string, CallDef>>): string[] {
  const facts = Object.hasOwn(contract, call) ? contract[call as keyof typeof contract] : undefined
  if (!facts) return [`This server does not answer the call ${call}.`]
  for (const part of ['method', 'auth', 'effect'] as const) {
    if (facts[part] !== def[part])
      return [`The call ${call} has the ${part} ${String(facts[part])} on this server, not ${String(def[part])}.`]
  }
  const ownCall = own[call]
  if (
    ownCall &&
    canonicalJson([ownCall.data, ownCall.paging ?? null]) !== canonicalJson([def.data, def.paging ?? null])
  )
    return [`The call ${call} answers something else on this server than the revision expects.`]
  return []
}

function unsupportedForms(forms: Readonly<Record<string, FormDef>>): string[] {
  const problems: string[] = []
  for (const [call, { forms: formLink, fields, files }] of Object.entries(contract)) {
    if (!formLink) continue
    for (const name of typeof formLink.of === 'string' ? [formLink.of] : Object.values(formLink.of)) {
      const form = Object.hasOwn(forms, name) ? forms[name] : undefined
      if (!form) problems.push(`The call ${call} is held to the form ${name}, which is not there.`)
      else if (!fieldsOf(form).some((field) => fields.includes(field.name)))
        problems.push(`The call ${call} is held to the form ${name}, none of whose fields it takes.`)
      else
        problems.push(
          ...compileFailure(call, name, () => compileFormCheck(form.schema, new Set(fields), new Set(files))),
        )
    }
  }
  for (const [name, form] of Object.entries(forms)) {
    for (const { check, field } of form.rules) {
      for (const called of functionsIn(check)) {
        if (!Object.hasOwn(capabilities.functions, called))
          problems.push(
            `A rule of the form ${name} at the field ${field} uses ${called}(), which this server does not have.`,
          )
      }
    }
  }
  return problems
}

function compileFailure(call: string, name: string, compile: () => unknown): string[] {
  try {
    compile()
    return []
  } catch (error) {
    return [
      `The call ${call} is held to the form ${name}, whose schema this server cannot compile: ${error instanceof Error ? error.message : String(error)}`,
    ]
  }
}

const functionsIn = (expr: Expr): string[] =>
  operationsOf(expr).flatMap((operation) => (operation[0] === 'f' ? [operation[1]] : []))
