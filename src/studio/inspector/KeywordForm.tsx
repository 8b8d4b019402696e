import { NODE_TRAITS } from '../../engine/language/expressions/nodeTraits.ts'
import { useState, type ReactNode } from 'react'
import { ConditionBuilder } from '../conditions/ConditionBuilder.tsx'
import { readVisible, type Visibility } from '../../../codegen/compiler/service/index.ts'
import { setVisible } from '../conditions/hidden.ts'
import { useWorkspace } from '../model/context.tsx'
import { setValue, type Place } from '../model/document.ts'
import { FieldProblems } from '../problems/FieldProblems.tsx'
import { Button, Field } from '../ui/ui.tsx'
import { DataOfNode } from './DataOfNode.tsx'
import { ExpressionField } from './ExpressionField.tsx'
import css from './Inspector.module.css'
import type { NodeValue } from './nodeValue.ts'

type Keyword = 'visible' | 'each' | 'key'

const KEYWORDS: readonly { name: Keyword; title: string; hint: string }[] = [
  {
    name: 'each',
    title: 'Repeated for each item of a list',
    hint: 'A name for the item, and the list: row in records.rows',
  },
  { name: 'key', title: 'What identifies an item of the list', hint: 'For example: =row.id' },
]

const DATA_KEYWORDS = ['each', 'key', NODE_TRAITS.awaits, 'showErrorOf'] as const

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
  // It stays open while its last keyword is taken away.
  const [isDataOpen] = useState(() => DATA_KEYWORDS.some((name) => node[name] !== undefined))
  const visible = node.visible ?? ''
  const { isHidden, condition } = readVisible(visible)
  const show = (label: string, next: Visibility): void =>
    workspace.change(file, label, (text) => setVisible(text, place, next))
  return (
    <>
      <details className={css.section} open data-place={`${place}/visible`}>
        <summary>When is it shown?</summary>
        <div className={css.fields}>
          <div className={css.shown}>
            <Button
              aria-pressed={visible === ''}
              onClick={() => show('Show it always', { isHidden: false, condition: '' })}
            >
              Always
            </Button>
            <Button
              aria-pressed={isHidden}
              title={isHidden ? 'Show it again' : 'No user sees it until it is shown again'}
              onClick={() => show(isHidden ? 'Show it again' : 'Hide it', { isHidden: !isHidden, condition })}
            >
              Never (hidden)
            </Button>
          </div>
          <p className={css.about}>
            {isHidden
              ? `No user sees it, and the compiler still checks it.${condition === '' ? '' : ' Its condition holds again when it is shown again.'}`
              : visible === ''
                ? 'Always. Add a condition to show it only sometimes.'
                : 'Only while this is true:'}
          </p>
          <FieldProblems file={file} place={`${place}/visible`}>
            {!isHidden && (
              <ConditionBuilder
                label="visible"
                file={file}
                place={`${place}/visible`}
                value={visible}
                onChange={(value) => change('visible', value ?? '')}
              />
            )}
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
          </FieldProblems>
        </div>
      </details>
      <details className={css.section} open={isDataOpen}>
        <summary>Repetition and data</summary>
        <div className={css.fields}>
          {KEYWORDS.map(({ name, title, hint }) => (
            <div key={name} data-place={`${place}/${name}`}>
              <FieldProblems file={file} place={`${place}/${name}`}>
                <Field label={title} hint={hint}>
                  <ExpressionField
                    label={name}
                    file={file}
                    place={`${place}/${name}`}
                    value={node[name] ?? ''}
                    onChange={(value) => change(name, value)}
                  />
                </Field>
              </FieldProblems>
            </div>
          ))}
          <DataOfNode file={file} place={place} node={node} />
        </div>
      </details>
    </>
  )
}
