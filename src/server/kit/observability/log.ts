import { trace } from '@opentelemetry/api'
import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Texts as long as tokens, keys and hashes, and numbers as long as those of cards and bank accounts. */
const SECRET_LIKE = /(?<![\w/.-])(?:[\w+-]{32,}={0,2}|\d(?:[ -]?\d){9,})(?![\w/])/g

const scrub = (text: unknown): string | undefined =>
  typeof text === 'string' ? text.replaceAll(SECRET_LIKE, '…') : undefined

/** Name, message, code and stack of an error. Other properties are omitted: those of database errors contain values of rows. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: scrub(String(error)) }
  const { name, message, stack } = error
  const { code } = error as { code?: unknown }
  return { type: name, message: scrub(message), code: scrub(code), stack: scrub(stack) }
}

const hasError = (value: unknown): boolean => typeof value === 'object' && value !== null && 'err' in value

/** Creates a log of JSON lines on stdout, or on `stream`. */
export function createLog(level: LogLevel, stream?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: {
        // Without a separate message, a line would repeat that of the error as it is.
        logMethod([first, ...rest], method) {
          if (first instanceof Error) return method.apply(this, [{ err: first }, 'failed'])
          if (hasError(first) && rest.length === 0) return method.apply(this, [first, 'failed'])
          return method.apply(this, [first, ...rest] as Parameters<typeof method>)
        },
      },
      // Connects a line with its trace.
      mixin() {
        const span = trace.getActiveSpan()?.spanContext()
        return span ? { traceId: span.traceId } : {}
      },
    },
    ...(stream ? [stream] : []),
  )
}
