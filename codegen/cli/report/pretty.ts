import type { Diagnostic } from '../../compiler/source/findings/diagnostics.ts'
import type { Files } from '../../compiler/source/source.ts'

/** Formats findings as text: file:line:column rule message, the source line with carets, the suggestion. */
export function pretty(diagnostics: readonly Diagnostic[], files: Files, colour: boolean): string {
  const paint = (code: number, text: string): string => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)
  const lines = new Map<string, string[]>()
  const out: string[] = []
  for (const diagnostic of diagnostics) {
    const source = lines.get(diagnostic.file) ?? (files.get(diagnostic.file) ?? '').split('\n')
    lines.set(diagnostic.file, source)
    out.push(
      `${paint(36, `${diagnostic.file}:${diagnostic.line}:${diagnostic.column}`)} ${paint(diagnostic.severity === 'error' ? 31 : 33, diagnostic.severity)} ${paint(2, diagnostic.rule)} ${diagnostic.message}`,
    )
    out.push(
      ...excerpt(source[diagnostic.line - 1] ?? '', diagnostic).map(
        (text, index) => `    ${index === 1 ? paint(diagnostic.severity === 'error' ? 31 : 33, text) : text}`,
      ),
    )
    if (diagnostic.suggestion !== undefined) out.push(`    ${diagnostic.suggestion}`)
    out.push('')
  }
  return out.join('\n')
}

const WIDTH = 110

function excerpt(line: string, { line: from, endLine, column, endColumn }: Diagnostic): string[] {
  const text = line.replaceAll('\t', ' ').trimEnd()
  const end = endLine === from ? endColumn : text.length + 1
  const start = Math.max(0, Math.min(column - 1 - 30, text.length - WIDTH))
  const skip = text.length > WIDTH ? start : text.length - text.trimStart().length
  const shown = text.slice(skip, skip + WIDTH)
  const caret =
    ' '.repeat(Math.max(0, column - 1 - skip)) +
    '^'.repeat(Math.max(1, Math.min(end - column, shown.length - (column - 1 - skip))))
  return [shown, caret]
}
