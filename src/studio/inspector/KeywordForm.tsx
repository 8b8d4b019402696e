import type { ReactNode } from 'react'
import { useWorkspace } from '../model/context.tsx'
import { setValue, type Place } from '../model/document.ts'
import { Field } from '../ui/ui.tsx'
import { ExpressionField } from './ExpressionField.tsx'
import css from './Inspector.module.css'
import type { NodeValue } from './nodeValue.ts'

const KEYWORDS: readonly { name: 'visible' | 'each' | 'key' | 'waitFor'; hint: string }[] = [
  { name: 'visible', hint: 'Shown only while this expression is true: =session.loggedIn' },
  { name: 'each', hint: 'Repeated for each item of a list: row in wallet.recent' },
  { name: 'key', hint: 'What identifies an item of the list: =row.id' },
  { name: 'waitFor', hint: 'The query whose data the node waits for' },
]

/** The keywords that every node has. */
export function KeywordForm({ file, place, node }: { file: string; place: Place; node: NodeValue }): ReactNode {
  const workspace = useWorkspace()
  return (
    <details className={css.section} open={KEYWORDS.some(({ name }) => node[name] !== undefined)}>
      <summary>Condition, repetition, data</summary>
      <div className={css.fields}>
        {KEYWORDS.map(({ name, hint }) => (
          <Field key={name} label={name} hint={hint}>
            <ExpressionField
              label={name}
              file={file}
              place={`${place}/${name}`}
              value={node[name] ?? ''}
              onChange={(value) => {
                const text = workspace.get().files[file]
                if (text !== undefined)
                  workspace.edit(
                    `Change ${name}`,
                    { [file]: setValue(text, `${place}/${name}`, value === '' ? undefined : value) },
                    `${file} ${place} ${name}`,
                  )
              }}
            />
          </Field>
        ))}
      </div>
    </details>
  )
}
