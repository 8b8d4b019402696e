import {
  operatorErrors,
  type OperatorErrorCode,
  type OperatorErrorParams,
} from '../../../generated/operatorApi/errors.ts'

/** A refused call of an operator: HTTP status, code and parameters. */
export class OperatorRefusal extends Error {
  constructor(
    readonly code: OperatorErrorCode,
    readonly params: Readonly<Record<string, unknown>>,
  ) {
    super(code)
    this.name = 'OperatorRefusal'
  }
}

/** Creates the refusal to throw. The parameters are those of schemas/operatorApi/errors.json. */
export function refuseOperator<C extends OperatorErrorCode>(
  code: C,
  ...params: OperatorErrorParams[C] extends Record<string, never> ? [] : [OperatorErrorParams[C]]
): OperatorRefusal {
  return new OperatorRefusal(code, params[0] ?? {})
}

export const isOperatorErrorCode = (code: string): code is OperatorErrorCode => Object.hasOwn(operatorErrors, code)

export interface RefusalBody {
  code: OperatorErrorCode
  message: string
  params: Readonly<Record<string, unknown>>
}

/** HTTP status and body of a refusal. */
export function refusalReply({ code, params }: Pick<OperatorRefusal, 'code' | 'params'>): {
  status: number
  body: RefusalBody
} {
  const { status, message } = operatorErrors[code]
  return {
    status,
    body: { code, message: message.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name])), params },
  }
}
