import { DEFAULT_LANGUAGE } from '../../core/constants.ts'
import { createI18n, createTextOf, setTexts } from '../../core/i18n.ts'
import { errorMessages, successMessages, type ErrorCode, type SuccessCode } from '../../generated/errors.ts'
import type { Refusal } from '../errors.ts'

const i18n = createI18n()
setTexts(i18n, DEFAULT_LANGUAGE, errorMessages)
const messageOf = createTextOf(i18n, DEFAULT_LANGUAGE)

/** Reply envelope of every call. `code` is 1 for a success without a message; `message` is English, for logs and unknown codes. */
export interface Envelope {
  type: 'ok' | 'error' | '999'
  code: ErrorCode | SuccessCode | 1
  message: string
  params: Record<string, unknown>
  data: unknown
}

/** Wraps the data of a successful call. Without `success` the code is 1 and the message is empty. */
export function okEnvelope(data: unknown, success?: SuccessCode): Envelope {
  return { type: 'ok', code: success ?? 1, message: success ? successMessages[success] : '', params: {}, data }
}

/** Wraps a refusal, with the English message of its code. An expired session has the type `999`. */
export function refusalEnvelope({ code, params }: Pick<Refusal, 'code' | 'params'>): Envelope {
  return {
    type: code === 'sessionExpired' ? '999' : 'error',
    code,
    message: messageOf(code, params),
    params,
    data: null,
  }
}
