import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ShownUse, SymbolRef } from '../compiler/protocol.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { describeError } from '../model/workspace.ts'
import { Actions, Button, Dialog, ErrorText, Field, Hint } from '../ui/ui.tsx'
import css from './NamesDialog.module.css'

const WORDS: Readonly<Record<SymbolRef['kind'], string>> = {
  text: 'Text',
  part: 'Part',
  state: 'State',
  query: 'Query',
  param: 'Parameter',
  call: 'Call',
  form: 'Form',
  route: 'Route',
}

/** Where a name is used, and what gives it another one. */
export function NamesDialog(): ReactNode {
  const named = useWorkspaceState((state) => state.named)
  return named && <Names key={`${named.symbol.kind} ${named.symbol.name}`} {...named} />
}

function Names({ symbol, purpose }: { symbol: SymbolRef; purpose: 'uses' | 'rename' }): ReactNode {
  const workspace = useWorkspace()
  const [uses, setUses] = useState<readonly ShownUse[] | null>(null)
  const [name, setName] = useState(symbol.name)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const close = (): void => workspace.set({ named: null })
  const isRenamed = symbol.kind !== 'call' && symbol.kind !== 'form' && symbol.kind !== 'route'

  useEffect(() => {
    workspace.compiler.uses(symbol).then(setUses, (failure: unknown) => setError(describeError(failure)))
  }, [workspace, symbol])

  useEffect(() => {
    if (purpose === 'rename') input.current?.select()
  }, [purpose])

  async function rename(): Promise<void> {
    setBusy(true)
    setError('')
    try {
      const result = await workspace.compiler.rename(symbol, name.trim())
      if ('refusal' in result) return setError(result.refusal)
      const { open } = workspace.get()
      const moved = open !== null && result.changes[open] === null
      workspace.edit(`Rename ${symbol.name} to ${name.trim()}`, result.changes)
      const count = Object.keys(result.changes).length
      if (moved)
        workspace.openFile(Object.keys(result.changes).find((path) => path.endsWith(`/${name.trim()}.json`)) ?? open)
      workspace.notify(`${symbol.name} is ${name.trim()} now, in ${count} ${count === 1 ? 'file' : 'files'}.`)
      close()
    } catch (failure) {
      setError(describeError(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title={`${WORDS[symbol.kind]} ${symbol.name}`} onClose={close} wide>
      {isRenamed && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void rename()
          }}
        >
          <Field label="Name" hint="All its uses change with it, in all files, as one step of undo.">
            <input value={name} spellCheck={false} ref={input} onChange={({ target }) => setName(target.value)} />
          </Field>
          <Actions>
            <Button look="primary" type="submit" disabled={busy || name.trim() === symbol.name || name.trim() === ''}>
              {busy ? 'The compiler checks the result …' : 'Rename everywhere'}
            </Button>
          </Actions>
        </form>
      )}
      {error !== '' && <ErrorText>{error}</ErrorText>}
      <h3 className={css.title}>
        {uses === null ? 'Looking for uses …' : `${uses.length} ${uses.length === 1 ? 'place' : 'places'}`}
      </h3>
      {uses?.length === 0 && <Hint>Nothing names it.</Hint>}
      <ul className={css.uses} aria-label="Places">
        {uses?.map((use) => (
          <li key={`${use.file} ${use.start}`}>
            <button
              type="button"
              className={css.use}
              onClick={() => {
                close()
                workspace.openRange(use.file, use.start, use.end)
              }}
            >
              <span className={css.file}>
                {use.file}:{use.line}
                {use.declares && <em> declared here</em>}
                {use.composed && <em> put together with a value</em>}
              </span>
              <code className={css.text}>{use.text}</code>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
