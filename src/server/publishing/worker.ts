import { compileFiles } from './compileFiles.ts'
import type { CompileReply, CompileRequest } from './compile.ts'

/** A process of its own: what a hostile or enormous project does to the compiler, it does not do to the server. One work, one answer. */
process.once('message', (work: CompileRequest) => {
  let answer: CompileReply
  try {
    answer = { compiled: compileFiles(work) }
  } catch (error) {
    answer = { failure: error instanceof Error ? error.message : String(error) }
  }
  process.send?.(answer, () => process.disconnect())
})
