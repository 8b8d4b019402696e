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
        {diagnostics.map((diagnostic) => (
          <li
            key={`${diagnostic.file}:${diagnostic.line}:${diagnostic.column}:${diagnostic.rule}:${diagnostic.message}`}
            className={css.item}
          >
            <p className={css.place}>
              {diagnostic.file}:{diagnostic.line}:{diagnostic.column}{' '}
              <span className={css.rule}>{diagnostic.rule}</span>
            </p>
            <p>{diagnostic.message}</p>
            {diagnostic.suggestion !== undefined && <p className={css.hint}>{diagnostic.suggestion}</p>}
          </li>
        ))}
      </ol>
      <p className={css.foot}>The last good catalogue is still on screen.</p>
    </section>
  )
}
