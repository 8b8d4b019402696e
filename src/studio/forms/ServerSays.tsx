import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { api } from '../api.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { formFile } from '../../../codegen/compile/folders.ts'
import { callsOf } from '../model/calls.ts'
import { titleOf } from '../model/titles.ts'
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
  const calls = callsOf(useWorkspaceState((state) => state.published))
  const text = useWorkspaceState((state) => state.files[formFile(id)])
  const fields = useMemo(() => fieldsOf(text), [text])
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
          The server takes no form of this name as a whole: it checks what the screen sends of it.
        </p>
      )}
      <ul aria-live="polite">
        {verdicts?.map(({ call, refusal }) => (
          <li
            key={call}
            data-refused={(refusal !== null && !isOfScreen(refusal, Object.keys(fields))) || undefined}
            className={css.verdict}
          >
            <span title={call}>“{calls.get(call)?.description.replace(/\.$/, '') ?? call}”</span>{' '}
            {refusal === null
              ? 'accepts it.'
              : isOfScreen(refusal, Object.keys(fields))
                ? `first needs “${titleOf(named(refusal.params) ?? '')}”, which the screen gives that sends the form: nothing is known of the fields here.`
                : `refuses it${field(refusal, fields, english)}: “${english[`error.${refusal.code}`] ?? refusal.code}”`}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Refusal {
  code: string
  params: Readonly<Record<string, unknown>>
}

/** The field that an error names. */
const named = (params: Refusal['params']): string | undefined =>
  Object.values(params).find((one): one is string => typeof one === 'string')

/** Whether a refusal is for something that no field of the form can give. */
export const isOfScreen = ({ code, params }: Refusal, fields: readonly string[]): boolean => {
  const name = named(params)
  return code === 'missingParameter' && name !== undefined && !fields.includes(name)
}

type Fields = Readonly<Record<string, { title?: string }>>

/** The field that is refused, by its label. */
function field({ params }: Refusal, fields: Fields, english: Readonly<Record<string, string>>): string {
  const name = named(params)
  const title = name === undefined ? undefined : fields[name]?.title
  return name === undefined ? '' : ` at “${english[title ?? ''] ?? titleOf(name)}”`
}

function fieldsOf(text: string | undefined): Fields {
  try {
    return (JSON.parse(text ?? '{}') as { schema?: { properties?: Fields } }).schema?.properties ?? {}
  } catch {
    return {}
  }
}
