import css from './Overlay.module.css'

/** One finding of the compiler, as `npm run check --json` prints it. */
export interface Diagnostic {
  rule: string
  severity: string
  file: string
  line: number
  column: number
  message: string
  suggestion?: string
}

/** Compiler findings over the running app, which shows the last valid screen. For developers, so in English. */
export function Overlay({ diagnostics, onClose }: { diagnostics: readonly Diagnostic[]; onClose: () => void }) {
  return (
    <section className={css.overlay} role="alert" aria-label="Compiler">
      <header className={css.header}>
        <h2 className={css.title}>{diagnostics.length === 1 ? '1 error' : `${diagnostics.length} errors`}</h2>
        <button type="button" className={css.close} onClick={onClose}>
          Hide
        </button>
      </header>
      <ol className={css.list}>
        {diagnostics.map((one) => (
          <li key={`${one.file}:${one.line}:${one.column}:${one.rule}:${one.message}`} className={css.item}>
            <p className={css.place}>
              {one.file}:{one.line}:{one.column} <span className={css.rule}>{one.rule}</span>
            </p>
            <p>{one.message}</p>
            {one.suggestion !== undefined && <p className={css.hint}>{one.suggestion}</p>}
          </li>
        ))}
      </ol>
      <p className={css.foot}>The last good catalogue is still on screen.</p>
    </section>
  )
}
