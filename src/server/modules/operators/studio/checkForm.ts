import type { FormDef, Json } from '../../../../engine/language/expressions/program.ts'
import { contract } from '../../../../generated/contract.ts'
import type { CallId } from '../../../../generated/calls.ts'
import { checkPayload } from '../../../kit/api/decode.ts'
import { Refusal } from '../../../kit/errors.ts'

/** Reply of the server to the values of a form that are sent with a call. */
export interface Verdict {
  call: CallId
  /** The error and its parameters; null: the values are accepted. */
  refusal: { code: string; params: object } | null
}

/** The decision of the server about values that are sent with calls, by call: the check of real requests, with this form. */
export function checkForm(id: string, form: FormDef, sent: Readonly<Record<string, Record<string, Json>>>): Verdict[] {
  return Object.entries(sent).flatMap(([name, values]): Verdict[] => {
    if (!isCall(name)) return []
    try {
      checkPayload(name, values, { [id]: form })
      return [{ call: name, refusal: null }]
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return [{ call: name, refusal: { code: error.code, params: error.params } }]
    }
  })
}

const isCall = (name: string): name is CallId => Object.hasOwn(contract, name)
