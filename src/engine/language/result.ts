/** Fields of a call's payload. Money is a decimal string, time is Unix seconds. A File travels as multipart. */
export type Payload = Record<string, unknown>

/**
 * The result of a call: always one of these, never an exception and never silence.
 * `code`, `message` and `params` are the server's; `message` is the server's own text, shown only when `code` has no text.
 */
export type CallResult<Data = unknown> =
  | { ok: true; data: Data; code: string; message: string; params: Record<string, unknown> }
  | ({ ok: false } & CallFailure)

export interface CallFailure {
  /** refused: a reply of another type · session: '999' · status: 404 or another HTTP status · network: unreachable · timeout · invalid: the reply violates the contract */
  kind: 'refused' | 'session' | 'status' | 'network' | 'timeout' | 'invalid'
  status?: number
  code: string
  message: string
  params: Record<string, unknown>
  /** The call is a payment: its message goes when the state of a payment changes. */
  payment?: true
  /** The refused file, of a call that sends nothing else. */
  file?: Blob
}
