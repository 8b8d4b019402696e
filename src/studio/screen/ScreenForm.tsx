import { useMemo, type ReactNode } from 'react'
import { PropsForm } from '../inspector/PropsForm.tsx'
import { screenOf, setAccess } from '../make/queries.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { localesOf } from '../model/texts.ts'
import { capital, wordsOf } from '../model/titles.ts'
import type { PropertySchema } from '../model/vocabulary.ts'
import { StepList } from '../steps/StepList.tsx'
import { DataList } from './DataList.tsx'
import { ParamList } from './ParamList.tsx'
import { StateList } from './StateList.tsx'
import { NO_MEMBERS, useScreenSchema } from './useScreenSchema.ts'
import css from './ScreenForm.module.css'

/** Form of a screen's members besides its nodes: its title, its access rules, and its data. */
export function ScreenForm({ file }: { file: string }): ReactNode {
  const text = useWorkspaceState((state) => state.files[file]) ?? ''
  const members = useScreenSchema()
  const screen = useMemo(() => screenOf(text), [text])
  const schema = useMemo(
    (): PropertySchema => ({
      type: 'object',
      properties: {
        title: { 'x-title': 'Title', type: 'string', format: 'text', description: members.title?.description ?? '' },
        navigationBar: {
          'x-title': 'Bar at the top',
          type: 'string',
          enum: members.navigationBar?.enum ?? [],
          description: members.navigationBar?.description ?? '',
        },
      },
    }),
    [members],
  )
  const values = Object.fromEntries(
    Object.entries(screen).filter(([name]) => Object.hasOwn(schema.properties ?? {}, name)),
  )
  if (members === NO_MEMBERS) return <p className={css.about}>Reading the catalogue: the properties follow …</p>
  return (
    <>
      <PropsForm key={file} file={file} place="" base="" schema={schema} values={values} />
      {screen.navigationBar === 'custom' && (
        <p className={css.about}>
          The bar at the top is an element of this screen with a title of its own: select it in the outline to change
          that too. The title here is that of the browser’s tab and of lists.
        </p>
      )}
      <Access file={file} rules={screen.access ?? []} />
      <DataList file={file} screen={screen} />
      <details className={css.section} open={Object.keys(screen.state ?? {}).length > 0}>
        <summary>What it remembers ({Object.keys(screen.state ?? {}).length})</summary>
        <StateList file={file} screen={screen} />
      </details>
      <details className={css.section} open={Object.keys(screen.params ?? {}).length > 0}>
        <summary>What a link to it must say ({Object.keys(screen.params ?? {}).length})</summary>
        <ParamList file={file} screen={screen} />
      </details>
      <details className={css.section} open={(screen.onShow ?? []).length > 0}>
        <summary>What happens when it opens</summary>
        <p className={css.about}>Each time the screen is shown, also when the user comes back to it.</p>
        <StepList file={file} list="onShow" name="the opening" steps={screen.onShow} />
      </details>
    </>
  )
}

/** Who may see the screen: the access rules of the product, in the words that a user reads who does not meet one. */
function Access({ file, rules }: { file: string; rules: readonly string[] }): ReactNode {
  const workspace = useWorkspace()
  const english = useWorkspaceState((state) => localesOf(state.files).en) ?? {}
  const known = useScreenSchema().access?.items?.enum ?? []
  const set = (rule: string, isOn: boolean): void => {
    // Without a user no other rule can be met.
    const next = isOn ? [...rules, rule] : rule === 'login' ? [] : rules.filter((other) => other !== rule)
    workspace.change(file, 'Change who may see the screen', (text) => setAccess(text, next))
  }
  return (
    <fieldset className={css.section}>
      <legend>Who may see it</legend>
      <p className={css.about}>
        {rules.length === 0 ? 'Everybody, also without an account.' : 'Only who meets all of these:'}
      </p>
      {known.map(String).map((rule) => (
        <label key={rule} className={css.check}>
          <input type="checkbox" checked={rules.includes(rule)} onChange={({ target }) => set(rule, target.checked)} />
          <span title={rule}>
            {rule === 'login' ? 'Users who are logged in' : capital(wordsOf(rule))}
            {rule !== 'login' && english[`gate.${rule}`] !== undefined && (
              <small className={css.about}> others read “{english[`gate.${rule}`]}”</small>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
