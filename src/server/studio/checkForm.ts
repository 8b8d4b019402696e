import type { FormDef, Json } from '../../core/program.ts'
import { contract } from '../../generated/contract.ts'
import type { CallId } from '../../generated/calls.ts'
import { checkPayload } from '../api/decode.ts'
import { Refusal } from '../errors.ts'

/** What the server answers to values of a form that are sent with a call. */
export interface Verdict {
  call: CallId
  /** The error and its parameters; null: the values are accepted. */
  refusal: { code: string; params: object } | null
}

/** The decision of the server about values of a form, for each call that takes the form: the check of real requests, with this form. */
export function checkForm(id: string, form: FormDef, values: Readonly<Record<string, Json>>): Verdict[] {
  return (Object.keys(contract) as CallId[])
    .filter((call) => formsOf(call, values).includes(id))
    .map((call) => {
      try {
        checkPayload(call, { ...choiceOf(call, id), ...values }, { [id]: form })
        return { call, refusal: null }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { call, refusal: { code: error.code, params: error.params } }
      }
    })
}

/** The field by which a call chooses among several forms, with the value that chooses this one: the screen sends it, no field of the form. */
function choiceOf(call: CallId, id: string): Record<string, Json> {
  const { forms } = contract[call] as { forms?: { of: string | Record<string, string>; by?: string } }
  if (!forms || typeof forms.of === 'string' || forms.by === undefined) return {}
  const chosen = Object.entries(forms.of).find(([, form]) => form === id)?.[0]
  return chosen === undefined ? {} : { [forms.by]: chosen }
}

function formsOf(call: CallId, values: Readonly<Record<string, Json>>): string[] {
  const { forms } = contract[call] as { forms?: { of: string | Record<string, string>; by?: string } }
  if (!forms) return []
  if (typeof forms.of === 'string') return [forms.of]
  const chosen = values[forms.by ?? '']
  return typeof chosen === 'string' ? [forms.of[chosen] ?? ''] : Object.values(forms.of)
}
