import type { ReactNode } from 'react'
import { ConditionBuilder } from '../conditions/ConditionBuilder.tsx'
import { useWorkspace } from '../model/context.tsx'
import { setValue, type Place } from '../model/document.ts'
import { Field } from '../ui/ui.tsx'
import { ExpressionField } from './ExpressionField.tsx'
import css from './Inspector.module.css'
import type { NodeValue } from './nodeValue.ts'

type Keyword = 'visible' | 'each' | 'key' | 'waitFor'

const KEYWORDS: readonly { name: Keyword; title: string; hint: string }[] = [
  {
    name: 'each',
    title: 'Repeated for each item of a list',
    hint: 'A name for the item, and the list: row in records.rows',
  },
  { name: 'key', title: 'What identifies an item of the list', hint: 'For example: =row.id' },
  { name: 'waitFor', title: 'Waits for data', hint: 'The name of the data that it waits for' },
]

/** The keywords that every node has. */
export function KeywordForm({ file, place, node }: { file: string; place: Place; node: NodeValue }): ReactNode {
  const workspace = useWorkspace()
  const change = (name: Keyword, value: string): void =>
    workspace.change(
      file,
      `Change ${name}`,
      (text) => setValue(text, `${place}/${name}`, value === '' ? undefined : value),
      `${file} ${place} ${name}`,
    )
  const visible = node.visible ?? ''
  return (
    <>
      <details className={css.section} open data-place={`${place}/visible`}>
        <summary>When is it shown?</summary>
        <div className={css.fields}>
          <p className={css.about}>
            {visible === '' ? 'Always. Add a condition to show it only sometimes.' : 'Only while this is true:'}
          </p>
          <ConditionBuilder
            label="visible"
            file={file}
            place={`${place}/visible`}
            value={visible}
            onChange={(value) => change('visible', value ?? '')}
          />
          <details className={css.more} open={visible !== ''}>
            <summary>As an expression</summary>
            <ExpressionField
              label="visible"
              file={file}
              place={`${place}/visible`}
              value={visible}
              onChange={(value) => change('visible', value)}
            />
          </details>
        </div>
      </details>
      <details className={css.section} open={KEYWORDS.some(({ name }) => node[name] !== undefined)}>
        <summary>Repetition and data</summary>
        <div className={css.fields}>
          {KEYWORDS.map(({ name, title, hint }) => (
            <div key={name} data-place={`${place}/${name}`}>
              <Field label={title} hint={hint}>
                <ExpressionField
                  label={name}
                  file={file}
                  place={`${place}/${name}`}
                  value={node[name] ?? ''}
                  onChange={(value) => change(name, value)}
                />
              </Field>
            </div>
          ))}
        </div>
      </details>
    </>
  )
}
