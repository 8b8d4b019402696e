import { createFileCompiler } from './compileFiles.ts'
import type { CompileReply, CompileRequest } from './compile.ts'

/** Compiles one request in a child process, so that a hostile or huge project cannot harm the server. */
export function main(): void {
  process.once('message', (work: CompileRequest) => {
    let answer: CompileReply
    try {
      answer = { compiled: createFileCompiler()(work) }
    } catch (error) {
      answer = { failure: error instanceof Error ? error.message : String(error) }
    }
    process.send?.(answer, () => process.disconnect())
  })
}
