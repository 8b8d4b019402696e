import type { Shape } from '../language/expressions/program.ts'
import type { CallFailure } from '../language/result.ts'
import { firstProblem } from '../language/forms/validate.ts'
import type { ErrorPath, Validate } from '../../generated/validators/validate.ts'
import { isObject } from '../language/values/json.ts'
import { report } from '../language/report.ts'

/** The reply is readable but violates the contract. */
export class ProtocolError extends Error {
  readonly code: 'replyTooLarge' | 'replyNotText' | 'replyNotJson' | 'replyNotEnvelope'
  constructor(code: ProtocolError['code'], message: string) {
    super(message)
    this.code = code
  }
}

export interface Envelope {
  type: string
  code: string
  message: string
  params: Record<string, unknown>
  data: unknown
}

/** The complete body as text. Throws ProtocolError beyond `limit` bytes or when it is not UTF-8, and the stream's error when it breaks. */
export async function readBody(response: Response, limit: number): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text + decode(decoder)
      bytes += value.byteLength
      if (bytes > limit) throw new ProtocolError('replyTooLarge', `The reply is larger than ${limit} bytes.`)
      text += decode(decoder, value)
    }
  } catch (error) {
    cancelBody(reader)
    throw error
  }
}

/** Cancels a body that will not be read, so that its connection is free again. */
export function cancelBody(
  body: Pick<ReadableStream, 'cancel'> | Pick<ReadableStreamDefaultReader, 'cancel'> | null,
): void {
  body?.cancel().catch((error: unknown) => report(error, 'cancel a reply'))
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    throw new ProtocolError('replyNotText', 'The reply is not UTF-8.')
  }
}

/** Throws ProtocolError when the text is not JSON or not an envelope. */
export function readEnvelope(text: string): Envelope {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ProtocolError('replyNotJson', 'The reply is not JSON.')
  }
  if (!isObject(value)) throw new ProtocolError('replyNotEnvelope', 'The reply is not an object.')
  const type = asCode(value.type)
  const code = asCode(value.code)
  if (type === '' && code === '')
    throw new ProtocolError('replyNotEnvelope', 'The reply has neither a type nor a code.')
  return {
    type,
    code,
    message: typeof value.message === 'string' ? value.message : '',
    params: pickScalars(value.params),
    data: value.data ?? null,
  }
}

/** The path where `data` is invalid for its consumer, and the keyword that fails; null when it is valid. */
export function checkData(validate: Validate<unknown, ErrorPath> | Shape, data: unknown): string | null {
  if (typeof validate === 'function') {
    if (validate(data)) return null
    const [error] = validate.errors ?? []
    return `data${error?.instancePath ?? ''}: ${error?.keyword ?? ''}`
  }
  const problem = firstProblem(validate, data)
  return problem && `data${problem.path === '' ? '' : `/${problem.path.replaceAll('.', '/')}`}: ${problem.keyword}`
}

/** `type` and `code` are strings on this server and sometimes numbers on others. */
function asCode(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Parameters fill placeholders in a text: only scalars are valid. */
function pickScalars(value: unknown): Record<string, unknown> {
  if (!isObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, v]) => name !== '__proto__' && ['string', 'number', 'boolean'].includes(typeof v),
    ),
  )
}

/** A call that failed on the client. */
export function failure(kind: CallFailure['kind'], code: string, message: string): { ok: false } & CallFailure {
  return { ok: false, kind, code, message, params: {} }
}
