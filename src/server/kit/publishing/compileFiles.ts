import type { Checked } from '../../../../codegen/compiler/project.ts'
import { productCompiler } from '../../../../codegen/product.ts'
import { isFailing } from '../../../../codegen/compiler/source/findings/diagnostics.ts'
import { buildCatalogue } from '../../../../codegen/compiler/catalogue.ts'
import { createFormCompiler, type CompileForm } from '../../../../codegen/forms/validators.ts'
import { callDef } from '../../../../codegen/compiler/contract/contract.ts'
import { replyShape } from '../../../../codegen/compiler/contract/schema.ts'
import type { CallDef } from '../../../engine/language/expressions/program.ts'
import type { CompileResult, CompileRequest } from './compile.ts'

/** Contract files that are code on this server: a publication cannot change its calls. */
const CONTRACT = /^schemas\/(api|entities|live)\/|^schemas\/(errors|successes|operator|operatorServer)\.json$/

/**
 * Creates a function that checks and compiles uploaded files. If their contract differs, it compiles them again with this server's. Of later
 * requests it compiles what has changed.
 */
export function createFileCompiler(
  compiler = productCompiler(),
  compileForm = createFormCompiler(),
): (work: CompileRequest) => CompileResult {
  const contractCompiler = productCompiler()

  function compileGiven(
    files: Readonly<Record<string, string>>,
    own: CompileRequest['own'],
  ): Omit<CompileResult, 'calls'> {
    const given = new Map(Object.entries(files))
    const checked = compiler.check(given)
    const failing = checked.diagnostics.filter(isFailing)
    if (failing.length > 0) return { diagnostics: failing, foreign: [], content: null }
    const foreign = [...new Set([...Object.keys(own), ...given.keys()])].filter(
      (path) => CONTRACT.test(path) && !sameJson(own[path], given.get(path)),
    )
    if (foreign.length === 0) return { diagnostics: [], foreign, content: built(checked, compileForm) }
    const screenFiles = new Map([...given].filter(([path]) => !CONTRACT.test(path)))
    for (const [path, text] of Object.entries(own)) if (CONTRACT.test(path)) screenFiles.set(path, text)
    const again = compiler.check(screenFiles)
    // Warnings, as for texts of unknown calls, are ignored.
    const errors = again.diagnostics.filter(({ severity }) => severity === 'error')
    return { diagnostics: errors, foreign, content: errors.length > 0 ? null : built(again, compileForm) }
  }

  /** The calls as this server answers them. */
  function callsOf(own: CompileRequest['own']): Record<string, CallDef> {
    const { calls } = contractCompiler.check(new Map(Object.entries(own))).contract
    return Object.fromEntries([...calls.values()].map((call) => [call.id, callDef(call, replyShape(call.data))]))
  }

  return ({ files, own }) => ({
    ...(files ? compileGiven(files, own) : { diagnostics: [], foreign: [], content: null }),
    calls: callsOf(own),
  })
}

/** Form modules are compiled by this server only: no other text is served as a script. */
function built(checked: Checked, compileForm: CompileForm): CompileResult['content'] {
  const { manifest, files, modules } = buildCatalogue(checked, { compileForm })
  return { manifest, files: Object.fromEntries(files), modules: Object.fromEntries(modules) }
}

function sameJson(a: string | undefined, b: string | undefined): boolean {
  if (a === b || a === undefined || b === undefined) return a === b
  return JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b))
}
