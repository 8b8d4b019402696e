import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { setMember, type ScreenValue } from '../make/queries.ts'
import { useWorkspace } from '../model/context.tsx'
import { setValue } from '../model/document.ts'
import { typeOf } from '../../../codegen/compiler/service/index.ts'
import { IconButton } from '../ui/ui.tsx'
import { AddNamed } from './AddNamed.tsx'
import { PARAM_KINDS } from './kinds.ts'
import css from './ScreenForm.module.css'

/** The parameters of a screen: what a link to it gives. */
export function ParamList({ file, screen }: { file: string; screen: ScreenValue }): ReactNode {
  const workspace = useWorkspace()
  const edit = (label: string, change: (text: string) => string): void => workspace.change(file, label, change)
  return (
    <div className={css.fields}>
      <p className={css.about}>A screen that shows one thing of many needs to know which: a link to it says so.</p>
      {Object.entries(screen.params ?? {}).map(([param, schema]) => (
        <div key={param} className={css.row}>
          <span>
            <strong>{param}</strong> <code>{typeOf(schema)}</code>
          </span>
          <label className={css.check}>
            <input
              type="checkbox"
              checked={(schema.required as unknown) === true}
              onChange={({ target }) =>
                edit(`Change the parameter ${param}`, (text) =>
                  setValue(text, `params/${param}/required`, target.checked ? true : undefined),
                )
              }
            />
            required
          </label>
          <IconButton
            label={`Remove the parameter ${param}`}
            onClick={() => edit(`Remove the parameter ${param}`, (text) => setMember(text, 'params', param, undefined))}
          >
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <AddNamed
        what="parameter"
        example="id"
        kinds={PARAM_KINDS}
        initial="the id of something"
        isTaken={(name) => Object.hasOwn(screen.params ?? {}, name)}
        onAdd={(name, { schema }) =>
          edit(`Add the parameter ${name}`, (text) => setMember(text, 'params', name, { ...schema, required: true }))
        }
      />
    </div>
  )
}
