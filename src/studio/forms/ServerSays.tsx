import { useEffect, useState, type ReactNode } from 'react'
import { api } from '../api.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { describeError } from '../model/workspace.ts'
import type { SampledForm } from '../compiler/protocol.ts'
import css from './FormsView.module.css'

type Verdicts = Awaited<ReturnType<typeof api.checkForm>>['calls']

const ASK_AFTER_MS = 250

/** What the server would answer to the sample data, for each call that takes the form. */
export function ServerSays({ id, values }: SampledForm): ReactNode {
  const workspace = useWorkspace()
  const checks = useWorkspaceState((state) => state.checks)
  const english = useWorkspaceState((state) => state.locales.en) ?? {}
  const [verdicts, setVerdicts] = useState<Verdicts | null>(null)
  const [error, setError] = useState('')
  useEffect(() => {
    let stopped = false
    async function ask(): Promise<void> {
      try {
        const form = await workspace.compiler.form(id)
        const { calls } = form ? await api.checkForm(id, form, values) : { calls: [] }
        if (stopped || workspace.get().checks !== checks) return
        setVerdicts(calls)
        setError('')
      } catch (failure) {
        if (!stopped) setError(describeError(failure))
      }
    }
    const timer = setTimeout(() => void ask(), ASK_AFTER_MS)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [workspace, id, values, checks])
  return (
    <section className={css.sample} aria-label="What the server says">
      <h2>What the server says</h2>
      {error !== '' && <p role="alert">{error}</p>}
      {verdicts?.length === 0 && (
        <p className={css.hint}>
          No call of the contract takes this form: the server checks the payload of the call that sends it.
        </p>
      )}
      <ul aria-live="polite">
        {verdicts?.map(({ call, refusal }) => (
          <li key={call} data-refused={refusal !== null || undefined} className={css.verdict}>
            <code>{call}</code>{' '}
            {refusal === null
              ? 'accepts it.'
              : `refuses it: ${refusal.code}${named(refusal.params)} “${english[`error.${refusal.code}`] ?? ''}”`}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The field that an error names. */
function named(params: Readonly<Record<string, unknown>>): string {
  const [field] = Object.values(params).filter((one): one is string => typeof one === 'string')
  return field === undefined ? '' : ` (${field})`
}
