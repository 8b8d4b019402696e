interface Failure {
  code: string
  params?: Record<string, unknown>
}

const isRan = (value: unknown): value is { ok: boolean; failure?: unknown } => typeof value === 'object' && value !== null && 'ok' in value

/** Whether an event's handler succeeded: it settled, and its steps took no fail branch and were not stopped. Never throws. */
export async function succeeded(handle: () => unknown): Promise<boolean> {
  try {
    const ran: unknown = await handle()
    return !isRan(ran) || ran.ok
  } catch {
    return false
  }
}

/** The refusal code of a settled handler, if any. */
export function failureOf(ran: unknown): Failure | null {
  const failure = isRan(ran) && !ran.ok ? ran.failure : null
  return typeof failure === 'object' && failure !== null && 'code' in failure && typeof failure.code === 'string' ? (failure as Failure) : null
}
