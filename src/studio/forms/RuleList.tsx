import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { localesOf } from '../model/texts.ts'
import { filesWithout } from '../texts/ownTexts.ts'
import { TextField } from '../texts/TextField.tsx'
import { Button, IconButton } from '../ui/ui.tsx'
import { fieldsOf, kindOf, type FormField } from './fields.ts'
import css from './FieldList.module.css'
import { checkOf, COMPARISONS, rulesOf, setRule, signsOf, type Comparison, type FormRule } from './rules.ts'

/** The rules between fields as sentences. */
export function RuleList({ file }: { file: string }): ReactNode {
  const workspace = useWorkspace()
  const text = useWorkspaceState((state) => state.files[file] ?? '')
  const fields = fieldsOf(text)
  const rules = rulesOf(text)
  const edit = (
    label: string,
    index: number,
    rule: Omit<FormRule, 'comparison'> | undefined,
    mergeKey?: string,
  ): void => workspace.change(file, label, (now) => setRule(now, index, rule), mergeKey)
  const shown = fields.filter(({ kind }) => kind !== undefined && kind !== 'photo')
  const [first] = shown.filter(({ isHidden }) => !isHidden)

  return (
    <section className={css.list} aria-label="Rules">
      <h2>Rules</h2>
      <p className={css.about}>What must be true of the values; else the form says the message, and nothing is sent.</p>
      <ol>
        {rules.map((rule, index) => (
          // A rule has no name but its place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={css.rule}>
            <Rule
              rule={rule}
              fields={shown}
              onChange={(next) => edit('Change a rule', index, next, `${file} rule ${index}`)}
            />
            <IconButton
              label={`Remove rule ${index + 1}`}
              onClick={() => {
                const { files, published } = workspace.get()
                workspace.edit(
                  'Remove a rule',
                  filesWithout(file, (now) => setRule(now, index, undefined), files, published),
                )
              }}
            >
              <Trash2 size={14} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ol>
      {first && (
        <Button
          onClick={() => {
            const [sign = '=='] = signsOf(first.kind)
            const other = shown.find((one) => one.kind === first.kind && one.name !== first.name)
            const right = other && sign === '==' ? { field: other.name } : { value: '' }
            edit('Add a rule', rules.length, {
              check: checkOf({ left: first.name, sign, right }, fields),
              field: first.name,
              message: '',
            })
          }}
        >
          <Plus size={14} aria-hidden /> Add a rule
        </Button>
      )}
    </section>
  )
}

function Rule({
  rule,
  fields,
  onChange,
}: {
  rule: FormRule
  fields: readonly FormField[]
  onChange: (rule: Omit<FormRule, 'comparison'>) => void
}): ReactNode {
  const english = useWorkspaceState((state) => localesOf(state.files).en) ?? {}
  const { comparison, check, field, message } = rule
  const words = ({ name, title }: FormField): string => english[title] ?? name
  const known = comparison && fields.find(({ name }) => name === comparison.left)
  const others = known ? fields.filter(({ name, kind }) => name !== known.name && kind === known.kind) : []
  const compare = (part: Partial<Comparison>): void => {
    if (!comparison) return
    const next = { ...comparison, ...part }
    const reads = [next.left, ...('field' in next.right ? [next.right.field] : [])]
    onChange({ check: checkOf(next, fields), message, field: reads.includes(field) ? field : next.left })
  }
  const says = (
    <div className={css.part}>
      <span className={css.label}>Else the form says</span>
      <TextField
        value={message}
        label="Message of the rule"
        onChange={(key) => onChange({ check, field, message: key })}
      />
    </div>
  )
  if (!comparison || !known)
    return (
      <div className={css.sentence}>
        <p>
          A rule in code: <code>{check}</code>
        </p>
        {says}
      </div>
    )
  const { right } = comparison
  const reads = [comparison.left, ...('field' in right ? [right.field] : [])]
  return (
    <div className={css.sentence}>
      <div className={css.words}>
        <select
          aria-label="Field"
          value={comparison.left}
          onChange={({ target }) => {
            const kind = fields.find(({ name }) => name === target.value)?.kind
            const [sign = '=='] = signsOf(kind).includes(comparison.sign) ? [comparison.sign] : signsOf(kind)
            compare({ left: target.value, sign, ...(kind !== known.kind && { right: { value: '' } }) })
          }}
        >
          {fields.map((one) => (
            <option key={one.name} value={one.name}>
              {words(one)}
            </option>
          ))}
        </select>
        <select
          aria-label="Comparison"
          value={comparison.sign}
          onChange={({ target }) => compare({ sign: target.value as Comparison['sign'] })}
        >
          {COMPARISONS.filter(({ sign }) => signsOf(known.kind).includes(sign)).map(({ sign, words: phrase }) => (
            <option key={sign} value={sign}>
              {phrase}
            </option>
          ))}
        </select>
        <select
          aria-label="Compared with"
          value={'field' in right ? right.field : ''}
          onChange={({ target }) => compare({ right: target.value === '' ? { value: '' } : { field: target.value } })}
        >
          <option value="">this value:</option>
          {others.map((one) => (
            <option key={one.name} value={one.name}>
              {words(one)}
            </option>
          ))}
        </select>
        {'value' in right && (
          <Value field={known} value={right.value} onChange={(value) => compare({ right: { value } })} />
        )}
      </div>
      {says}
      {reads.length > 1 && (
        <label className={css.check}>
          <span className={css.label}>at the field</span>
          <select value={field} onChange={({ target }) => onChange({ check, message, field: target.value })}>
            {fields
              .filter(({ name }) => reads.includes(name))
              .map((one) => (
                <option key={one.name} value={one.name}>
                  {words(one)}
                </option>
              ))}
          </select>
        </label>
      )}
    </div>
  )
}

function Value({
  field: { schema, ui },
  value,
  onChange,
}: {
  field: FormField
  value: string
  onChange: (value: string) => void
}): ReactNode {
  const kind = kindOf(schema, ui)
  const choices = Array.isArray(schema.enum)
    ? schema.enum.map(String)
    : kind === 'yesNo'
      ? ['true', 'false']
      : undefined
  if (choices)
    return (
      <select aria-label="Value" value={value} onChange={({ target }) => onChange(target.value)}>
        {choices.map((one) => (
          <option key={one} value={one}>
            {kind === 'yesNo' ? (one === 'true' ? 'ticked' : 'not ticked') : one}
          </option>
        ))}
      </select>
    )
  return (
    <input
      aria-label="Value"
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'amount' || kind === 'integer' ? 'decimal' : undefined}
      placeholder={kind === 'amount' || kind === 'integer' ? '0' : undefined}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
