import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { pathWords } from '../conditions/condition.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { localesOf } from '../model/texts.ts'
import { capital } from '../model/titles.ts'
import { filesWithout } from '../texts/ownTexts.ts'
import { TextField } from '../texts/TextField.tsx'
import { Button, IconButton } from '../ui/ui.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { useFocusAdded } from '../ui/useFocusAdded.ts'
import { areComparable, fieldsOf, kindOf, type FormField } from './fields.ts'
import css from './FieldList.module.css'
import {
  checkOf,
  choicesOf,
  COMPARISONS,
  fieldsOfRule,
  firstValue,
  likelyComparison,
  numberOf,
  rulesOf,
  ruleWords,
  setRule,
  signsOf,
  withLeft,
  type Comparison,
  type FormRule,
  type RuleSentence,
  type WrittenRule,
} from './rules.ts'

const MESSAGE = 'Message of the rule'

/** The rules between fields as sentences. */
export function RuleList({ file }: { file: string }): ReactNode {
  const workspace = useWorkspace()
  const text = useWorkspaceState((state) => state.files[file] ?? '')
  const fields = fieldsOf(text)
  const rules = rulesOf(text)
  const edit = (label: string, index: number, rule: WrittenRule | undefined, mergeKey?: string): void =>
    workspace.change(file, label, (now) => setRule(now, index, rule), mergeKey)
  const shown = fields.filter(({ kind }) => kind !== undefined && kind !== 'photo')
  const likely = likelyComparison(shown, rules)
  const [list, focusAdded] = useFocusAdded<HTMLOListElement>()

  return (
    <section className={css.list} aria-label="Rules">
      <h2>Rules</h2>
      <p className={css.about}>What must be true of the values; else the form says the message, and nothing is sent.</p>
      <ol ref={list}>
        {rules.map((rule, index) => (
          // A rule has no identifier but its position.
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
      {likely && (
        <Button
          onClick={() => {
            const check = checkOf({ comparison: likely }, fields)
            edit('Add a rule', rules.length, { check, field: likely.left, message: '' })
            // It lacks its message only.
            focusAdded(`[aria-label="${MESSAGE}"]`)
          }}
        >
          <Plus size={14} aria-hidden /> Add a rule
        </Button>
      )}
    </section>
  )
}

/** The condition with which a rule begins: another field has a value. */
function conditionFor(fields: readonly FormField[], left: string): Comparison | undefined {
  const field = fields.find(({ name }) => name !== left)
  if (!field) return undefined
  return {
    left: field.name,
    sign: choicesOf(field) === undefined ? (signsOf(field.kind)[0] ?? '==') : '==',
    right: { value: firstValue(field) },
  }
}

function Rule({
  rule,
  fields,
  onChange,
}: {
  rule: FormRule
  fields: readonly FormField[]
  onChange: (rule: WrittenRule) => void
}): ReactNode {
  const english = useWorkspaceState((state) => localesOf(state.files).en) ?? {}
  const { sentence, check, field, message } = rule
  const words = ({ name, title }: FormField): string => english[title] ?? name
  const nameOf = (name: string): string => {
    const known = fields.find((formField) => formField.name === name)
    return known ? `“${words(known)}”` : pathWords(name)
  }
  const change = (next: RuleSentence): void => {
    const reads = fieldsOfRule(next)
    onChange({ check: checkOf(next, fields), message, field: reads.includes(field) ? field : next.comparison.left })
  }
  const says = (
    <div className={css.part}>
      <span className={css.label}>Else the form says</span>
      <TextField
        value={message}
        label={MESSAGE}
        placeholder="Write what the user reads"
        onChange={(key) => onChange({ check, field, message: key })}
      />
    </div>
  )
  const isKnown = (name: string): boolean => fields.some((formField) => formField.name === name)
  if (!sentence || !isKnown(sentence.comparison.left) || (sentence.only && !isKnown(sentence.only.left))) {
    const read = ruleWords(check, nameOf)
    return (
      <div className={css.sentence}>
        {read !== undefined && <p>{capital(read)}.</p>}
        <p className={css.about}>
          {read === undefined ? 'A rule in code:' : 'It is changed in the code:'} <code>{check}</code>
        </p>
        {says}
      </div>
    )
  }
  const { comparison, only } = sentence
  const reads = fieldsOfRule(sentence)
  const proposed = conditionFor(fields, comparison.left)
  return (
    <div className={css.sentence}>
      <ComparisonFields
        comparison={comparison}
        fields={fields}
        words={words}
        onChange={(next) => change({ comparison: next, only })}
      />
      {only ? (
        <div className={css.part}>
          <span className={css.label}>but only if</span>
          <ComparisonFields
            isCondition
            comparison={only}
            fields={fields}
            words={words}
            onChange={(next) => change({ comparison, only: next })}
          />
          <div>
            <Button onClick={() => change({ comparison })}>Without this condition</Button>
          </div>
        </div>
      ) : (
        proposed && (
          <div>
            <Button onClick={() => change({ comparison, only: proposed })}>Only under a condition</Button>
          </div>
        )
      )}
      {says}
      {reads.length > 1 && (
        <label className={css.check}>
          <span className={css.label}>at the field</span>
          <select value={field} onChange={({ target }) => onChange({ check, message, field: target.value })}>
            {fields
              .filter(({ name }) => reads.includes(name))
              .map((formField) => (
                <option key={formField.name} value={formField.name}>
                  {words(formField)}
                </option>
              ))}
          </select>
        </label>
      )}
    </div>
  )
}

/** A field, a comparison, and another field or a value; as the condition of a rule, or as what it asks for. */
function ComparisonFields({
  isCondition = false,
  comparison,
  fields,
  words,
  onChange,
}: {
  isCondition?: boolean
  comparison: Comparison
  fields: readonly FormField[]
  words: (field: FormField) => string
  onChange: (next: Comparison) => void
}): ReactNode {
  const known = fields.find(({ name }) => name === comparison.left)
  if (!known) return null
  const about = isCondition ? 'Condition: ' : ''
  const { sign, right } = comparison
  // A field that does not fit is listed while it is chosen, so that the list shows it and another choice replaces it.
  const others = fields.filter(
    (field) => areComparable(known, field) || ('field' in right && right.field === field.name),
  )
  return (
    <div className={css.words}>
      <select
        aria-label={`${about}Field`}
        value={known.name}
        onChange={({ target }) => {
          const next = fields.find(({ name }) => name === target.value)
          if (next) onChange(withLeft(comparison, next, fields))
        }}
      >
        {fields.map((field) => (
          <option key={field.name} value={field.name}>
            {words(field)}
          </option>
        ))}
      </select>
      <select
        aria-label={`${about}Comparison`}
        value={sign}
        onChange={({ target }) => onChange({ ...comparison, sign: target.value as Comparison['sign'] })}
      >
        {COMPARISONS.filter((comparison) => signsOf(known.kind).includes(comparison.sign)).map((comparison) => (
          <option key={comparison.sign} value={comparison.sign}>
            {comparison.words}
          </option>
        ))}
      </select>
      <select
        aria-label={`${about}Compared with`}
        value={'field' in right ? right.field : ''}
        onChange={({ target }) =>
          onChange({
            ...comparison,
            right: target.value === '' ? { value: firstValue(known) } : { field: target.value },
          })
        }
      >
        <option value="">this value:</option>
        {others.map((other) => (
          <option key={other.name} value={other.name}>
            {words(other)}
          </option>
        ))}
      </select>
      {'value' in right && (
        <Value
          label={`${about}Value`}
          field={known}
          choices={choicesOf(known)}
          value={right.value}
          onChange={(value) => onChange({ ...comparison, right: { value } })}
        />
      )}
    </div>
  )
}

function Value({
  label,
  field,
  choices,
  value,
  onChange,
}: {
  label: string
  field: FormField
  choices: readonly string[] | undefined
  value: string
  onChange: (value: string) => void
}): ReactNode {
  const kind = kindOf(field.schema, field.ui)
  if (choices)
    return (
      <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {kind === 'yesNo' ? (choice === 'true' ? 'ticked' : 'not ticked') : choice}
          </option>
        ))}
      </select>
    )
  if (kind === 'amount' || kind === 'integer')
    return (
      <NumberField
        label={label}
        value={value}
        read={(typed) => numberOf(typed, kind)}
        example={kind === 'amount' ? '0.5' : '5'}
        onChange={onChange}
      />
    )
  return (
    <input
      aria-label={label}
      type={kind === 'date' ? 'date' : 'text'}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
