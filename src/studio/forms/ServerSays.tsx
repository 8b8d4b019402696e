import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { api } from '../api.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { formFile } from '../../../codegen/compiler/service/index.ts'
import { callsOf } from '../model/calls.ts'
import { localesOf } from '../model/texts.ts'
import { titleOf } from '../model/titles.ts'
import { describeError } from '../model/workspace.ts'
import type { SampledForm } from '../compiler/protocol.ts'
import { callsOfForm, sendingCalls } from './calls.ts'
import { fieldsOf } from './fields.ts'
import css from './FormsView.module.css'
import { sentWith } from './sent.ts'

/** Reply of the server. */
interface Answer {
  question: object
  calls: Awaited<ReturnType<typeof api.checkForm>>['calls']
  /** Why it has not. */
  error: string
}

const ASK_AFTER_MS = 250

/** Replies of the server to values of a form, for each call that takes the form. `of`: description of the values. */
export function ServerSays({ id, values, of }: SampledForm & { of: string }): ReactNode {
  const workspace = useWorkspace()
  const checks = useWorkspaceState((state) => state.checks)
  const english = useWorkspaceState((state) => localesOf(state.files).en) ?? {}
  const [answer, setAnswer] = useState<Answer | null>(null)
  const published = useWorkspaceState((state) => state.published)
  const calls = callsOf(published)
  const files = useWorkspaceState((state) => state.files)
  const text = files[formFile(id)] ?? ''
  const fields = useMemo(() => fieldsOf(text), [text])
  const screens = useMemo(
    () => Object.entries(files).flatMap(([path, content]) => (path.startsWith('screens/') ? [content] : [])),
    [files],
  )
  const names = useMemo(() => fields.map(({ name }) => name), [fields])
  const sent = useMemo(
    () =>
      new Map(
        callsOfForm(id, sendingCalls(published)).map((call) => [call.name, sentWith(call, id, values, names, screens)]),
      ),
    [id, published, values, names, screens],
  )
  const asked = useMemo(
    () => JSON.stringify(Object.fromEntries([...sent].map(([call, item]) => [call, item.values]))),
    [sent],
  )
  // The answer is that to these values and to the form as it is now.
  const question = useMemo(() => ({ asked, text, checks }), [asked, text, checks])
  useEffect(() => {
    let stopped = false
    const take = (calls: Answer['calls'], error = ''): void => {
      if (!stopped && workspace.get().checks === question.checks) setAnswer({ question, calls, error })
    }
    async function ask(): Promise<void> {
      try {
        const form = await workspace.compiler.form(id)
        const sentValues = JSON.parse(question.asked) as Record<string, object>
        take(form ? (await api.checkForm(id, form, sentValues)).calls : [])
      } catch (failure) {
        take([], describeError(failure))
      }
    }
    const timer = setTimeout(() => void ask(), ASK_AFTER_MS)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [workspace, id, question])
  const current = answer?.question === question ? answer : null
  const label = (name: string): string => {
    const title = fields.find((field) => field.name === name)?.title
    return `“${english[title ?? ''] ?? titleOf(name)}”`
  }
  return (
    <section className={css.sample} aria-label="What the server says">
      <h2>What the server says</h2>
      <p className={css.hint}>To {of}.</p>
      {current && current.error !== '' && <p role="alert">{current.error}</p>}
      {sent.size === 0 && (
        <p className={css.hint}>
          The server takes no form of this name as a whole: it checks what the screen sends of it.
        </p>
      )}
      <ul aria-live="polite" aria-busy={current === null}>
        {[...sent].map(([call, { added, unknown }]) => {
          const verdict = current?.calls.find((other) => other.call === call)
          return (
            <li key={call} className={css.verdict}>
              <p>
                <span title={call}>“{calls.get(call)?.sentence ?? call}”</span>{' '}
                {!current
                  ? '– asking the server …'
                  : !verdict
                    ? 'cannot be asked before the form is mended.'
                    : verdict.refusal
                      ? 'refuses it:'
                      : 'accepts it.'}
              </p>
              {verdict?.refusal && <p className={css.refusal}>{reasonOf(verdict.refusal, label, english)}</p>}
              {Object.keys(added).length > 0 && (
                <p className={css.hint}>
                  The screen sends besides:{' '}
                  {Object.entries(added)
                    .map(
                      ([name, value]) =>
                        `${titleOf(name)} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
                    )
                    .join(', ')}
                  .
                </p>
              )}
              {unknown.map((name) => (
                <p key={name} className={css.hint}>
                  The server does not know {label(name)}: it is not sent. Those who run the server add it first.
                </p>
              ))}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface Refusal {
  code: string
  params: Readonly<Record<string, unknown>>
}

/** Display text of a refusal: the field by its label where one is concerned, else the message that a user sees. */
export function reasonOf(
  { code, params }: Refusal,
  label: (field: string) => string,
  english: Readonly<Record<string, string>>,
): string {
  const name = Object.values(params).find((param): param is string => typeof param === 'string')
  if (name !== undefined && code === 'missingParameter') return `${label(name)} is not filled in.`
  if (name !== undefined && code === 'parameterError') return `${label(name)} is not as it must be.`
  const words = english[`error.${code}`] ?? code
  return `“${words.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : whole))}”`
}
