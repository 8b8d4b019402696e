interface Failure {
  code: string
  params?: Record<string, unknown>
  file?: Blob
}

const isHandlerResult = (value: unknown): value is { ok: boolean; failure?: unknown } =>
  typeof value === 'object' && value !== null && 'ok' in value

/** Whether an event's handler succeeded: it settled, and its steps took no fail branch and were not stopped. Never throws. */
export async function succeeded(handler: () => unknown): Promise<boolean> {
  try {
    const result: unknown = await handler()
    return !isHandlerResult(result) || result.ok
  } catch {
    return false
  }
}

/** The refusal code of a settled handler, if any. */
export function failureOf(result: unknown): Failure | null {
  const failure = isHandlerResult(result) && !result.ok ? result.failure : null
  return typeof failure === 'object' && failure !== null && 'code' in failure && typeof failure.code === 'string'
    ? (failure as Failure)
    : null
}
