import type { Diagnostic } from '../compiler/source/findings/diagnostics.ts'
import type { Options } from './options.ts'
import { counts, countsInWords, isSelected, isShown } from './report/counts.ts'
import { watchProject } from './watchProject.ts'
import type { WatchChange } from './watchProject.ts'

/** Maximum lines of findings shown per change. */
const MAX_LINES = 20

/** Watches until interrupted. Each change prints a screen, or one line with --json. */
export function runWatch(options: Options, out: { write(text: string): unknown }, isTerminal: boolean): () => void {
  let stop: () => void = () => undefined
  const end = (): void => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end)
    stop()
  }
  // Registered before the first check, which may take a second, so that an interrupt works from the start.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  stop = watchProject(options.root, (change) => {
    const selected = only(options, change)
    out.write(options.flags.json ? `${JSON.stringify(asLine(selected))}\n` : asScreen(selected, isTerminal))
  })
  return end
}

function only(options: Options, change: WatchChange): WatchChange {
  const select = (all: readonly Diagnostic[]): Diagnostic[] => all.filter((diagnostic) => isShown(options, diagnostic))
  return {
    ...change,
    added: select(change.added),
    removed: select(change.removed),
    diagnostics: select(change.diagnostics),
    files: Object.fromEntries(Object.entries(change.files).filter(([file]) => isSelected(options, file))),
  }
}

const asLine = ({ saved, files, diagnostics, milliseconds }: WatchChange): unknown => ({
  saved,
  files,
  stats: { ...counts(diagnostics), milliseconds: Math.round(milliseconds) },
})

/** Report of one save: the files, added and removed findings, and the totals. */
export function asScreen(
  { saved, added, removed, diagnostics, milliseconds }: WatchChange,
  isTerminal: boolean,
): string {
  const paint = (code: number, text: string): string => (isTerminal ? `\u001b[${code}m${text}\u001b[0m` : text)
  const lines = [
    ...added.map(
      (diagnostic) =>
        `${paint(diagnostic.severity === 'error' ? 31 : 33, '+')} ${place(diagnostic)} ${diagnostic.severity} ${diagnostic.rule} ${diagnostic.message}${diagnostic.suggestion === undefined ? '' : ` ${diagnostic.suggestion}`}`,
    ),
    ...removed.map((diagnostic) => `${paint(32, '-')} ${place(diagnostic)} ${diagnostic.rule} ${diagnostic.message}`),
  ]
  const more = lines.length > MAX_LINES ? [`  … and ${lines.length - MAX_LINES} more`] : []
  const subject =
    saved.length === 0
      ? 'watching'
      : saved.length > 3
        ? `${saved.slice(0, 3).join(', ')} and ${saved.length - 3} more`
        : saved.join(', ')
  const head = `${paint(1, subject)}: ${countsInWords(counts(diagnostics))} in ${Math.round(milliseconds)} ms`
  return `${isTerminal ? '\u001b[2J\u001b[H' : ''}${[head, ...lines.slice(0, MAX_LINES), ...more].join('\n')}\n`
}

const place = ({ file, line, column }: Diagnostic): string => `${file}:${line}:${column}`
