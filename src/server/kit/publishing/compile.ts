import { readFileSync, readdirSync } from 'node:fs'
import type { CallDef, Manifest } from '../../../engine/language/expressions/program.ts'
import { forkProgram, ROOT } from '../forkProgram.ts'

export interface Finding {
  rule: string
  severity: 'error' | 'warning' | 'lint'
  file: string
  line: number
  column: number
  message: string
  suggestion?: string
}

export interface CompileRequest {
  /** Null: only this server's own calls are compiled. */
  files: Readonly<Record<string, string>> | null
  /** The contract's files of this server, by path. */
  own: Readonly<Record<string, string>>
}

export interface CompileResult {
  /** Findings that prevent the files from going live. */
  diagnostics: Finding[]
  /** Contract files that differ from this server's own, which were compiled instead. */
  foreign: string[]
  content: { manifest: Manifest; files: Record<string, string>; modules: Record<string, string> } | null
  /** The calls as this server answers them. */
  calls: Record<string, CallDef>
}

export type CompileReply = { compiled: CompileResult } | { failure: string }

const TIMEOUT_MS = 600_000
const HEAP_MB = 512

/** The compiler failed or exceeded its limits; the message says why. */
export class CompileError extends Error {}

/** Compiles in a child process with limits of time and memory. */
export function compile(
  work: CompileRequest,
  limits: { timeMs?: number; heapMb?: number } = {},
): Promise<CompileResult> {
  const { timeMs = TIMEOUT_MS, heapMb = HEAP_MB } = limits
  return new Promise((resolve, reject) => {
    const child = forkProgram('src/server/kit/publishing/worker.ts', [], [`--max-old-space-size=${heapMb}`])
    const end = (settle: () => void): void => {
      clearTimeout(timer)
      child.removeAllListeners()
      child.on('error', () => undefined)
      child.kill('SIGKILL')
      settle()
    }
    const timer = setTimeout(
      () => end(() => reject(new CompileError(`The compiler did not end within ${timeMs / 1000} seconds.`))),
      timeMs,
    )
    child.once('message', (answer: CompileReply) =>
      end(() => ('compiled' in answer ? resolve(answer.compiled) : reject(new CompileError(answer.failure)))),
    )
    child.once('error', (error) => end(() => reject(error)))
    child.once('exit', () =>
      end(() =>
        reject(
          new CompileError('The compiler ended without an answer: the files may need more memory than it is given.'),
        ),
      ),
    )
    child.send(work, (error) => {
      if (error) end(() => reject(error))
    })
  })
}

/** The contract as this server answers it, read when it starts. */
export function readContractFiles(): Record<string, string> {
  const paths = readdirSync(`${ROOT}schemas`, { recursive: true, encoding: 'utf8' }).map(
    (path) => `schemas/${path.replaceAll('\\', '/')}`,
  )
  return Object.fromEntries(
    paths
      .filter(
        (path) =>
          path.endsWith('.json') && !/^schemas\/\w+\.schema\.json$/.test(path) && !path.startsWith('schemas/forms/'),
      )
      .map((path) => [path, readFileSync(ROOT + path, 'utf8')]),
  )
}
