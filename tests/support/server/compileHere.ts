import { vi } from 'vitest'
import * as publications from '../../../src/server/kit/publishing/compile.ts'
import { createFileCompiler } from '../../../src/server/kit/publishing/compileFiles.ts'
import { compileForm, compiler } from '../project.ts'

const apart = publications.compile
const compileFiles = createFileCompiler(compiler, compileForm)

/**
 * Until the end of a test, publications without limits are compiled here, and only what has changed: a process for each takes seconds. The
 * proof "publish" and the browser tests of the studio have the real one.
 */
export function compileHere(): void {
  vi.spyOn(publications, 'compile').mockImplementation((work, limits) =>
    limits ? apart(work, limits) : Promise.resolve(compileFiles(work)),
  )
}
